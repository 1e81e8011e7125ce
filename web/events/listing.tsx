import { useEffect } from 'react'
import { redirect } from 'react-router'
import { eventEnd } from '../../domain/events.ts'
import {
  type EventSearch,
  pagesOf,
  readPageNumber,
  readSearch,
} from '../../domain/search-events.ts'
import { numbersOnMap } from '../map/places.ts'
import { mapTiles } from '../map/tiles.ts'
import { pageMeta, SITE_NAME, siteAddress } from '../page-meta.ts'
import { keepSearchedPostcode } from '../searched-postcode.ts'
import { Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { Route } from './+types/listing.ts'
import { CouldNotLoad } from './could-not-load.tsx'
import {
  type ListedEvent,
  type ListPart,
  toListedEvent,
  toListParts,
} from './listed-event.server.ts'
import styles from './listing.module.css'
import { mapNotes } from './map-notes.server.ts'
import { EventsMap } from './map-of-events.tsx'
import { searchNearby } from './nearby.server.ts'
import { readEvents } from './read-events.ts'
import { ReadFirst } from './read-first.tsx'
import {
  bothInWords,
  countInWords,
  filtersOf,
  isNarrowed,
  linksToPages,
  listingAddress,
} from './search.ts'
import { SearchCard } from './search-card.tsx'
import { SearchResults } from './search-results.tsx'
import { useSearchRunning } from './use-search-running.ts'

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: `Find a screening event – ${SITE_NAME}` }]
  const { part, href } = loaderData
  return [...pageMeta(headOf(part)), { tagName: 'link', rel: 'canonical', href }]
}

/** `part` names the page of a long list. */
function headOf(part: string): { title: string; description: string } {
  return {
    title: `Find a screening event${part}`,
    description:
      'PSA screening events for men aged 40 to 80 in the United Kingdom, by date and place: when, where, the cost and how many spaces are left.',
  }
}

/** A page after the last one leads to the last. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const search = readSearch(query)
  const page = readPageNumber(query.get('page'))
  const now = new Date()
  const isByPlace = search.location !== ''
  const { events, total, near, free } = isByPlace
    ? await searchNearby(context, search, { page, now })
    : { ...(await searchByDate(context, search, { page, now })), near: null, free: null }
  const pages = pagesOf(total)
  if (page > 1 && page > pages) throw redirect(listingAddress(search, pages))
  const hasMorePages = pages > 1 && !isByPlace
  return {
    search,
    events,
    parts: [...toListParts(events, isByPlace), ...freeInstead(free)],
    near,
    count: near?.instead ?? countInWords({ page, shown: events.length, total, isByPlace }),
    pages: linksToPages(search, { page, total }),
    part: page > 1 ? ` (page ${page} of ${pages})` : '',
    href: siteAddress(isNarrowed(search) ? '/book-event-main' : listingAddress(search, page)),
    wholeList: hasMorePages ? filtersOf(search) : undefined,
    mapNotes: mapNotes(events, hasMorePages),
    isNarrowed: isNarrowed(search),
    nothing: isNarrowed(search)
      ? 'Try another date or place, or see all events.'
      : 'We add new dates all year. Leave your email below and we will tell you about them.',
    both: bothInWords(search),
    tiles: context.get(mapTiles),
  }
}

/** Where all that are near are full. */
function freeInstead(free: ListedEvent | null): ListPart[] {
  return free ? [{ month: 'The nearest event with free places', events: [free] }] : []
}

async function searchByDate(
  context: Route.LoaderArgs['context'],
  search: EventSearch,
  { page, now }: { page: number; now: Date },
) {
  const { events, total } = await readEvents(context, { ...filtersOf(search), page })
  const listed: ListedEvent[] = events
    .filter((event) => eventEnd(event) >= now)
    .map((event) => toListedEvent(event, now))
  return { total, events: listed }
}

/** The listing with filters, list and map (rules §1.10). */
export default function Listing({ loaderData }: Route.ComponentProps) {
  const { search, events, tiles, wholeList } = loaderData
  const isSearching = useSearchRunning()
  useEffect(() => keepSearchedPostcode(search.location), [search.location])
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
          <ReadFirst isFolded={search.location !== ''} />
        </div>
        <div className={styles.map}>
          <EventsMap
            events={events}
            isNearestFirst={loaderData.near?.isNearestFirst}
            tiles={tiles}
            wholeList={wholeList}
            notes={loaderData.mapNotes}
          />
        </div>
      </div>
    </Wrap>
  )
}

export function ErrorBoundary() {
  return <CouldNotLoad title="Find a screening event" what="the events" />
}
