import { isFreeToCancel } from '../../../domain/free-cancellation.ts'
import { duePence, unpaidPence } from '../../../domain/how-to-pay.ts'
import { heldIn } from '../../../domain/money-shown.ts'
import { sentenceForClerk } from '../../../domain/office/clerk-sentences.ts'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { repaymentForClerk } from '../../../domain/office/repayment-text.ts'
import { isRefundable } from '../../../domain/refunds.ts'
import { type RefundRule, repaymentsOf } from '../../../domain/repayments.ts'
import { hasRightToCancel } from '../../../domain/right-to-cancel.ts'
import { dayInWords, momentInWords, ukDate, ukInstant } from '../../../domain/uk-time.ts'
import { ApiError } from '../../api.ts'

type Appointment = OfficeMember['appointments'][number]

/** The same error with a sentence for the clerk. */
export function forClerk(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const sentence = sentenceForClerk(error.code)
  if (sentence === null) return error
  return new ApiError(error.status, { ...error.body, error: sentence })
}

/** Still to come or in progress; without a sample it is over. */
export function isUpcoming({ status, date, time, attendance }: Appointment, now: Date): boolean {
  return status === 'booked' && attendance !== 'not_sampled' && ukInstant(date, time) > now
}

export const HAS_ARRIVED =
  'The member has already arrived for this appointment, so it is neither moved nor cancelled. Only its payment can still change.'

/** Pence that the appointment still brings in. */
export function owedPence(appointment: Appointment): number {
  return duePence(appointment) + unpaidPence(appointment)
}

/** Whether something was paid that the choice of the refund decides about. */
export function holdsMoney({ money }: Appointment): boolean {
  return money?.held?.some(({ road }) => road !== 'under review') ?? false
}

/** Until when the member may cancel free of charge; null without the right. */
export function freeCancellation(appointment: Appointment, now: Date): Date | null {
  const { date, time, free_cancel_until: until, status } = appointment
  const freeUntil = until === null ? null : new Date(until)
  const isFree = isFreeToCancel({ startsAt: ukInstant(date, time), freeUntil }, now)
  return status === 'booked' && isFree ? freeUntil : null
}

/** What the cancellation does with the money by this choice, for the clerk. */
export function refundText(appointment: Appointment, refund: RefundRule, now: Date): string {
  const { money, date, time, free_cancel_until: until } = appointment
  if (!money?.held) return 'Nothing was paid, so nothing is refunded.'
  const startsAt = ukInstant(date, time)
  const times = { startsAt, freeUntil: until === null ? null : new Date(until), now }
  const text = repaymentsOf(heldIn(money), times, refund).map((one) => repaymentForClerk(one))
  const reason =
    refund === 'policy' && holdsMoney(appointment) ? policyInWords(appointment, now) : ''
  return [...text, reason].join(' ').trim()
}

function policyInWords(appointment: Appointment, now: Date): string {
  const startsAt = ukInstant(appointment.date, appointment.time)
  const held = appointment.money?.held ?? []
  const paidAt = held[0] ? new Date(held[0].paid_at) : null
  if (paidAt && hasRightToCancel({ startsAt, paidAt }, now))
    return `It was paid on ${dayInWords(ukDate(paidAt))}, and members can cancel for a full refund for 14 days.`
  const freeUntil = freeCancellation(appointment, now)
  if (freeUntil !== null)
    return `The member can cancel free of charge until ${momentInWords(freeUntil)}.`
  if (!isRefundable(startsAt, now)) return 'The appointment is less than 2 business days away.'
  const hasCharge = held.some(({ fee_pence: fee }) => fee > 0)
  return hasCharge ? 'The card processing charge is not refunded.' : ''
}

/** `what` begins the sentence: 'A confirmation is'. */
export function toldText(
  what: string,
  { email, texts_to, contact_by: way }: Pick<OfficeMember, 'email' | 'texts_to' | 'contact_by'>,
): string {
  const mobile = way === 'sms' ? texts_to : null
  if (mobile !== null) {
    const also = email === null ? '' : ` and to ${email}`
    return `${what} sent by text to ${mobile}${also}.`
  }
  return email === null
    ? 'We have no email address. Read out or print the next page.'
    : `${what} sent to ${email}.`
}

export function whenText({ date, time }: { date: string; time: string }): string {
  return `${time} on ${weekdayAndDate(date)}`
}
