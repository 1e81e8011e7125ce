import type { RouterContextProvider } from 'react-router'
import type { Nearby } from '../../domain/contract.ts'
import { eventEnd } from '../../domain/events.ts'
import { milesInWords, NEAR_MILES } from '../../domain/nearby.ts'
import type { EventSearch } from '../../domain/search-events.ts'
import { get } from '../api.ts'
import { type ListedEvent, toListedEvent } from './listed-event.server.ts'
import { isChosen, nearbyFiltersOf } from './search.ts'

/** `instead` says what is shown when nothing was found. */
export type NearHeading = {
  title: string
  instead: string | null
  alert: { href: string; label: string }
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
    .map((event) => ({
      ...toListedEvent(event, now),
      miles: event.miles === null ? null : milesInWords(event.miles),
    }))
  const near = { ...headingOf(nearby, isChosen(search)), alert: linkToAlert(nearby) }
  return { total: nearby.total, events, near }
}

/** To the form for alerts, with the place if it is known. */
export function linkToAlert({ found, place }: Pick<Nearby, 'found' | 'place'>) {
  const isKnown = found === 'near' || found === 'nearest'
  const query = isKnown ? `?${new URLSearchParams({ location: place })}` : ''
  return { href: `/tell-me${query}`, label: 'Tell me when you are near' }
}

/** '3 events near CM1 4AB'; when none is, what is shown instead. */
export function headingOf(
  { found, place, total }: Pick<Nearby, 'found' | 'place' | 'total'>,
  isNarrowed: boolean,
): Omit<NearHeading, 'alert'> {
  const events = total === 1 ? '1 event' : `${total.toLocaleString('en-GB')} events`
  const few = total === 1 ? 'The nearest one' : `The nearest ${total}`
  const choice = isNarrowed ? ' that match your choices' : ''
  switch (found) {
    case 'near':
      return { title: `${events} near ${place}`, instead: null }
    case 'named':
      return { title: `${events} for ‘${place}’`, instead: null }
    case 'nearest':
      return {
        title: `No upcoming events found near ${place}`,
        instead: `There are no events within ${NEAR_MILES} miles${choice}. ${few}:`,
      }
    case 'soonest':
      return {
        title: `No upcoming events found for ‘${place}’`,
        instead: `${unknownInWords(place, isNarrowed)} These are the next ${total}:`,
      }
  }
}

/** Postcodes of Northern Ireland are licensed otherwise, and not in the list. */
function unknownInWords(place: string, isNarrowed: boolean): string {
  if (/^bt\d/i.test(place)) {
    return 'We cannot look up Northern Ireland postcodes. Try a town, such as Belfast.'
  }
  return `We could not find this place${isNarrowed ? ', or nothing matches your choices' : ''}. Try a postcode.`
}
