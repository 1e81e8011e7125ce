import styles from './toast.module.css'

/** The ids of the two live regions: errors interrupt, the rest waits its turn. */
export const REGIONS = { error: 'toast-errors', other: 'toast-others' } as const

/**
 * Where `toast()` puts its messages. The root renders it, empty, on every page, because a screen
 * reader only hears what comes into a region that was already there.
 */
export function ToastRegion() {
  return (
    <section className={styles.region} aria-label="Messages">
      <div id={REGIONS.error} role="alert" />
      <div id={REGIONS.other} role="status" />
    </section>
  )
}
