import { addBusinessDays, businessDaysBefore } from './business-days.ts'
import { type FreeCancellation, isFreeToCancel } from './free-cancellation.ts'
import { ukDate, ukInstant, ukTime } from './uk-time.ts'

export const REFUND_NOTICE_BUSINESS_DAYS = 2
export const REFUND_WITHIN_BUSINESS_DAYS = 14

/** The same London time two business days before (spec §9); that instant is too late. */
export function refundCutOff(startsAt: Date): Date {
  const day = businessDaysBefore(ukDate(startsAt), REFUND_NOTICE_BUSINESS_DAYS)
  return ukInstant(day, ukTime(startsAt))
}

export function isRefundable(startsAt: Date, now: Date): boolean {
  return now < refundCutOff(startsAt)
}

export type Cancellation = FreeCancellation & { capturedPence: number; feePence: number; now: Date }

/**
 * In pence, less the provider's fee unless the cancellation is free. A payment that made no booking
 * is refunded in full instead.
 */
export function refundOf(cancellation: Cancellation): number {
  const { capturedPence, feePence, startsAt, now } = cancellation
  if (isFreeToCancel(cancellation, now)) return capturedPence
  if (!isRefundable(startsAt, now)) return 0
  return Math.max(0, capturedPence - feePence)
}

/** London date 'YYYY-MM-DD'. */
export function refundArrivesBy(decidedAt: Date): string {
  return addBusinessDays(ukDate(decidedAt), REFUND_WITHIN_BUSINESS_DAYS)
}
