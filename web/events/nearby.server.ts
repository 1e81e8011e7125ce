import type { RouterContextProvider } from 'react-router'
import type { Nearby } from '../../domain/contract.ts'
import { eventEnd } from '../../domain/events.ts'
import { milesInWords } from '../../domain/miles.ts'
import { NEAR_MILES } from '../../domain/nearby.ts'
import type { EventSearch } from '../../domain/search-events.ts'
import { get } from '../api.ts'
import { type ListedEvent, toListedEvent } from './listed-event.server.ts'
import { isChosen, nearbyFiltersOf } from './search.ts'

/** `instead` says what is shown when nothing was found. */
export type NearHeading = {
  title: string
  instead: string | null
  alert: { href: string; label: string }
  isNearestFirst: boolean
}

/** The rows of one page of a search by place, with their heading. */
export async function searchNearby(
  context: Readonly<RouterContextProvider>,
  search: EventSearch,
  { page, now }: { page: number; now: Date },
) {
  const query = { ...nearbyFiltersOf(search), page: String(page) }
  const nearby = await get(context, 'GET /api/events/near', { query })
  const events: ListedEvent[] = nearby.events
    .filter((event) => eventEnd(event) >= now)
    .map((event) => toAway(event, now))
  const near = {
    ...headingOf(nearby, isChosen(search)),
    alert: linkToAlert(nearby),
    isNearestFirst: isPlaceKnown(nearby),
  }
  const { nearest_free: free } = nearby
  return { total: nearby.total, events, near, free: free ? toAway(free, now) : null }
}

function toAway(event: Nearby['events'][number], now: Date): ListedEvent {
  const miles = event.miles === null ? null : milesInWords(event.miles)
  return { ...toListedEvent(event, now), miles }
}

/** To the form for alerts, with the place if it is known. */
export function linkToAlert({ found, place }: Pick<Nearby, 'found' | 'place'>) {
  const query = isPlaceKnown({ found }) ? `?${new URLSearchParams({ location: place })}` : ''
  return { href: `/tell-me${query}`, label: 'Tell me when you are near' }
}

function isPlaceKnown({ found }: Pick<Nearby, 'found'>): boolean {
  return found === 'near' || found === 'nearest'
}

/** '3 events near CM1 4AB'; when none is, what is shown instead. */
export function headingOf(
  {
    found,
    place,
    total,
    corrected_from: typed,
  }: Pick<Nearby, 'found' | 'place' | 'total' | 'corrected_from'>,
  isNarrowed: boolean,
): Pick<NearHeading, 'title' | 'instead'> {
  const events = total === 1 ? '1 event' : `${total.toLocaleString('en-GB')} events`
  const few = total === 1 ? 'The nearest one' : `The nearest ${total}`
  const choice = isNarrowed ? ' that match your choices' : ''
  switch (found) {
    case 'near':
      return { title: `${events} near ${place}`, instead: typed ? correction(typed, place) : null }
    case 'named':
      return { title: `${events} for ‘${place}’`, instead: null }
    case 'nearest':
      return {
        title: `No upcoming events found near ${place}`,
        instead: `${typed ? `${correction(typed, place)} ` : ''}There are no events within ${NEAR_MILES} miles${choice}. ${few}:`,
      }
    case 'soonest':
      return {
        title: `No upcoming events found for ‘${place}’`,
        instead: `${unknownInWords(place, isNarrowed)} These are the next ${total}:`,
      }
  }
}

function correction(typed: string, place: string): string {
  return `We could not find ‘${typed}’, so we searched for ${place}.`
}

/** Postcodes that are licensed otherwise, or are no place, and not in the list. */
const NOT_LOOKED_UP: readonly [RegExp, string][] = [
  [/^bt\d/i, 'We cannot look up Northern Ireland postcodes. Try a town, such as Belfast.'],
  [
    /^(je|gy)\d/i,
    'We cannot look up Channel Islands postcodes. Try the town you would travel to, such as Southampton.',
  ],
  [
    /^im\d/i,
    'We cannot look up Isle of Man postcodes. Try the town you would travel to, such as Liverpool.',
  ],
  [/^(bf\d|bfpo)/i, 'We cannot look up BFPO addresses. Try a town near you, or near your family.'],
]

function unknownInWords(place: string, isNarrowed: boolean): string {
  const known = NOT_LOOKED_UP.find(([pattern]) => pattern.test(place))
  if (known) return known[1]
  return `We could not find this place${isNarrowed ? ', or nothing matches your choices' : ''}. Try a postcode.`
}
