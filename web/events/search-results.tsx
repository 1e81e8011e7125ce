import { Link } from 'react-router'
import type { CharityEvent } from '../../domain/contract.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EventList } from './event-list.tsx'
import styles from './listing.module.css'

type SearchResultsProps = {
  events: readonly CharityEvent[]
  /** Of the events on the map beside. */
  numbers: ReadonlyMap<number, number>
  now: Date
  isSearching: boolean
  isNarrowed: boolean
}

/** What was found: the count, spoken when it changes, and the events or a way on. */
export function SearchResults(props: SearchResultsProps) {
  const { events, numbers, now, isSearching, isNarrowed } = props
  return (
    <section aria-labelledby="upcoming-events">
      <h2 id="upcoming-events" className="visually-hidden">
        Upcoming events
      </h2>
      <p role="status" className={isSearching ? styles.searching : styles.count}>
        {isSearching ? 'Loading events' : countInWords(events.length)}
      </p>
      {!isSearching && events.length > 0 && (
        <EventList events={events} numbers={numbers} now={now} />
      )}
      {!isSearching && events.length === 0 && <NothingFound isNarrowed={isNarrowed} />}
    </section>
  )
}

function NothingFound({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <div className={styles.nothing}>
      <EmptyHall />
      <h3>No upcoming events found</h3>
      <p>
        {isNarrowed
          ? 'Try another date or place, or look at every event.'
          : 'New dates are added all through the year. Leave us your email below and we will write.'}
      </p>
      {isNarrowed ? (
        <ButtonLink kind="quiet" to="/book-event-main" reloadDocument>
          Show all events
        </ButtonLink>
      ) : (
        <Link to="/events">How our events work</Link>
      )}
    </div>
  )
}

/** The hall of the site's pictures with its lights out. */
function EmptyHall() {
  return (
    <svg viewBox="0 0 240 120" width="240" height="120" aria-hidden="true" className={styles.hall}>
      <path d="M0 120V96c40-26 92-32 132-14 36 16 74 16 108-6v44z" fill="var(--sage-200)" />
      <path d="M62 104V62l38-24 38 24v42z" fill="var(--white)" />
      <path d="m56 65 44-28 44 28" fill="none" stroke="var(--navy-900)" strokeWidth="4" />
      <path d="M92 104V82a8 8 0 0 1 16 0v22z" fill="var(--navy-900)" />
      <path d="M72 84V76a5 5 0 0 1 10 0v8zm46 0V76a5 5 0 0 1 10 0v8z" fill="var(--sage-300)" />
      <path d="M0 120c60-22 170-24 240-4v4z" fill="var(--sage-300)" />
    </svg>
  )
}

function countInWords(count: number): string {
  if (count === 1) return '1 event found'
  return `${count} events found${count > 1 ? ', soonest first' : ''}`
}
