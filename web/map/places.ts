import type { CharityEvent } from '../../domain/contract.ts'

/** An event that can be put on a map. Degrees are WGS 84. */
export type LocatedEvent = CharityEvent & { latitude: number; longitude: number }

/** Whether an event can be put on a map: older ones have no coordinates. */
export function isLocated(event: CharityEvent): event is LocatedEvent {
  return event.latitude !== null && event.longitude !== null
}

/** Each event on the map with its number there, counted in the order of the list from 1. */
export function numbersOnMap(events: readonly CharityEvent[]): ReadonlyMap<number, number> {
  return new Map(events.filter(isLocated).map(({ event_id }, before) => [event_id, before + 1]))
}

type Spot = Pick<LocatedEvent, 'latitude' | 'longitude'>

/** The place on openstreetmap.org, with a marker, close enough to see its street. */
export function openInMaps({ latitude, longitude }: Spot): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
}

/** The way to an address, on openstreetmap.org; where from is asked there. */
export function directionsTo(address: string): string {
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(address)}`
}
