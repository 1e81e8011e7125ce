import type { CharityEvent } from '../../domain/contract.ts'
import { dateParts } from '../../domain/uk-time.ts'
import styles from './event-list.module.css'
import { EventRow } from './event-row.tsx'

type EventListProps = {
  events: readonly CharityEvent[]
  /** Numbers on the map beside the list, by event id. */
  numbers: ReadonlyMap<number, number>
  now: Date
}

export function EventList({ events, numbers, now }: EventListProps) {
  return byMonth(events).map(({ month, events }) => (
    <section key={month} aria-label={month}>
      <h3 className={styles.month}>{month}</h3>
      {events.map((event) => (
        <EventRow
          key={event.event_id}
          event={event}
          number={numbers.get(event.event_id)}
          now={now}
        />
      ))}
    </section>
  ))
}

function byMonth(events: readonly CharityEvent[]) {
  const months: { month: string; events: CharityEvent[] }[] = []
  for (const event of events) {
    const { month, year } = dateParts(event.event_date)
    const name = `${month} ${year}`
    const last = months.at(-1)
    if (last?.month === name) last.events.push(event)
    else months.push({ month: name, events: [event] })
  }
  return months
}
