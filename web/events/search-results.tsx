import { Link } from 'react-router'
import quietHall from '../ui/art/quiet-hall.svg'
import { ButtonLink } from '../ui/button.tsx'
import { Ring } from '../ui/spinner.tsx'
import { EventList } from './event-list.tsx'
import type { ListPart } from './listed-event.server.ts'
import styles from './listing.module.css'
import type { NearHeading } from './nearby.server.ts'

type SearchResultsProps = {
  parts: readonly ListPart[]
  numbers: ReadonlyMap<number, number>
  isSearching: boolean
  isNarrowed: boolean
  /** For an empty list. */
  nothing: string
  /** Null unless both were searched. */
  both: string | null
  /** Null unless a place was searched. */
  near: NearHeading | null
  count: string
  /** The pages before and after this one. */
  pages: readonly { rel: string; href: string; label: string }[]
}

export function SearchResults(props: SearchResultsProps) {
  const { parts, numbers, isSearching, isNarrowed, nothing, both, near, count, pages } = props
  return (
    <section aria-labelledby="upcoming-events">
      <h2 id="upcoming-events" tabIndex={-1} className={near ? styles.near : 'visually-hidden'}>
        {near?.title ?? 'Upcoming events'}
      </h2>
      <p role="status" className={isSearching ? styles.searching : styles.count}>
        {isSearching && <Ring />}
        {isSearching ? 'Loading events' : count}
      </p>
      {!isSearching && both && (
        <p className={styles.both}>
          Date and place: {both}. <a href="/book-event-main">Clear both</a>
        </p>
      )}
      {!isSearching && <EventList parts={parts} numbers={numbers} />}
      {!isSearching && near && (
        <p className={styles.after}>
          <a href={near.alert.href}>{near.alert.label}</a>
          {near.instead && ' · '}
          {near.instead && <a href="/book-event-main">Show all events</a>}
        </p>
      )}
      {!isSearching && pages.length > 0 && (
        <nav className={styles.pages} aria-label="Pages of events">
          {pages.map(({ rel, href, label }) => (
            <a key={rel} rel={rel} href={href}>
              {label}
            </a>
          ))}
        </nav>
      )}
      {!isSearching && parts.length === 0 && (
        <NothingFound isNarrowed={isNarrowed} nothing={nothing} />
      )}
    </section>
  )
}

type NothingFoundProps = Pick<SearchResultsProps, 'isNarrowed' | 'nothing'>

function NothingFound({ isNarrowed, nothing }: NothingFoundProps) {
  return (
    <div className={styles.nothing}>
      <img src={quietHall} width={280} height={150} alt="" />
      <h3>No upcoming events found</h3>
      <p>{nothing}</p>
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
