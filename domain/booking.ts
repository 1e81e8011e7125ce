import type { EventDetails } from './contract.ts'
import { asForHolder, isBookingRestricted, needsPayment } from './events.ts'
import { type FreeCancellation, isFreeToCancel } from './free-cancellation.ts'
import type { Reason } from './refusals.ts'
import type { Slot } from './slots.ts'

export const HOLD_MINUTES = 15

export const CHANGE_CUT_OFF_HOURS = 48

export type BookingSituation = {
  event: EventDetails
  slot: Slot
  bookedThisEvent: boolean
  /** At any event that is not over. */
  hasUpcoming: boolean
  /** For any event. */
  paymentUnderWay: boolean
  /** The member's request to be erased stands. */
  erasureAsked: boolean
  hasAccessGrant: boolean
  nhsConfirmed: boolean
  hasConsent: boolean
  /** True when the booking is made by its payment. */
  paid: boolean
  /** A free place, or one held for this member. */
  slotHasPlace: boolean
}

/** Returns the first reason to refuse the booking, in the order of rules §3.1, or null. */
export function whyNotBook(situation: BookingSituation, now: Date): Reason | null {
  const { event, slot } = situation
  if (situation.erasureAsked) return 'erasure_asked'
  if (situation.bookedThisEvent) return 'duplicate'
  if (situation.hasUpcoming) return 'existing_booking'
  if (situation.paymentUnderWay) return 'payment_under_way'
  // While the office has closed booking, the only places are those held for this member.
  const offered = situation.slotHasPlace ? asForHolder(event) : event
  // Corporate events never close, so past times need their own check.
  if (isBookingRestricted(offered, now) || slot.startsAt <= now) return 'booking_closed'
  if (event.is_private && !situation.hasAccessGrant) return 'access_code_required'
  if (event.requires_nhs_number && !situation.nhsConfirmed) return 'nhs_number_required'
  if (!situation.hasConsent) return 'consent_required'
  if (needsPayment(event) && !situation.paid) return 'payment_required'
  if (!situation.slotHasPlace) return 'slot_taken'
  return null
}

/** The last instant at which the appointment can be cancelled or moved, in elapsed hours (rules §3.8). */
export function changeCutOff(startsAt: Date): Date {
  return new Date(startsAt.getTime() - CHANGE_CUT_OFF_HOURS * 3_600_000)
}

/** True at exactly 48 hours before. */
export function canStillChange(startsAt: Date, now: Date): boolean {
  return now <= changeCutOff(startsAt)
}

/** Until 48 hours before, or until the end of a free cancellation. */
export function canCancel(appointment: FreeCancellation, now: Date): boolean {
  return canStillChange(appointment.startsAt, now) || isFreeToCancel(appointment, now)
}

/** The stored payment status of a booking (rules §3.7); 'paid' also when nothing was due. */
export function paymentStatusOf(event: EventDetails): 'paid by card' | 'paid' {
  return needsPayment(event) ? 'paid by card' : 'paid'
}
