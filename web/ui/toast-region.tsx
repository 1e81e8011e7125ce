import styles from './toast.module.css'

/** Errors are assertive, the others polite. */
export const REGIONS = { error: 'toast-errors', other: 'toast-others' } as const

/** A message that came this long before a new page is about the act that led there. */
const OF_THE_ACT_MS = 1_000

/** At a new page: messages of the page before go. */
export function leaveToasts(): void {
  for (const box of document.querySelectorAll<HTMLElement>(`.${styles.toast}`))
    if (Date.now() - Number(box.dataset.at) > OF_THE_ACT_MS) box.remove()
}

/** Empty on every page, because screen readers only announce changes to an existing region. */
export function ToastRegion() {
  return (
    <section className={styles.region} aria-label="Messages">
      <div id={REGIONS.error} role="alert" />
      <div id={REGIONS.other} role="status" />
    </section>
  )
}
