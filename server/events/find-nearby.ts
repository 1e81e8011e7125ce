import type { CharityEvent, Nearby } from '../../domain/contract.ts'
import { EVENTS_PER_PAGE, type NearbyChoice } from '../../domain/event-filters.ts'
import { eventLabel } from '../../domain/events.ts'
import { matchesChoices, middleOf, NEAR_MILES } from '../../domain/nearby.ts'
import { byDistance, type PointOf } from '../../domain/nearest-events.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import type { Queryable } from '../platform/db/database.ts'
import {
  type EventSearch,
  listEvents,
  listEventsOfPage,
  pricePaidByMember,
} from './events.queries.ts'
import {
  type FoundEvent,
  listEventsById,
  listEventsInTown,
  listFoundEvents,
} from './find-nearby.queries.ts'
import {
  findLikelyTown,
  findPlace,
  findPostcode,
  type Place,
  wordsOf,
} from './nearby/find-place.ts'

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
  const meant = place ? null : findLikelyTown(location)
  const known = place ?? meant
  const dated = await listFoundEvents(q, known ? search : { ...search, location })
  const chosen = choices.length === 0 ? dated : dated.filter((event) => matches(event, choices))
  const { now } = search
  const { events, ...found } = nearOrNamed(known, location, chosen) ?? {
    found: known ? ('nearest' as const) : ('soonest' as const),
    place: known?.name ?? location,
    events: await insteadOf(q, { place: known, chosen, now }),
  }
  const before = (page - 1) * EVENTS_PER_PAGE
  const shown = await readAway(q, events.slice(before, before + EVENTS_PER_PAGE), now)
  const isFull = found.found === 'near' && events.length <= EVENTS_PER_PAGE && !shown.some(isOpen)
  const free = isFull && known ? await nearestOpen(q, known, now) : null
  return {
    ...found,
    total: events.length,
    events: shown,
    ...(meant && { corrected_from: location }),
    ...(free && { nearest_free: free }),
  }

  function isOpen(event: CharityEvent): boolean {
    return isOpenToAll(event, now)
  }
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

/** Null where nothing is near, or has the words in its address. */
function nearOrNamed(place: Place | null, location: string, chosen: FoundEvent[]): Found | null {
  if (!place)
    return chosen.length > 0 ? { found: 'named', place: location, events: away(chosen) } : null
  const near = byDistance(chosen, { from: place, pointOf }).filter(
    ({ miles }) => miles !== null && miles <= NEAR_MILES,
  )
  return near.length > 0 ? { found: 'near', place: place.name, events: near } : null
}

/** A few that anybody can book: of those that match the choices, otherwise of all; else any few. */
async function insteadOf(
  q: Queryable,
  { place, chosen, now }: { place: Place | null; chosen: FoundEvent[]; now: Date },
): Promise<Away[]> {
  const [all, listed] = [await listFoundEvents(q, { now }), await listEvents(q, { now })]
  const open = new Set(listed.filter((event) => isOpenToAll(event, now)).map((one) => one.event_id))
  const isOpen = ({ id }: FoundEvent) => open.has(id)
  const matching = place ? chosen : []
  const lists = [matching.filter(isOpen), all.filter(isOpen), matching, all]
  const events = lists.find((list) => list.length > 0) ?? []
  return (place ? byDistance(events, { from: place, pointOf }) : away(events)).slice(0, FEW)
}

async function nearestOpen(
  q: Queryable,
  place: Place,
  now: Date,
): Promise<Nearby['nearest_free'] | null> {
  const listed = await listEvents(q, { now })
  const open = listed.filter((event) => isOpenToAll(event, now))
  return byDistance(open, { from: place, pointOf }).find(({ miles }) => miles !== null) ?? null
}

/** Neither full, nor closed, nor only for those who have a code or work there. */
function isOpenToAll(event: CharityEvent, now: Date): boolean {
  const isForAll = !event.is_private && event.exclusive_for === 'COMMUNITY'
  return isForAll && eventLabel(event, now) === 'BOOK'
}

function away(events: FoundEvent[]): Away[] {
  return events.map(({ id }) => ({ id, miles: null }))
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
