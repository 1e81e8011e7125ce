import type { ReactNode } from 'react'
import type { CharityEvent } from '../../domain/contract.ts'
import { eventAddress } from '../../domain/events.ts'
import { dateParts, longDate } from '../../domain/uk-time.ts'
import styles from './day-box.module.css'

/** The day and place that are being booked, repeated wherever a time is chosen or confirmed. */
export function DayBox({ event }: { event: CharityEvent }) {
  return (
    <Day date={event.event_date}>
      {event.event_name}
      <br />
      <span className="small soft">{eventAddress(event)}</span>
    </Day>
  )
}

/** A day ('YYYY-MM-DD') and, under it, what is then. */
export function Day({ date, children }: { date: string; children: ReactNode }) {
  return (
    <div className={styles.box}>
      <DayLeaf date={date} />
      <p>
        <b>
          <time dateTime={date}>{longDate(date)}</time>
        </b>
        <br />
        {children}
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
