import { longDate } from '../../domain/uk-time.ts'
import { type LocatedEvent, numbersOnMap } from './places.ts'

/** An event as the map shows it. Degrees are WGS 84. */
export type Place = {
  id: number
  name: string
  latitude: number
  longitude: number
  /** Its number in the list beside the map; null where there is no list. */
  number: number | null
  /** Under the name in its popup. */
  date: string | null
  /** Where the name in its popup leads; null on the event's own page. */
  to: string | null
}

/** The places of these events; of a list (`isList`) with number and date, and leading to the event. */
export function placesOf(events: readonly LocatedEvent[], isList: boolean): Place[] {
  const numbers = numbersOnMap(events)
  return events.map((event) => ({
    id: event.event_id,
    name: event.event_name,
    latitude: event.latitude,
    longitude: event.longitude,
    number: isList ? (numbers.get(event.event_id) ?? null) : null,
    date: isList ? longDate(event.event_date) : null,
    to: isList ? `/event/${event.event_id}` : null,
  }))
}

export type View = { latitude: number; longitude: number; zoom: number }

const LONDON = { latitude: 51.5074, longitude: -0.1278 }
/** What a map of the usual width shows to each side of its centre at zoom 8, in degrees. */
const WITHIN_SIGHT = { latitude: 0.8, longitude: 1.1 }

/**
 * Where a map opens (spec §2): London at zoom 8, a single place at 13. When none of several places
 * can be seen from London, as after a search for Leeds, it opens on the first of them.
 */
export function viewOf(places: readonly Place[]): View {
  const [first] = places
  if (!first) return { ...LONDON, zoom: 8 }
  const { latitude, longitude } = first
  if (places.length === 1) return { latitude, longitude, zoom: 13 }
  if (places.some(isNearLondon)) return { ...LONDON, zoom: 8 }
  return { latitude, longitude, zoom: 8 }
}

function isNearLondon({ latitude, longitude }: Place): boolean {
  return (
    Math.abs(latitude - LONDON.latitude) < WITHIN_SIGHT.latitude &&
    Math.abs(longitude - LONDON.longitude) < WITHIN_SIGHT.longitude
  )
}

/** What a screen reader says of a place's pin: everything its popup shows. */
export function pinLabel({ number, name, date }: Place): string {
  const title = number === null ? name : `${number}: ${name}`
  return date === null ? title : `${title}, ${date}`
}

/** For places at the very same spot, how many of them came before: their pins stand side by side. */
export function countBefore(places: readonly Place[]): number[] {
  const seen = new Map<string, number>()
  return places.map(({ latitude, longitude }) => {
    const spot = `${latitude} ${longitude}`
    const before = seen.get(spot) ?? 0
    seen.set(spot, before + 1)
    return before
  })
}
