import type { CharityEvent, EventDetails } from './contract.ts'
import { eventLabel } from './events.ts'
import { milesBetween, type Point } from './nearby.ts'

export type EventAway = CharityEvent & { miles: number | null }
type Located = Pick<EventDetails, 'latitude' | 'longitude' | 'postcode'>
export type PointOf = (event: Located) => Point | null

const FEW = 3

/** Up to three public events with free places, `besides` that one, the nearest first. */
export function nearestEvents(
  events: readonly CharityEvent[],
  { now, besides, ...place }: Place & { now: Date; besides?: number },
): EventAway[] {
  const open = events.filter(
    (event) => event.event_id !== besides && !event.is_private && eventLabel(event, now) === 'BOOK',
  )
  const soonest = open.toSorted((a, b) => a.event_date.localeCompare(b.event_date))
  return byDistance(soonest, place).slice(0, FEW)
}

/** `from` null: no distances, the order stays. */
type Place = { from: Point | null; pointOf: PointOf }

/** Nearest first, in their order at the same distance; those without a place come last. */
export function byDistance<E extends Located>(
  events: readonly E[],
  { from, pointOf }: Place,
): (E & { miles: number | null })[] {
  return events
    .map((event) => {
      const point = from && pointOf(event)
      return { ...event, miles: point && Math.round(milesBetween(from, point) * 10) / 10 }
    })
    .sort((one, other) => (one.miles ?? Number.MAX_VALUE) - (other.miles ?? Number.MAX_VALUE))
}
