import { addBusinessDays, businessDaysBefore } from './business-days.ts'
import { ukDate, ukInstant, ukTime } from './uk-time.ts'

/** More than this many business days before his appointment a man gets his money back (spec §9). */
export const REFUND_NOTICE_BUSINESS_DAYS = 2

/** Within how many business days a refund is with him (spec §9). */
export const REFUND_WITHIN_BUSINESS_DAYS = 14

/**
 * The moment before which cancelling gives the money back (spec §9): the same time on London's clocks
 * two business days before the day of the appointment. At that moment itself it is too late.
 */
export function refundCutOff(startsAt: Date): Date {
  const day = businessDaysBefore(ukDate(startsAt), REFUND_NOTICE_BUSINESS_DAYS)
  return ukInstant(day, ukTime(startsAt))
}

/** Whether an appointment starting then may still be cancelled for a refund. */
export function isRefundable(startsAt: Date, now: Date): boolean {
  return now < refundCutOff(startsAt)
}

/** A man who cancels at `now` what he paid for: pence taken from his card, and the charge for that. */
export type Cancelling = { capturedPence: number; feePence: number; startsAt: Date; now: Date }

/**
 * What a man gets back who cancels now, in pence: what was taken from his card less the provider's
 * charge for taking it, or 0 without more than 2 business days' notice (spec §9). Not for a place
 * lost after the money was taken: that is the charity's doing, and all of it goes back.
 */
export function refundOf({ capturedPence, feePence, startsAt, now }: Cancelling): number {
  if (!isRefundable(startsAt, now)) return 0
  return Math.max(0, capturedPence - feePence)
}

/** The London date, 'YYYY-MM-DD', by which a refund decided at this moment is with him (spec §9). */
export function refundArrivesBy(decidedAt: Date): string {
  return addBusinessDays(ukDate(decidedAt), REFUND_WITHIN_BUSINESS_DAYS)
}
