import { Suspense, use } from 'react'
import type { CharityEvent } from '../../domain/contract.ts'
import { EventTicket } from '../events/event-ticket.tsx'
import { LoadFailed } from '../events/load-failed.tsx'
import { useFreeRepeat } from '../events/use-free-repeat.ts'
import quietHall from '../ui/art/quiet-hall.svg'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Section } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import styles from './upcoming.module.css'

/** `count` is the number of all upcoming events; labels are as of `now` (ms). */
export type NextEvents = { events: CharityEvent[]; count: number; now: number }

/** Null when they could not be loaded. */
type Next = NextEvents | null
type UpcomingProps = { next: Next | Promise<Next> }

export function Upcoming({ next }: UpcomingProps) {
  return (
    <Section title="Upcoming events" caps tone="sage" aside={<SeeMore />}>
      <Suspense fallback={<Loading />}>
        <Found next={next} />
      </Suspense>
    </Section>
  )
}

function Found({ next }: UpcomingProps) {
  const isFree = useFreeRepeat()
  const upcoming = next instanceof Promise ? use(next) : next
  if (!upcoming) return <LoadFailed what="the events" level={3} />
  if (upcoming.events.length === 0) return <None />
  const now = new Date(upcoming.now)
  return (
    <>
      <ul className={styles.tickets}>
        {upcoming.events.map((event) => (
          <li key={event.event_id}>
            <EventTicket event={event} now={now} isFree={isFree} />
          </li>
        ))}
      </ul>
      {upcoming.count > upcoming.events.length && (
        <ButtonLink kind="quiet" to="/book-event-main">
          All {upcoming.count} dates
        </ButtonLink>
      )}
    </>
  )
}

function Loading() {
  return (
    <div className={styles.tickets} data-loading>
      <p role="status">Loading events</p>
      {[...'12345'].map((n) => (
        <span key={n} />
      ))}
    </div>
  )
}

function None() {
  return (
    <div className={styles.none}>
      <img src={quietHall} width={280} height={150} loading="lazy" alt="" />
      <p className="lede">No upcoming events found</p>
      <p>
        We add new dates all year. <Link to="/contact-us">Ask us about an event near you</Link>.
      </p>
    </div>
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
