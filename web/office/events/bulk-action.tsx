import { Link, useLoaderData } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import type { GroupWay } from '../../../domain/office/attendee-messages.ts'
import type { BulkAction, BulkKind } from '../../../domain/office/bulk-actions.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { read, write } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { steadyLoader } from '../parts/steady-loader.ts'
import { useAction } from '../parts/use-action.ts'
import { useRefresh } from '../parts/use-refresh.ts'
import { counted } from './event-text.ts'
import styles from './events.module.css'
import { RevertCancellation } from './revert-cancellation.tsx'
import { SecondPerson } from './second-person.tsx'
import { ToBeRung } from './to-be-rung.tsx'

const TITLES: Record<BulkKind, string> = {
  'event cancellation': 'Cancelling the event',
  'event change': 'Message to everybody who has booked',
  'time change': 'Changing the time',
  message: 'Message to members',
  'running late': 'Message about a delay',
  'appointment moves': 'Moving appointments',
  'appointment cancellations': 'Cancelling appointments',
}

export const loader = steadyLoader(
  ({ params, request }): Promise<BulkAction> =>
    read('GET /api/office/bulk-actions/:id', {
      params: { id: String(params.id) },
      signal: request.signal,
    }),
)

/** How far a bulk action is; goes on by itself. */
export function Component() {
  const action = useLoaderData<BulkAction>()
  const { state, total, done, failed } = action
  const isRunning = state === 'running'
  useRefresh(isRunning)
  return (
    <OfficePage
      title={TITLES[action.kind]}
      trail={[
        { label: 'Events', to: '/events' },
        { label: action.event_name, to: `/events/${action.event_id}` },
      ]}
      lede={ledeOf(action)}
    >
      <div className={styles.parts}>
        {(action.can_stop || action.preview) && <SecondPerson action={action} />}
        {action.message && <WordsOf action={action} />}
        {total > 0 && (
          <p className={styles.progress}>
            <label htmlFor="progress">
              {done} of {total} done{failed > 0 && `, ${failed} failed`}
            </label>
            <progress id="progress" max={total} value={done} />
          </p>
        )}
        <p role="status">
          {isRunning && !action.can_stop && 'It carries on by itself, even if you leave this page.'}
          {state === 'done' &&
            failed === 0 &&
            (action.reverted_at ? 'Finished: it was stopped or reversed.' : 'Finished.')}
        </p>
        {action.owed.count > 0 && (
          <p>
            <Link to="/payments?tab=by_hand">
              {counted(action.owed.count, 'payment')} of this event
            </Link>{' '}
            still to refund by hand, {pounds(action.owed.pence)}.
          </p>
        )}
        {action.failures.length > 0 && <Failures action={action} />}
        {action.not_told.length > 0 && <ToBeRung members={action.not_told} />}
        {action.kind === 'event cancellation' && <RevertCancellation action={action} />}
      </div>
    </OfficePage>
  )
}

function ledeOf({ made_by: by, created_at: at, confirmed_by: second }: BulkAction): string {
  const requested = `Requested by ${by}, ${momentInWords(new Date(at))}`
  return second === null ? requested : `${requested}. Approved by ${second}`
}

const SENT_BY: Record<GroupWay, string> = {
  email: 'By email.',
  sms: 'By text.',
  any: 'By email, or by text to those whom no email reaches or who prefer a text.',
}

function WordsOf({ action: { subject, message, sent_by: way } }: { action: BulkAction }) {
  return (
    <section aria-labelledby="words">
      <h2 id="words">{subject ?? 'Message to the members'}</h2>
      {way && <p>{SENT_BY[way]}</p>}
      <p className={styles.words}>{message}</p>
    </section>
  )
}

function Failures({ action }: { action: BulkAction }) {
  const { id } = action
  const { isPending, run } = useAction(() =>
    write('POST /api/office/bulk-actions/:id/retry', { params: { id } }),
  )
  return (
    <section aria-labelledby="failed">
      <h2 id="failed">Failed</h2>
      <DataTable
        caption="Members it failed for"
        hideCaption
        rows={action.failures}
        rowKey={({ member_id: id }) => id}
        columns={[
          {
            label: 'Name',
            cell: ({ member_id: id, name }) => <Link to={`/members/${id}`}>{name}</Link>,
          },
          { label: 'Why', cell: ({ problem }) => problem ?? 'Not known' },
        ]}
      />
      <Button kind="quiet" pending={isPending} onClick={run}>
        Try these again
      </Button>
    </section>
  )
}
