import { Link } from 'react-router'
import type { CharityEvent } from '../../domain/contract.ts'
import { EventTicket } from '../events/event-ticket.tsx'
import quietHall from '../ui/art/quiet-hall.svg'
import { Icon } from '../ui/icon.tsx'
import { Section } from '../ui/layout.tsx'
import styles from './upcoming.module.css'

/** The next events, soonest first, and the way to all of them. */
export function Upcoming({ events, now }: { events: CharityEvent[]; now: Date }) {
  return (
    <Section title="Upcoming events" tone="sage" aside={<SeeMore />}>
      {events.length > 0 ? (
        <ul className={styles.tickets}>
          {events.map((event) => (
            <li key={event.event_id}>
              <EventTicket event={event} now={now} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={styles.none}>
          <img src={quietHall} width={280} height={150} loading="lazy" alt="" />
          <p className="lede">No upcoming events found</p>
        </div>
      )}
    </Section>
  )
}

function SeeMore() {
  return (
    <Link className={styles.more} to="/events">
      See more <span className="visually-hidden">events</span>
      <Icon name="arrow-right" />
    </Link>
  )
}
