import type { CharityEvent } from './contract.ts'
import { isBookingRestricted, needsPayment } from './events.ts'
import type { Reason } from './refusals.ts'
import type { Slot } from './slots.ts'

/** How long a place is kept for a man who is booking it. */
export const HOLD_MINUTES = 15

/** How long before an appointment it can last be cancelled or moved (spec §9). */
export const CHANGE_CUT_OFF_HOURS = 48

/** What is known when a member asks for a slot of an event. */
export type BookingSituation = {
  event: CharityEvent
  /** One of the event's own slots, as findSlot gives it. */
  slot: Slot
  /** He has a live appointment at this event. */
  bookedThisEvent: boolean
  /** He has a live appointment, at any event, that is not over. */
  hasUpcoming: boolean
  /** The payment provider is still at work on a payment of his, for whatever event. */
  paymentUnderWay: boolean
  /** He gave this private event's access code. */
  hasAccessGrant: boolean
  nhsConfirmed: boolean
  /** The member's consent for this event counts (consentCounts). */
  hasConsent: boolean
  /** He pays for this booking, so that payment is no reason to refuse it. */
  paid: boolean
  /** The slot has a place that is free, or held for him. */
  slotHasPlace: boolean
}

/**
 * Why this booking is refused, or null when it may be made; the first reason in design §3a's order.
 * Who he is and whether event and slot exist has been asked before.
 */
export function whyNotBook(situation: BookingSituation, now: Date): Reason | null {
  const { event, slot } = situation
  if (situation.bookedThisEvent) return 'duplicate'
  if (situation.hasUpcoming) return 'existing_booking'
  if (situation.paymentUnderWay) return 'payment_under_way'
  // Corporate events are never restricted, so that alone would let a man book a time gone by.
  if (isBookingRestricted(event, now) || slot.startsAt <= now) return 'booking_closed'
  if (event.is_private && !situation.hasAccessGrant) return 'access_code_required'
  if (event.requires_nhs_number && !situation.nhsConfirmed) return 'nhs_number_required'
  if (!situation.hasConsent) return 'consent_required'
  if (needsPayment(event) && !situation.paid) return 'payment_required'
  if (!situation.slotHasPlace) return 'slot_taken'
  return null
}

/** The last moment at which an appointment starting then may be cancelled or moved. */
export function changeCutOff(startsAt: Date): Date {
  // Hours that pass, not hours on the clock: the specification compares in UTC (§5).
  return new Date(startsAt.getTime() - CHANGE_CUT_OFF_HOURS * 3_600_000)
}

/** Whether an appointment starting then may still be cancelled or moved: exactly 48 hours before, it may. */
export function canStillChange(startsAt: Date, now: Date): boolean {
  return now <= changeCutOff(startsAt)
}

/** How a booking of this event is recorded as paid (spec §3); 'paid' is also said where nothing was due. */
export function paymentStatusOf(event: CharityEvent): 'paid by card' | 'paid' {
  return needsPayment(event) ? 'paid by card' : 'paid'
}
