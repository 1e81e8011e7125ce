import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { Today } from '../../../domain/office/today-shapes.ts'
import { read } from '../api.ts'
import { HostContact } from '../events/host-contact.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { OwnDays } from './own-days.tsx'
import styles from './today.module.css'

type ComingEvent = NonNullable<Today['events']>[number]

export function loader({ request }: LoaderFunctionArgs): Promise<Today> {
  return read('GET /api/office/today', { signal: request.signal })
}

export function Component() {
  const today = useLoaderData<Today>()
  const tasks = tasksOf(today)
  return (
    <OfficePage title="Today">
      {today.days && <OwnDays days={today.days} />}
      <section className={styles.part} aria-labelledby="to-do">
        <h2 id="to-do">To do</h2>
        {tasks.length === 0 ? (
          <p>Nothing waits for you.</p>
        ) : (
          <ul className={styles.tasks}>
            {tasks.map(({ key, words }) => (
              <li key={key}>{words}</li>
            ))}
          </ul>
        )}
      </section>
      {today.events && (
        <section className={styles.part} aria-labelledby="coming">
          <h2 id="coming">Events of the next three days</h2>
          {today.events.length === 0 ? <p>There are none.</p> : <Coming events={today.events} />}
        </section>
      )}
    </OfficePage>
  )
}

function Coming({ events }: { events: readonly ComingEvent[] }) {
  return (
    <DataTable
      caption="Events of the next three days"
      hideCaption
      rows={events}
      rowKey={({ event_id: id }) => id}
      columns={[
        {
          label: 'Event',
          cell: ({ event_id: id, event_name: name }) => <Link to={`/events/${id}`}>{name}</Link>,
        },
        {
          label: 'When',
          cell: ({ event_date: date, start_time: time }) => `${weekdayAndDate(date)}, ${time}`,
        },
        { label: 'Town', cell: ({ city }) => city ?? '' },
        { label: 'Host', cell: (event) => <HostContact event={event} /> },
        { label: 'Booked', align: 'end', cell: ({ booked, places }) => `${booked} of ${places}` },
      ]}
    />
  )
}

/** Only what somebody has to look at: a count of none is no task. */
function tasksOf(today: Today): { key: string; words: ReactNode }[] {
  const { failed_mails: mails, open_messages: messages } = today
  const { stuck_payments: payments, erasure_requests: erasures, drafts } = today
  const { refunds_to_confirm: refunds } = today
  const toConfirm = (today.actions_to_confirm ?? []).map((action) => ({
    key: `action ${action.bulk_action_id}`,
    count: 1,
    words: (
      <>
        <Link to={`/bulk-actions/${action.bulk_action_id}`}>
          Cancelling {action.event_name} waits for a second person
        </Link>
        , asked for by {action.made_by}
      </>
    ),
  }))
  return [
    ...toConfirm,
    {
      key: 'payments',
      count: payments,
      words: (
        <Link to="/payments">
          {counted(payments, 'payment or refund is', 'payments or refunds are')} stuck
        </Link>
      ),
    },
    {
      key: 'refunds',
      count: refunds,
      words: (
        <Link to="/payments?tab=waiting">
          {counted(refunds, 'refund waits', 'refunds wait')} for you to confirm
        </Link>
      ),
    },
    {
      key: 'mails',
      count: mails,
      words: <Link to="/mails">{counted(mails, 'mail', 'mails')} could not be sent</Link>,
    },
    {
      key: 'messages',
      count: messages,
      words: <Link to="/messages">{counted(messages, 'message', 'messages')} to answer</Link>,
    },
    {
      key: 'erasures',
      count: erasures,
      words: (
        <Link to="/erasures">
          {counted(erasures, 'member asks', 'members ask')} for their data to be erased
        </Link>
      ),
    },
    {
      key: 'jobs',
      count: today.late_jobs,
      words: (
        <Link to="/jobs">{counted(today.late_jobs, 'job is', 'jobs are')} late or failed</Link>
      ),
    },
    {
      key: 'drafts',
      count: drafts,
      words: (
        <Link to="/events?tab=draft">
          {counted(drafts, 'event is', 'events are')} not published yet
        </Link>
      ),
    },
  ].filter(({ count }) => count !== null && count > 0)
}

function counted(count: number | null, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`
}
