// The waiting list of a fully booked event: who may join it, and until when a place that came free is
// offered to him.
import type { CharityEvent } from './contract.ts'
import { bookingClosesAt, isBookingRestricted } from './events.ts'
import type { Reason } from './refusals.ts'
import { generateSlots } from './slots.ts'
import { addDays, ukDate, ukInstant, ukTime } from './uk-time.ts'

/** How long a place is offered to one man, at least, unless booking closes before. */
export const OFFER_HOURS = 12
/** No offer ends while people sleep: what would, from the evening on, ends in the morning. */
export const OFFERS_END_BY_DAY = { evening: '22:00', morning: '09:00' }

/**
 * Until when a place at `startsAt` that came free `now` is offered: for 12 hours, or until 09:00
 * where that would be between 22:00 and 09:00 in London; but never past the moment at which booking
 * closes, nor past the appointment itself where it never does.
 */
export function offerEndsAt(event: CharityEvent, startsAt: Date, now: Date): Date {
  const end = byDay(new Date(now.getTime() + OFFER_HOURS * 3_600_000))
  const last = bookingClosesAt(event) ?? startsAt
  return new Date(Math.min(end.getTime(), last.getTime(), startsAt.getTime()))
}

/** Whether some time of the event can still be booked, if there is a place. */
export function isStillBookable(event: CharityEvent, now: Date): boolean {
  return !isBookingRestricted(event, now) && generateSlots(event).some((s) => s.startsAt > now)
}

/** What is known when a member wants to wait for a place of an event. */
export type WaitingSituation = {
  event: CharityEvent
  /** He has a live appointment at this event. */
  bookedThisEvent: boolean
  /** He has a live appointment, at any event, that is not over. */
  hasUpcoming: boolean
  /** He gave this private event's access code. */
  hasAccessGrant: boolean
  /** Some time has a place that this member can have now: neither booked, offered nor held for others. */
  canBook: boolean
}

/**
 * Why he cannot join the list, or null when he can; in the order in which a booking is refused
 * (design §3a). Who could not take a place may not wait for it either, since whoever waits behind him
 * would wait for nothing; what he can settle when he books (NHS number, consent, payment) may wait.
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
