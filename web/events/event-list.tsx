import { dateParts } from '../../domain/uk-time.ts'
import styles from './event-list.module.css'
import { EventRow } from './event-row.tsx'
import type { ListedEvent } from './listed-event.server.ts'

type EventListProps = {
  events: readonly ListedEvent[]
  /** Numbers on the map beside the list, by event id. */
  numbers: ReadonlyMap<number, number>
  /** Nearest first, not by month. */
  isByPlace?: boolean
}

export function EventList({ events, numbers, isByPlace }: EventListProps) {
  if (isByPlace) {
    return events.map((event) => (
      <EventRow key={event.event_id} event={event} number={numbers.get(event.event_id)} level={3} />
    ))
  }
  return byMonth(events).map(({ month, events }) => (
    <section key={month} aria-label={month}>
      <h3 className={styles.month}>{month}</h3>
      {events.map((event) => (
        <EventRow key={event.event_id} event={event} number={numbers.get(event.event_id)} />
      ))}
    </section>
  ))
}

function byMonth(events: readonly ListedEvent[]) {
  const months: { month: string; events: ListedEvent[] }[] = []
  for (const event of events) {
    const { month, year } = dateParts(event.event_date)
    const name = `${month} ${year}`
    const last = months.at(-1)
    if (last?.month === name) last.events.push(event)
    else months.push({ month: name, events: [event] })
  }
  return months
}
