import styles from './toast.module.css'

/** Errors are assertive, the others polite. */
export const REGIONS = { error: 'toast-errors', other: 'toast-others' } as const

/** Empty on every page, because screen readers only announce changes to an existing region. */
export function ToastRegion() {
  return (
    <section className={styles.region} aria-label="Messages">
      <div id={REGIONS.error} role="alert" />
      <div id={REGIONS.other} role="status" />
    </section>
  )
}
