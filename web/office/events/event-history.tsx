import { Link } from 'react-router'
import type { BulkActionRow, BulkKind } from '../../../domain/office/bulk-actions.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { useCan } from '../session.ts'
import styles from './events.module.css'

const SENT: Record<BulkKind, string> = {
  'event cancellation': 'The event was cancelled',
  'event change': 'Change to the details, venue or contact',
  'time change': 'The time was changed',
  message: 'Message',
  'running late': 'Message about a delay',
  'appointment moves': 'Appointments were moved',
  'appointment cancellations': 'Appointments were cancelled',
}

/** What was sent to the members of an event, with the words, newest first. */
export function EventHistory({ actions }: { actions: readonly BulkActionRow[] }) {
  const mayOpen = useCan('actions.confirm')
  if (actions.length === 0) return null
  return (
    <section className={styles.history} aria-labelledby="sent">
      <h2 id="sent">Sent to members</h2>
      <ol>
        {actions.map((action) => (
          <li key={action.id}>
            <h3>
              {mayOpen ? (
                <Link to={`/bulk-actions/${action.id}`}>{titleOf(action)}</Link>
              ) : (
                titleOf(action)
              )}
            </h3>
            <p>
              {momentInWords(new Date(action.created_at))}, by {action.made_by}.{' '}
              {progressOf(action)}
            </p>
            {action.message && <p className={styles.words}>{action.message}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function titleOf({ subject, kind }: BulkActionRow): string {
  return subject ?? SENT[kind]
}

function progressOf({ state, done, total, failed, reverted_at: reverted }: BulkActionRow): string {
  if (reverted !== null) return 'Reversed.'
  if (state === 'waits for a second person') return 'Waiting for a second person.'
  const members = `${done} of ${total} ${total === 1 ? 'member' : 'members'}`
  return failed > 0 ? `${members}, ${failed} failed.` : `${members}.`
}
