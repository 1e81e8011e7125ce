import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import styles from './event-list.module.css'
import type { ListedEvent } from './listed-event.server.ts'
import { ShortName } from './short-name.tsx'

type EventRowProps = {
  event: ListedEvent
  /** On the map beside the list. */
  number: number | undefined
  level: 3 | 4
  /** For this member, whatever the event costs. */
  isFree: boolean
}

export function EventRow({ event, number, level, isFree }: EventRowProps) {
  const { day, weekday, label, price } = event
  const Name = `h${level}` as const
  return (
    <article className={styles.row}>
      <p className={styles.date} aria-hidden="true">
        <b>{day}</b>
        {weekday.slice(0, 3)}
        <span>{weekday.slice(3)}</span>
      </p>
      <Name className={styles.name}>
        {number !== undefined && (
          <span className={styles.number} aria-hidden="true">
            {number}
          </span>
        )}
        <Link to={`/event/${event.event_id}`}>
          <ShortName name={event.event_name} />
        </Link>
      </Name>
      <div>
        <p>
          {event.place}
          {event.miles && (
            <>
              , <b>{event.miles}</b>
            </>
          )}
        </p>
        <p className={styles.small}>
          <time dateTime={event.event_date}>{event.date}</time>,{' '}
          <span className={styles.times}>{event.times}</span>
        </p>
        <p className={styles.small}>
          {event.product}, {event.audience}
          {event.isPrivate && ', private'}
        </p>
      </div>
      <div className={styles.end}>
        {label === 'BOOK' ? (
          <span className={styles.go}>
            {label} <Icon name="arrow-right" />
          </span>
        ) : (
          <span className={styles.state}>
            <Icon name="prohibit" /> {label}
          </span>
        )}
        <span className={styles.spaces}>{event.spaces}</span>
        {event.isPrivate && <span className={styles.small}>Access code needed</span>}
        <b className={styles.price}>{isFree && price !== 'Free' ? 'Free for you' : price}</b>
        {event.isPaidThere && !isFree && <span className={styles.small}>Pay at the venue</span>}
      </div>
    </article>
  )
}
