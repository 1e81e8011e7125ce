import type { CharityEvent, EventDetails } from '../contract.ts'
import { eventLabel } from '../events.ts'

/** Up to three public events with free places, the nearest first, those without a pin last. */
export function nearestEvents(
  from: EventDetails,
  events: readonly CharityEvent[],
  now: Date,
): CharityEvent[] {
  return events
    .filter((event) => event.event_id !== from.event_id && !event.is_private)
    .filter((event) => eventLabel(event, now) === 'BOOK')
    .map((event) => ({ event, distance: distance(from, event) }))
    .sort((a, b) => a.distance - b.distance || a.event.event_date.localeCompare(b.event.event_date))
    .slice(0, 3)
    .map(({ event }) => event)
}

/** Only for comparison, on a flat map. */
function distance(a: EventDetails, b: EventDetails): number {
  if (a.latitude === null || a.longitude === null) return 0
  if (b.latitude === null || b.longitude === null) return Number.MAX_VALUE
  const east = (b.longitude - a.longitude) * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(b.latitude - a.latitude, east)
}
