import { Link } from 'react-router'
import type { CharityEvent } from '../../domain/contract.ts'
import { chargePence, eventLabel, howToPay, spacesLeft } from '../../domain/events.ts'
import { pounds } from '../../domain/money.ts'
import { dateParts, longDate } from '../../domain/uk-time.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './event-list.module.css'
import { audience, placeInWords, spacesInWords, timesInWords } from './event-words.ts'
import { ShortName } from './short-name.tsx'

type EventRowProps = {
  event: CharityEvent
  /** On the map beside the list. */
  number: number | undefined
  now: Date
}

export function EventRow({ event, number, now }: EventRowProps) {
  const { day, weekday } = dateParts(event.event_date)
  const label = eventLabel(event, now)
  const price = chargePence(event)
  return (
    <article className={styles.row}>
      <p className={styles.date} aria-hidden="true">
        <b>{day}</b>
        {weekday.slice(0, 3)}
        <span>{weekday.slice(3)}</span>
      </p>
      <h4 className={styles.name}>
        {number !== undefined && (
          <span className={styles.number} aria-hidden="true">
            {number}
          </span>
        )}
        <Link to={`/event/${event.event_id}`}>
          <ShortName name={event.event_name} />
        </Link>
      </h4>
      <div>
        <p>{event.product_name}</p>
        <p className={styles.small}>
          <time dateTime={event.event_date}>{longDate(event.event_date)}</time>,{' '}
          <span className={styles.times}>{timesInWords(event)}</span>
        </p>
        <p className={styles.small}>{placeInWords(event)}</p>
        <p className={styles.small}>
          {audience(event)}
          {event.is_private && ', private'}
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
        <span className={styles.spaces}>{spacesInWords(spacesLeft(event))}</span>
        {event.is_private && <span className={styles.small}>Access code needed</span>}
        {price > 0 && <b className={styles.price}>{pounds(price)}</b>}
        {howToPay(event) === 'at the venue' && (
          <span className={styles.small}>Pay at the venue</span>
        )}
      </div>
    </article>
  )
}
