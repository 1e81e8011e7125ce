import type { ReactNode } from 'react'
import type { CharityEvent } from '../../domain/contract.ts'
import { bookingClosesAt, chargePence, howToPay } from '../../domain/events.ts'
import { pounds } from '../../domain/money.ts'
import { longDate, momentInWords } from '../../domain/uk-time.ts'
import styles from './event.module.css'
import { audience, timesInWords } from './event-text.ts'

type EventFactsProps = {
  event: CharityEvent
  now: Date
  kind: string
  venue: { label: string; text: string }[]
}

export function EventFacts({ event, now, kind, venue }: EventFactsProps) {
  const price = chargePence(event)
  const closesAt = bookingClosesAt(event)
  return (
    <dl className={styles.list}>
      <Fact name="Date">
        <time dateTime={event.event_date}>{longDate(event.event_date)}</time>
      </Fact>
      <Fact name="Time">
        <span className="num">{timesInWords(event)}</span>. You choose a time. Each appointment
        lasts {event.session_duration} minutes
      </Fact>
      {price > 0 && (
        <Fact name="Price">
          <b className="num">{pounds(price)}</b>
          {howToPay(event) === 'by card' ? ', paid by card when you book' : ', pay at the venue'}
        </Fact>
      )}
      <Fact name="Public or private">{kind}</Fact>
      <Fact name="Who it is for">{audience(event)}</Fact>
      <Fact name="Place">
        <Address event={event} />
      </Fact>
      {venue.map(({ label, text }) => (
        <Fact key={label} name={label}>
          {text}
        </Fact>
      ))}
      {event.contact_email && (
        <Fact name="Ask the host">
          <a href={`mailto:${event.contact_email}`}>{event.contact_email}</a>
        </Fact>
      )}
      <Fact name={closesAt && closesAt <= now ? 'Booking closed' : 'Booking closes'}>
        {closesAt ? momentInWords(closesAt) : 'When the last appointment starts'}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Address({ event }: { event: CharityEvent }) {
  const town = [event.city, event.postcode].filter(Boolean).join(', ')
  const lines = [event.address_line1, event.address_line2, town, event.country].filter(Boolean)
  if (lines.length === 0) return 'Your host will give you the address'
  return (
    <address>
      {lines.map((line) => (
        <span key={line} className={styles.line}>
          {line}
        </span>
      ))}
    </address>
  )
}
