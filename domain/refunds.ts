import { addBusinessDays, businessDaysBefore } from './business-days.ts'
import { ukDate, ukInstant, ukTime } from './uk-time.ts'

/** A refund needs more than this notice (spec §9). */
export const REFUND_NOTICE_BUSINESS_DAYS = 2

/** A refund arrives within this time (spec §9). */
export const REFUND_WITHIN_BUSINESS_DAYS = 14

/**
 * The instant before which cancelling is refunded (spec §9): the same London time two business
 * days before the appointment. At that instant it is too late.
 */
export function refundCutOff(startsAt: Date): Date {
  const day = businessDaysBefore(ukDate(startsAt), REFUND_NOTICE_BUSINESS_DAYS)
  return ukInstant(day, ukTime(startsAt))
}

/** Whether cancelling at `now` still gives a refund. */
export function isRefundable(startsAt: Date, now: Date): boolean {
  return now < refundCutOff(startsAt)
}

/** A cancellation of a paid booking: pence captured, and the provider's fee in pence. */
export type Cancelling = { capturedPence: number; feePence: number; startsAt: Date; now: Date }

/**
 * Returns the refund in pence: the captured amount less the provider's fee, or 0 without more than
 * 2 business days' notice (spec §9). Not for a place lost after capture, which is refunded in
 * full.
 */
export function refundOf({ capturedPence, feePence, startsAt, now }: Cancelling): number {
  if (!isRefundable(startsAt, now)) return 0
  return Math.max(0, capturedPence - feePence)
}

/** The London date, 'YYYY-MM-DD', by which a refund decided now arrives (spec §9). */
export function refundArrivesBy(decidedAt: Date): string {
  return addBusinessDays(ukDate(decidedAt), REFUND_WITHIN_BUSINESS_DAYS)
}
