import type { CharityEvent, EventDetails } from './contract.ts'
import { eventLabel } from './events.ts'
import { milesBetween, type Point } from './nearby.ts'

export type EventAway = CharityEvent & { miles: number | null }
export type PointOf = (
  event: Pick<EventDetails, 'latitude' | 'longitude' | 'postcode'>,
) => Point | null

const FEW = 3

/** Up to three public events with free places, `besides` that one, the nearest first. */
export function nearestEvents(
  events: readonly CharityEvent[],
  { now, besides, ...place }: Place & { now: Date; besides?: number },
): EventAway[] {
  const open = events.filter(
    (event) => event.event_id !== besides && !event.is_private && eventLabel(event, now) === 'BOOK',
  )
  return byDistance(open, place).slice(0, FEW)
}

/** `from` null: the soonest first. */
type Place = { from: Point | null; pointOf: PointOf }

/** Nearest first, soonest first at the same distance; those without a place come last. */
export function byDistance(events: readonly CharityEvent[], { from, pointOf }: Place): EventAway[] {
  return events
    .map((event) => {
      const point = from && pointOf(event)
      return { ...event, miles: point && Math.round(milesBetween(from, point) * 10) / 10 }
    })
    .sort(
      (one, other) =>
        (one.miles ?? Number.MAX_VALUE) - (other.miles ?? Number.MAX_VALUE) ||
        one.event_date.localeCompare(other.event_date),
    )
}
