import type { CharityEvent } from '../../domain/contract.ts'
import {
  chargePence,
  eventAddress,
  eventEnd,
  eventLabel,
  isBookingRestricted,
  spacesLeft,
} from '../../domain/events.ts'
import { pounds } from '../../domain/money.ts'
import { dateParts, longDate } from '../../domain/uk-time.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { spacesInWords, timesInWords } from './event-text.ts'
import styles from './event-ticket.module.css'
import { ShortName } from './short-name.tsx'

type Props = {
  event: CharityEvent
  now: Date
  /** For this member, whatever the event costs. */
  isFree: boolean
}

export function EventTicket({ event, now, isFree }: Props) {
  const { day, month, weekday } = dateParts(event.event_date)
  const spaces = spacesLeft(event)
  const isOpen = eventLabel(event, now) === 'BOOK'
  const price = chargePence(event)
  return (
    <article className={styles.ticket} data-closed={!isOpen || undefined}>
      <p className={styles.stub} aria-hidden="true">
        <span>{day}</span>
        <span>
          <b>{month}</b>
          {weekday}
        </span>
      </p>
      <div className={styles.body}>
        <h3>
          <Link to={`/event/${event.event_id}`} state={linkState(event, now)}>
            <ShortName name={event.event_name} />
          </Link>
        </h3>
        <p>{event.product_name}</p>
        <dl>
          <dt>
            <Icon name="calendar-blank" />
            <span className="visually-hidden">Date</span>
          </dt>
          <dd>
            <time dateTime={event.event_date}>{longDate(event.event_date)}</time>
          </dd>
          <dt>
            <Icon name="clock" />
            <span className="visually-hidden">Time</span>
          </dt>
          <dd className="num">{timesInWords(event)}</dd>
          <dt>
            <Icon name="map-pin" />
            <span className="visually-hidden">Place</span>
          </dt>
          <dd>{shortAddress(event)}</dd>
        </dl>
        <p className={styles.foot}>
          <span className="small">
            <b>{priceInWords(price, isFree)}</b>
            {isOpen && `, ${spacesInWords(spaces)}`}
          </span>
          <Label event={event} now={now} />
        </p>
      </div>
    </article>
  )
}

function priceInWords(price: number, isFree: boolean): string {
  if (price === 0) return 'Free'
  return isFree ? 'Free for you' : pounds(price)
}

function Label({ event, now }: { event: CharityEvent; now: Date }) {
  const label = eventLabel(event, now)
  if (label !== 'BOOK') {
    return (
      <span className={styles.closed}>
        <Icon name="prohibit" />
        {label}
      </span>
    )
  }
  return (
    <span className={styles.book}>
      {label}
      <Icon name="arrow-right" />
    </span>
  )
}

/** Without the country; a postcode stays on one line. */
function shortAddress(event: CharityEvent): string {
  const postcode = event.postcode?.replace(' ', '\u00a0') ?? null
  return eventAddress({ ...event, postcode, country: null })
}

/** Navigation state of a link to an event (rules §1.5). */
function linkState(event: CharityEvent, now: Date) {
  return {
    event,
    expired: eventEnd(event) < now,
    fullyBooked: spacesLeft(event) === 0,
    restricted: isBookingRestricted(event, now),
    label: eventLabel(event, now),
  }
}
