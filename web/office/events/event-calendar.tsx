import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { addMonths, type EventMonth, weeksOf } from '../../../domain/office/event-months.ts'
import type { EventRow } from '../../../domain/office/event-schemas.ts'
import { dayInWords, ukDate } from '../../../domain/uk-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { read } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import styles from './event-calendar.module.css'
import { monthInWords, STATE_WORDS } from './event-text.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export function loader({ request }: LoaderFunctionArgs): Promise<EventMonth> {
  const asked = new URL(request.url).searchParams.get('month')
  const month = asked ?? ukDate(new Date()).slice(0, 7)
  return read('GET /api/office/event-months/:month', { params: { month }, signal: request.signal })
}

/** A month of events, drafts and cancelled ones too: a grid at a desk, a list of its days on a phone. */
export function Component() {
  const { month, events } = useLoaderData<EventMonth>()
  const words = monthInWords(month)
  return (
    <OfficePage
      title={words}
      trail={[{ label: 'Events', to: '/events' }]}
      lede={events.length === 0 ? 'There are no events in this month.' : undefined}
      actions={
        <>
          <ButtonLink kind="quiet" to={`/events/calendar?month=${addMonths(month, -1)}`}>
            Previous month
          </ButtonLink>
          <ButtonLink kind="quiet" to={`/events/calendar?month=${addMonths(month, 1)}`}>
            Next month
          </ButtonLink>
        </>
      }
    >
      <table className={styles.calendar}>
        <caption className="visually-hidden">Events in {words}</caption>
        <thead>
          <tr>
            {DAYS.map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of a month have no other name
            <tr key={n}>
              {week.map((date, day) => (
                <Day key={DAYS[day]} date={date} events={events} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </OfficePage>
  )
}

function Day({ date, events }: { date: string | null; events: readonly EventRow[] }) {
  const own = events.filter(({ event_date: day }) => day === date)
  if (!date) return <td data-empty />
  return (
    <td data-empty={own.length === 0 || undefined}>
      <p className={styles.date}>
        <span className="visually-hidden">{dayInWords(date)}</span>
        <span aria-hidden="true">{Number(date.slice(-2))}</span>
      </p>
      {own.length > 0 && (
        <ul>
          {own.map((event) => (
            <li key={event.event_id} data-state={event.state}>
              <Link to={`/events/${event.event_id}`}>{event.event_name}</Link>
              <span>
                {event.start_time.slice(0, 5)}, {event.appointments} of {event.total_spaces}
                {event.state !== 'published' && `, ${STATE_WORDS[event.state].label.toLowerCase()}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </td>
  )
}
