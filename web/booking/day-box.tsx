import type { ReactNode } from 'react'
import type { CharityEvent } from '../../domain/contract.ts'
import { eventAddress } from '../../domain/events.ts'
import { dateParts, longDate } from '../../domain/uk-time.ts'
import styles from './day-box.module.css'

export function DayBox({ event }: { event: CharityEvent }) {
  return (
    <Day date={event.event_date}>
      {event.event_name}
      <br />
      <span className="small soft">{eventAddress(event)}</span>
    </Day>
  )
}

/** `date` is 'YYYY-MM-DD'. */
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

/** Decorative: the same date ('YYYY-MM-DD') must be in text next to it. */
export function DayLeaf({ date }: { date: string }) {
  const { day, month } = dateParts(date)
  return (
    <span className={styles.leaf} aria-hidden="true">
      {month.slice(0, 3)}
      <b>{day}</b>
    </span>
  )
}
