import type { EventHistoryRow, OfficeEvent } from '../../../domain/office/event-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useCan } from '../session.ts'
import styles from './events.module.css'

/** Who changed what of the event, newest first. */
export function EventChanges({
  event,
  rows,
}: {
  event: OfficeEvent
  rows: readonly EventHistoryRow[]
}) {
  const mayAudit = useCan('audit.read')
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
      {mayAudit && (
        <ButtonLink kind="quiet" to={`/audit?event_id=${event.event_id}`}>
          All entries in the audit log
        </ButtonLink>
      )}
    </section>
  )
}
