import type { CharityEvent } from './contract.ts'
import { bookingClosesAt, isBookingRestricted } from './events.ts'
import type { Reason } from './refusals.ts'
import { generateSlots } from './slots.ts'
import { addDays, ukDate, ukInstant, ukTime } from './uk-time.ts'

/** Minimum duration of an offer, unless booking closes before. */
export const OFFER_HOURS = 12
/** An offer that would end at night ends in the morning. */
export const OFFERS_END_BY_DAY = { evening: '22:00', morning: '09:00' }

/**
 * Returns when the offer of a place at `startsAt`, released `now`, ends: after 12 hours, or at
 * 09:00 when that is between 22:00 and 09:00 London; never after booking closes or, if it never
 * closes, the appointment's start.
 */
export function offerEndsAt(event: CharityEvent, startsAt: Date, now: Date): Date {
  const end = byDay(new Date(now.getTime() + OFFER_HOURS * 3_600_000))
  const last = bookingClosesAt(event) ?? startsAt
  return new Date(Math.min(end.getTime(), last.getTime(), startsAt.getTime()))
}

/** Whether any time of the event could still be booked, regardless of free places. */
export function isStillBookable(event: CharityEvent, now: Date): boolean {
  return !isBookingRestricted(event, now) && generateSlots(event).some((s) => s.startsAt > now)
}

export type WaitingSituation = {
  event: CharityEvent
  /** The member has a live appointment at this event. */
  bookedThisEvent: boolean
  /** The member has a live appointment at any event that is not over. */
  hasUpcoming: boolean
  /** The member entered this private event's access code. */
  hasAccessGrant: boolean
  /** Some time has a place for this member: not booked, offered or held for others. */
  canBook: boolean
}

/**
 * Returns the first reason to refuse joining the list, in booking order (design §3a), or null. A
 * member who could not take a place would only delay those behind. NHS number, consent and payment
 * are checked at booking instead.
 */
export function whyNotWait(situation: WaitingSituation, now: Date): Reason | null {
  const { event } = situation
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
