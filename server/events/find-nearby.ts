import type { CharityEvent, Nearby } from '../../domain/contract.ts'
import { EVENTS_PER_PAGE, type NearbyChoice } from '../../domain/event-filters.ts'
import { matchesChoices, middleOf, NEAR_MILES } from '../../domain/nearby.ts'
import { byDistance, type PointOf } from '../../domain/nearest-events.ts'
import type { Queryable } from '../db/database.ts'
import { findPlace, findPostcode, type Place, wordsOf } from '../nearby/find-place.ts'
import { type EventSearch, listEvents } from './events.queries.ts'

const FEW = 3

type NearbySearch = EventSearch & {
  location: string
  choices: readonly NearbyChoice[]
  page: number
}
type Found = Pick<Nearby, 'found' | 'place' | 'events'>

/** A page from 1. `choices` are dropped when nothing matches. Empty only while no event is listed at all. */
export async function findNearby(
  q: Queryable,
  { location, choices, page, ...search }: NearbySearch,
): Promise<Nearby> {
  const all = await listEvents(q, search)
  const place = findPlace(location) ?? placeOfEvents(all, location)
  const dated = place ? all : await listEvents(q, { ...search, location })
  const chosen = dated.filter((event) => matchesChoices(event, choices))
  const others = chosen.length > 0 ? [] : await listEvents(q, { now: search.now })
  const { events, ...found } = place
    ? nearTo(place, chosen, others)
    : named(location, chosen, others)
  const before = (page - 1) * EVENTS_PER_PAGE
  return { ...found, total: events.length, events: events.slice(before, before + EVENTS_PER_PAGE) }
}

/** The place of a postcode, a town, or the town of an event that has not ended; otherwise null. */
export async function findPlaceOfEvents(
  q: Queryable,
  typed: string,
  now: Date,
): Promise<Place | null> {
  return findPlace(typed) ?? placeOfEvents(await listEvents(q, { now }), typed)
}

function nearTo(place: Place, chosen: CharityEvent[], others: CharityEvent[]): Found {
  const away = byDistance(chosen, { from: place, pointOf })
  const near = away.filter(({ miles }) => miles !== null && miles <= NEAR_MILES)
  if (near.length > 0) return { found: 'near', place: place.name, events: near }
  const nearest = away.length > 0 ? away : byDistance(others, { from: place, pointOf })
  return { found: 'nearest', place: place.name, events: nearest.slice(0, FEW) }
}

function named(place: string, chosen: CharityEvent[], others: CharityEvent[]): Found {
  const found = chosen.length > 0 ? 'named' : 'soonest'
  const events = found === 'named' ? chosen : others.slice(0, FEW)
  return { found, place, events: events.map((event) => ({ ...event, miles: null })) }
}

function placeOfEvents(events: CharityEvent[], typed: string): Place | null {
  const there = events.filter(({ city }) => city && wordsOf(city) === wordsOf(typed))
  const point = middleOf(there.flatMap((event) => pointOf(event) ?? []))
  return point && { ...point, name: there[0]?.city ?? typed }
}

/** Its pin, otherwise its postcode. */
export const pointOf: PointOf = ({ latitude, longitude, postcode }) => {
  if (latitude !== null && longitude !== null) return { latitude, longitude }
  return postcode ? findPostcode(postcode) : null
}
