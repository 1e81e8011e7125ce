import styles from './event-list.module.css'
import { EventRow } from './event-row.tsx'
import type { ListPart } from './listed-event.server.ts'
import { useFreeRepeat } from './use-free-repeat.ts'

type EventListProps = {
  parts: readonly ListPart[]
  /** Numbers on the map beside the list, by event id. */
  numbers: ReadonlyMap<number, number>
}

export function EventList({ parts, numbers }: EventListProps) {
  const isFree = useFreeRepeat()
  return parts.map(({ month, events }) => {
    const rows = events.map((event) => (
      <EventRow
        key={event.event_id}
        event={event}
        number={numbers.get(event.event_id)}
        level={month ? 4 : 3}
        isFree={isFree}
      />
    ))
    if (!month) return rows
    return (
      <section key={month} aria-label={month}>
        <h3 className={styles.month}>{month}</h3>
        {rows}
      </section>
    )
  })
}
