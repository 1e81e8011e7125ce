import type { EventDetails } from './contract.ts'
import { HOUR_MS } from './durations.ts'
import { bookingClosesAt, isBookingRestricted } from './events.ts'
import type { Limits } from './limits.ts'
import type { Reason } from './refusals.ts'
import { generateSlots } from './slots.ts'
import { addDays, ukDate, ukInstant, ukTime } from './uk-time.ts'

export const OFFERS_END_BY_DAY = { evening: '22:00', morning: '09:00' }

/** The end of an offer made `now` of a place at `startsAt`; at the latest when booking closes. */
export function offerEndsAt(
  { event, startsAt, now }: { event: EventDetails; startsAt: Date; now: Date },
  { offer_hours: hours }: Pick<Limits, 'offer_hours'>,
): Date {
  const end = byDay(new Date(now.getTime() + hours * HOUR_MS))
  const last = bookingClosesAt(event) ?? startsAt
  return new Date(Math.min(end.getTime(), last.getTime(), startsAt.getTime()))
}

/** Regardless of free places. */
export function isStillBookable(event: EventDetails, now: Date): boolean {
  return !isBookingRestricted(event, now) && generateSlots(event).some((s) => s.startsAt > now)
}

export type WaitingSituation = {
  event: EventDetails
  /** The member's request to be erased stands. */
  erasureAsked: boolean
  bookedThisEvent: boolean
  /** At any event that is not over. */
  hasUpcoming: boolean
  hasAccessGrant: boolean
  /** Some time has a place that is not booked, offered or held for others. */
  canBook: boolean
}

/** In booking order (rules §3.9); NHS number, consent and payment are checked at booking. */
export function whyNotWait(situation: WaitingSituation, now: Date): Reason | null {
  const { event } = situation
  if (situation.erasureAsked) return 'erasure_asked'
  if (situation.bookedThisEvent) return 'duplicate'
  if (situation.hasUpcoming) return 'existing_booking'
  if (!isStillBookable(event, now)) return 'booking_closed'
  if (event.is_private && !situation.hasAccessGrant) return 'access_code_required'
  if (situation.canBook) return 'places_left'
  return null
}

function byDay(end: Date): Date {
  const { evening, morning } = OFFERS_END_BY_DAY
  const [date, time] = [ukDate(end), ukTime(end)]
  if (time >= evening) return ukInstant(addDays(date, 1), morning)
  return time < morning ? ukInstant(date, morning) : end
}
