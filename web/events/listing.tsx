import { redirect } from 'react-router'
import { eventEnd } from '../../domain/events.ts'
import { numbersOnMap } from '../map/places.ts'
import { mapTiles } from '../map/tiles.ts'
import { pageMeta, siteAddress } from '../page-meta.ts'
import { Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { Route } from './+types/listing.ts'
import { CouldNotLoad } from './could-not-load.tsx'
import { toListedEvent } from './listed-event.server.ts'
import styles from './listing.module.css'
import { EventsMap } from './map-of-events.tsx'
import { readEvents } from './read-events.ts'
import { ReadFirst } from './read-first.tsx'
import {
  bothInWords,
  countInWords,
  filtersOf,
  isNarrowed,
  linksToPages,
  listingAddress,
  pagesOf,
  readPage,
  readSearch,
} from './search.ts'
import { SearchCard } from './search-card.tsx'
import { SearchResults } from './search-results.tsx'
import { useSearchRunning } from './use-search-running.ts'

export function meta({ loaderData }: Route.MetaArgs) {
  const { part = '', path = '/book-event-main' } = loaderData ?? {}
  return [
    ...pageMeta({
      title: `Find a screening event${part}`,
      description:
        'PSA screening events for men of 40 to 80 in the United Kingdom, by date and by place: when, where, what it costs and how many places are left.',
    }),
    { tagName: 'link', rel: 'canonical', href: siteAddress(path) },
  ]
}

/** A page after the last one leads to the last. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const search = readSearch(query)
  const page = readPage(query)
  const list = await readEvents(context, { ...filtersOf(search), page })
  const pages = pagesOf(list.total)
  if (page > 1 && page > pages) throw redirect(listingAddress(search, pages))
  const now = new Date()
  const events = list.events
    .filter((event) => eventEnd(event) >= now)
    .map((event) => toListedEvent(event, now))
  return {
    search,
    events,
    count: countInWords({ page, shown: events.length, total: list.total }),
    pages: linksToPages(search, { page, total: list.total }),
    part: page > 1 ? ` (page ${page} of ${pages})` : '',
    path: isNarrowed(search) ? undefined : listingAddress(search, page),
    wholeList: pages > 1 ? filtersOf(search) : undefined,
    isNarrowed: isNarrowed(search),
    both: bothInWords(search),
    tiles: context.get(mapTiles),
  }
}

/** Spec §2, /book-event-main. */
export default function Listing({ loaderData }: Route.ComponentProps) {
  const { search, events, tiles, wholeList } = loaderData
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
        <SearchResults {...loaderData} numbers={numbersOnMap(events)} isSearching={isSearching} />
        <div className={styles.beside}>
          <ReadFirst />
        </div>
        <div className={styles.map}>
          <EventsMap events={events} tiles={tiles} wholeList={wholeList} />
        </div>
      </div>
    </Wrap>
  )
}

export function ErrorBoundary() {
  return <CouldNotLoad title="Find a screening event" what="the events" />
}
