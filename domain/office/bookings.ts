import type { BookingSituation } from '../booking.ts'
import type { Reason } from '../refusals.ts'
import type { Slot } from '../slots.ts'

/**
 * The first reason to refuse a booking by staff, or null. They book until the slot starts, need no
 * access code, and decide on the payment.
 */
export function whyNotBookOnBehalf(
  situation: Pick<
    BookingSituation,
    'event' | 'bookedThisEvent' | 'hasUpcoming' | 'paymentUnderWay' | 'nhsConfirmed' | 'hasConsent'
  > & { slot: Slot | null },
  now: Date,
): Reason | null {
  const { event, slot } = situation
  if (situation.bookedThisEvent) return 'duplicate'
  if (situation.hasUpcoming) return 'existing_booking'
  if (situation.paymentUnderWay) return 'payment_under_way'
  if (event.is_cancelled || (slot && slot.startsAt <= now)) return 'booking_closed'
  if (event.requires_nhs_number && !situation.nhsConfirmed) return 'nhs_number_required'
  if (!situation.hasConsent) return 'consent_required'
  return slot ? null : 'slot_taken'
}
