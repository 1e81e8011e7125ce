import type { CharityEvent } from '../../domain/contract.ts'
import { eventAddress } from '../../domain/events.ts'
import { dateParts, longDate } from '../../domain/uk-time.ts'
import styles from './day-box.module.css'

/** The day and place that are being booked, repeated wherever a time is chosen or confirmed. */
export function DayBox({ event }: { event: CharityEvent }) {
  return (
    <div className={styles.box}>
      <DayLeaf date={event.event_date} />
      <p>
        <b>
          <time dateTime={event.event_date}>{longDate(event.event_date)}</time>
        </b>
        <br />
        {event.event_name}
        <br />
        <span className="small soft">{eventAddress(event)}</span>
      </p>
    </div>
  )
}

/** A date ('YYYY-MM-DD') as a leaf of a calendar, for the eye: the words stand beside it. */
export function DayLeaf({ date }: { date: string }) {
  const { day, month } = dateParts(date)
  return (
    <span className={styles.leaf} aria-hidden="true">
      {month.slice(0, 3)}
      <b>{day}</b>
    </span>
  )
}
