import type { EventOnMap } from '../../domain/contract.ts'
import { longDate } from '../../domain/uk-time.ts'
import { numbersOnMap } from './places.ts'

/** In degrees (WGS 84). */
export type Place = {
  id: number
  name: string
  latitude: number
  longitude: number
  /** Its number in the list beside the map; null where there is no list. */
  number: number | null
  date: string | null
  /** The link of the name in its popup; null on the event's own page. */
  to: string | null
}

/** `others` are left out where the list has an event, and have no number. */
export function placesOf(
  events: readonly EventOnMap[],
  isList: boolean,
  others: readonly EventOnMap[] = [],
): Place[] {
  const numbers = numbersOnMap(events)
  const taken = new Set(events.map(spotOf))
  const elsewhere = others.filter((event) => !taken.has(spotOf(event)))
  return [...events, ...elsewhere].map((event) => ({
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
/** Degrees on each side of the centre that a map of the usual width shows at zoom 8. */
const WITHIN_SIGHT = { latitude: 0.8, longitude: 1.1 }

/**
 * London at zoom 8 (rules §1.9), or centred on the first place when none is near London, or when it is the
 * nearest to what was searched; one place at 13.
 */
export function viewOf(places: readonly Place[], isNearestFirst = false): View {
  const [first] = places
  if (!first) return { ...LONDON, zoom: 8 }
  const { latitude, longitude } = first
  if (places.length === 1) return { latitude, longitude, zoom: 13 }
  if (!isNearestFirst && places.some(isNearLondon)) return { ...LONDON, zoom: 8 }
  return { latitude, longitude, zoom: 8 }
}

function isNearLondon({ latitude, longitude }: Place): boolean {
  return (
    Math.abs(latitude - LONDON.latitude) < WITHIN_SIGHT.latitude &&
    Math.abs(longitude - LONDON.longitude) < WITHIN_SIGHT.longitude
  )
}

/** The accessible name of a pin. */
export function pinLabel({ number, name, date }: Place): string {
  const title = number === null ? name : `${number}: ${name}`
  return date === null ? title : `${title}, ${date}`
}

/** How many earlier places have the same coordinates: their pins stand side by side. */
export function countBefore(places: readonly Place[]): number[] {
  const seen = new Map<string, number>()
  return places.map(({ latitude, longitude }) => {
    const spot = spotOf({ latitude, longitude })
    const before = seen.get(spot) ?? 0
    seen.set(spot, before + 1)
    return before
  })
}

function spotOf({ latitude, longitude }: Pick<Place, 'latitude' | 'longitude'>): string {
  return `${latitude} ${longitude}`
}
