import { eventEnd, eventStart } from '../../domain/events.ts'
import { numbersOnMap } from '../map/places.ts'
import { mapTiles } from '../map/tiles.ts'
import { pageMeta } from '../page-meta.ts'
import { Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { Route } from './+types/listing.ts'
import { CouldNotLoad } from './could-not-load.tsx'
import styles from './listing.module.css'
import { EventsMap } from './map-of-events.tsx'
import { readEvents } from './read-events.ts'
import { ReadFirst } from './read-first.tsx'
import { bothInWords, filtersOf, isNarrowed, readSearch } from './search.ts'
import { SearchCard } from './search-card.tsx'
import { SearchResults } from './search-results.tsx'
import { useSearchRunning } from './use-search-running.ts'

export function meta() {
  return pageMeta({
    title: 'Find a screening event',
    description:
      'PSA screening events for men of 40 to 80 in the United Kingdom, by date and by place: when, where, what it costs and how many places are left.',
  })
}

/** `now` is the time of the response, in ms. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const search = readSearch(new URL(request.url).searchParams)
  const events = await readEvents(context, filtersOf(search))
  const now = new Date()
  const shown = events
    .filter((event) => eventEnd(event) >= now)
    .sort((a, b) => eventStart(a).getTime() - eventStart(b).getTime())
  const found = { events: shown, isNarrowed: isNarrowed(search), both: bothInWords(search) }
  return { search, ...found, now: now.getTime(), tiles: context.get(mapTiles) }
}

/** Spec §2, /book-event-main. */
export default function Listing({ loaderData }: Route.ComponentProps) {
  const { search, events, isNarrowed, both, now, tiles } = loaderData
  const isSearching = useSearchRunning()
  return (
    <Wrap>
      <PageTitle
        trail={[{ label: 'Home', to: '/' }, { label: 'Find a screening event' }]}
        lede="Choose a date or a place. You can read everything before you sign in."
      >
        Find a screening event
      </PageTitle>
      <SearchCard search={search} isPending={isSearching} />
      <div className={styles.listing}>
        <SearchResults
          events={events}
          numbers={numbersOnMap(events)}
          now={new Date(now)}
          isSearching={isSearching}
          isNarrowed={isNarrowed}
          both={both}
        />
        <div className={styles.beside}>
          <ReadFirst />
        </div>
        <div className={styles.map}>
          <EventsMap events={events} tiles={tiles} />
        </div>
      </div>
    </Wrap>
  )
}

export function ErrorBoundary() {
  return <CouldNotLoad title="Find a screening event" what="the events" />
}
