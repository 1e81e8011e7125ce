import type { EventOnMap } from '../../domain/contract.ts'

type Listed = Omit<EventOnMap, 'latitude' | 'longitude'> & {
  latitude: number | null
  longitude: number | null
}

/** Coordinates in degrees (WGS 84). */
export function isLocated<T extends Listed>(event: T): event is T & EventOnMap {
  return event.latitude !== null && event.longitude !== null
}

/** By event id, from 1 in the order of the list. */
export function numbersOnMap(events: readonly Listed[]): ReadonlyMap<number, number> {
  return new Map(events.filter(isLocated).map(({ event_id }, before) => [event_id, before + 1]))
}

type Spot = Pick<EventOnMap, 'latitude' | 'longitude'>

/** Link to openstreetmap.org with a marker, at street level. */
export function openInMaps({ latitude, longitude }: Spot): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
}

/** Directions on openstreetmap.org; the visitor enters the start. */
export function directionsTo(address: string): string {
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(address)}`
}
