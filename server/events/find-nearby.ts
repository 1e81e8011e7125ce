import type { Nearby } from '../../domain/contract.ts'
import { EVENTS_PER_PAGE, type NearbyChoice } from '../../domain/event-filters.ts'
import { matchesChoices, middleOf, NEAR_MILES } from '../../domain/nearby.ts'
import { byDistance, type PointOf } from '../../domain/nearest-events.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import type { Queryable } from '../platform/db/database.ts'
import { type EventSearch, listEventsOfPage, pricePaidByMember } from './events.queries.ts'
import {
  type FoundEvent,
  listEventsById,
  listEventsInTown,
  listFoundEvents,
} from './find-nearby.queries.ts'
import { findPlace, findPostcode, type Place, wordsOf } from './nearby/find-place.ts'

const FEW = 3

type NearbySearch = EventSearch & {
  location: string
  choices: readonly NearbyChoice[]
  page: number
}
type Away = { id: number; miles: number | null }
type Found = Pick<Nearby, 'found' | 'place'> & { events: Away[] }

/** A page from 1. `choices` are dropped when nothing matches. Empty only while no event is listed at all. */
export async function findNearby(
  q: Queryable,
  { location, choices, page, ...search }: NearbySearch,
): Promise<Nearby> {
  const place = findPlace(location) ?? (await townOfEvents(q, search, location))
  if (!place && choices.length === 0) {
    const { events, total } = await listEventsOfPage(q, { ...search, location }, page)
    const all = events.map((event) => ({ ...event, miles: null }))
    if (total > 0) return { found: 'named', place: location, total, events: all }
  }
  const dated = await listFoundEvents(q, place ? search : { ...search, location })
  const chosen = choices.length === 0 ? dated : dated.filter((event) => matches(event, choices))
  const others = chosen.length > 0 ? [] : await listFoundEvents(q, { now: search.now })
  const { events, ...found } = place
    ? nearTo(place, chosen, others)
    : named(location, chosen, others)
  const before = (page - 1) * EVENTS_PER_PAGE
  const shown = events.slice(before, before + EVENTS_PER_PAGE)
  return { ...found, total: events.length, events: await readAway(q, shown, search.now) }
}

/** The place of a postcode, a town, or the town of an event that has not ended; otherwise null. */
export async function findPlaceOfEvents(
  q: Queryable,
  typed: string,
  now: Date,
): Promise<Place | null> {
  return findPlace(typed) ?? townOfEvents(q, { now }, typed)
}

function matches(event: FoundEvent, choices: readonly NearbyChoice[]): boolean {
  const inLondon = {
    event_date: ukDate(event.startsAt),
    start_time: `${ukTime(event.startsAt)}:00`,
    end_time: `${ukTime(event.endsAt)}:00`,
    price: pricePaidByMember(event),
    product_price: event.product_price,
  }
  return matchesChoices(inLondon, choices)
}

function nearTo(place: Place, chosen: FoundEvent[], others: FoundEvent[]): Found {
  const away = byDistance(chosen, { from: place, pointOf })
  const near = away.filter(({ miles }) => miles !== null && miles <= NEAR_MILES)
  if (near.length > 0) return { found: 'near', place: place.name, events: near }
  const nearest = away.length > 0 ? away : byDistance(others, { from: place, pointOf })
  return { found: 'nearest', place: place.name, events: nearest.slice(0, FEW) }
}

function named(place: string, chosen: FoundEvent[], others: FoundEvent[]): Found {
  const found = chosen.length > 0 ? 'named' : 'soonest'
  const events = found === 'named' ? chosen : others.slice(0, FEW)
  return { found, place, events: events.map(({ id }) => ({ id, miles: null })) }
}

async function readAway(q: Queryable, away: Away[], now: Date): Promise<Nearby['events']> {
  const milesTo = new Map(away.map(({ id, miles }) => [id, miles]))
  const events = await listEventsById(q, [...milesTo.keys()], now)
  return events.map((event) => ({ ...event, miles: milesTo.get(event.event_id) ?? null }))
}

async function townOfEvents(
  q: Queryable,
  search: EventSearch,
  typed: string,
): Promise<Place | null> {
  const there = await listEventsInTown(q, search, wordsOf(typed))
  const point = middleOf(there.flatMap((event) => pointOf(event) ?? []))
  return point && { ...point, name: there[0]?.city ?? typed }
}

/** Its pin, otherwise its postcode. */
export const pointOf: PointOf = ({ latitude, longitude, postcode }) => {
  if (latitude !== null && longitude !== null) return { latitude, longitude }
  return postcode ? findPostcode(postcode) : null
}
