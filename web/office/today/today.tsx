import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { Today } from '../../../domain/office/today-schemas.ts'
import { read } from '../api.ts'
import { HostContact } from '../events/host-contact.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { Calls } from './calls.tsx'
import { OwnDays } from './own-days.tsx'
import { tasksOf, waitingForOthers } from './tasks.tsx'
import styles from './today.module.css'

type ComingEvent = NonNullable<Today['events']>[number]

export function loader({ request }: LoaderFunctionArgs): Promise<Today> {
  return read('GET /api/office/today', { signal: request.signal })
}

export function Component() {
  const today = useLoaderData<Today>()
  const tasks = tasksOf(today)
  const waiting = waitingForOthers(today)
  return (
    <OfficePage title="Today">
      {today.days && <OwnDays days={today.days} />}
      <section className={styles.part} aria-labelledby="to-do">
        <h2 id="to-do">To do</h2>
        {tasks.length === 0 ? (
          <p>You have nothing to do.</p>
        ) : (
          <ul className={styles.tasks}>
            {tasks.map(({ key, words }) => (
              <li key={key}>{words}</li>
            ))}
          </ul>
        )}
      </section>
      {waiting.length > 0 && (
        <section className={styles.part} aria-labelledby="waiting">
          <h2 id="waiting">Waiting for somebody else</h2>
          <ul className={styles.tasks}>
            {waiting.map(({ key, words }) => (
              <li key={key}>{words}</li>
            ))}
          </ul>
        </section>
      )}
      {today.loops && <Calls loops={today.loops} />}
      {today.events && (
        <section className={styles.part} aria-labelledby="coming">
          <h2 id="coming">Events in the next three days</h2>
          {today.events.length === 0 ? (
            <p>There are no events in the next three days.</p>
          ) : (
            <Coming events={today.events} />
          )}
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
