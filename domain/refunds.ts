import { addBusinessDays, businessDaysBefore } from './business-days.ts'
import { type FreeCancellation, isFreeToCancel } from './free-cancellation.ts'
import { hasRightToCancel, type Paid, REFUND_BY_RIGHT_WITHIN_DAYS } from './right-to-cancel.ts'
import { addDays, ukDate, ukInstant, ukTime } from './uk-time.ts'

export const REFUND_NOTICE_BUSINESS_DAYS = 2
export const REFUND_WITHIN_BUSINESS_DAYS = 14

/** The same London time two business days before (rules §4.7); that instant is too late. */
export function refundCutOff(startsAt: Date): Date {
  const day = businessDaysBefore(ukDate(startsAt), REFUND_NOTICE_BUSINESS_DAYS)
  return ukInstant(day, ukTime(startsAt))
}

export function isRefundable(startsAt: Date, now: Date): boolean {
  return now < refundCutOff(startsAt)
}

export type Cancellation = FreeCancellation &
  Paid & { capturedPence: number; feePence: number; now: Date }

/**
 * In pence, less the provider's fee unless the cancellation is free or within the right to cancel. A
 * payment that made no booking is refunded in full instead.
 */
export function refundOf(cancellation: Cancellation): number {
  const { capturedPence, feePence, startsAt, now } = cancellation
  if (isRefundedInFull(cancellation)) return capturedPence
  if (!isRefundable(startsAt, now)) return 0
  return Math.max(0, capturedPence - feePence)
}

function isRefundedInFull(cancellation: Omit<Cancellation, 'capturedPence' | 'feePence'>) {
  const { now } = cancellation
  return isFreeToCancel(cancellation, now) || hasRightToCancel(cancellation, now)
}

/** London date 'YYYY-MM-DD'; sooner within the right to cancel. `paid` is null without an appointment. */
export function refundArrivesBy(decidedAt: Date, paid: Paid | null): string {
  const day = ukDate(decidedAt)
  return paid && hasRightToCancel(paid, decidedAt)
    ? addDays(day, REFUND_BY_RIGHT_WITHIN_DAYS)
    : addBusinessDays(day, REFUND_WITHIN_BUSINESS_DAYS)
}
