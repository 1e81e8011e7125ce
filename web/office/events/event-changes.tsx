import type { EventHistoryRow } from '../../../domain/office/event-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import styles from './events.module.css'

/** Who changed what of the event, newest first. */
export function EventChanges({ rows }: { rows: readonly EventHistoryRow[] }) {
  if (rows.length === 0) return null
  return (
    <section className={styles.history} aria-labelledby="changes">
      <h2 id="changes">History</h2>
      <ol>
        {rows.map(({ at, by, text }) => (
          <li key={`${at} ${text}`}>
            <p>
              {momentInWords(new Date(at))}, {by ?? 'the system'}
            </p>
            <p className={styles.change}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
