import { addDays, ukDate } from './uk-time.ts'

export const RIGHT_TO_CANCEL_DAYS = 14
/** Calendar days, also from when the member cancels until the money is back. */
export const REFUND_BY_RIGHT_WITHIN_DAYS = 14

/** `paidAt` is when the money was taken; null when nothing was paid by card. */
export type Paid = { startsAt: Date; paidAt: Date | null }

/** London date; the day of paying is not counted (Consumer Contracts Regulations 2013, reg 30). */
export function lastDayToCancel(paidAt: Date): string {
  return addDays(ukDate(paidAt), RIGHT_TO_CANCEL_DAYS)
}

/** Until the end of the last day, but not once the appointment has begun. */
export function hasRightToCancel({ startsAt, paidAt }: Paid, now: Date): boolean {
  return paidAt !== null && now < startsAt && ukDate(now) <= lastDayToCancel(paidAt)
}
