import type { BookingSituation } from '../booking.ts'
import type { EventDetails } from '../contract.ts'
import { asForHolder } from '../events.ts'
import type { PaymentStatus } from '../how-to-pay.ts'
import type { Reason } from '../refusals.ts'
import type { Slot } from '../slots.ts'
import type { OnBehalfBooking } from './booking-schemas.ts'

/**
 * The first reason to refuse a booking by staff, or null. They book until the slot starts, need no
 * access code, and decide on the payment.
 */
export function whyNotBookOnBehalf(
  situation: Pick<
    BookingSituation,
    | 'event'
    | 'erasureAsked'
    | 'bookedThisEvent'
    | 'hasUpcoming'
    | 'paymentUnderWay'
    | 'nhsConfirmed'
    | 'hasConsent'
  > & {
    slot: Slot | null
    /** They book for a member also while the office has closed booking. */
    isByStaff: boolean
  },
  now: Date,
): Reason | null {
  const { event, slot } = situation
  if (situation.erasureAsked) return 'erasure_asked'
  if (situation.bookedThisEvent) return 'duplicate'
  if (situation.hasUpcoming) return 'existing_booking'
  if (situation.paymentUnderWay) return 'payment_under_way'
  const isEventClosed = situation.isByStaff ? isClosedToStaff(event) : isClosed(event)
  if (isEventClosed || (slot && slot.startsAt <= now)) return 'booking_closed'
  if (event.requires_nhs_number && !situation.nhsConfirmed) return 'nhs_number_required'
  if (!situation.hasConsent) return 'consent_required'
  return slot ? null : 'slot_taken'
}

/** The event is cancelled, or is about to be. */
export function isClosedToStaff(event: EventDetails): boolean {
  return isClosed(asForHolder(event))
}

function isClosed({ is_cancelled: isCancelled, is_booking_closed: isBookingClosed }: EventDetails) {
  return isCancelled || isBookingClosed === true
}

/** How a cancelled appointment is paid when it is booked again: money that was kept is not due twice. */
export function paymentAgain({
  status,
  isRefunded,
}: {
  status: PaymentStatus
  isRefunded: boolean
}): OnBehalfBooking['payment'] {
  if (status === 'paid') return 'at_venue'
  if (status === 'waived') return 'waived'
  if (status === 'not paid' || isRefunded) return 'due'
  return 'waived'
}
