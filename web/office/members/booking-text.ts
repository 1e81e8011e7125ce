import { isFreeToCancel } from '../../../domain/free-cancellation.ts'
import { duePence, unpaidPence } from '../../../domain/how-to-pay.ts'
import { pounds } from '../../../domain/money.ts'
import type { PaidPart } from '../../../domain/money-of.ts'
import { heldIn } from '../../../domain/money-shown.ts'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { isRefundable } from '../../../domain/refunds.ts'
import { type RefundRule, type Repayment, repaymentsOf } from '../../../domain/repayments.ts'
import { hasRightToCancel } from '../../../domain/right-to-cancel.ts'
import { dayInWords, momentInWords, ukDate, ukInstant } from '../../../domain/uk-time.ts'
import { ApiError } from '../../api.ts'

type Appointment = OfficeMember['appointments'][number]

/** Sentences of the site speak to the member; these speak to the clerk. */
const SENTENCES: Record<string, string> = {
  duplicate: 'The member has already booked this event.',
  existing_booking:
    'The member already has an appointment. Move it, or cancel it before you book another.',
  booking_closed: 'This time has passed, or the event has been cancelled.',
  nhs_number_required:
    'This event needs a confirmed NHS number. The member confirms it in the portal. If they have no account, enter it under ‘Change contact details’.',
  consent_required:
    'The member has not given valid consent for this event. Take their consent by phone or on paper.',
  erasure_asked:
    'The member has asked us to erase their data, so nothing can be booked. They can withdraw the request in the portal, or an admin can close it under Erasure.',
  payment_under_way:
    'The member’s card payment is in progress. Wait until it has been booked or has ended.',
  slot_taken: 'This time has just been taken. Choose another.',
  not_booked: 'This appointment is no longer booked.',
  nothing_to_pay: 'There is nothing left to pay for this appointment.',
  not_permitted: 'Only the treasurer can refund more than the policy allows.',
}

/** The same error with a sentence for the clerk. */
export function forClerk(error: unknown): unknown {
  const sentence = error instanceof ApiError ? SENTENCES[error.code] : undefined
  if (!(error instanceof ApiError) || sentence === undefined) return error
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
  const text = repaymentsOf(heldIn(money), times, refund).map((one) => roadInWords(one))
  const reason =
    refund === 'policy' && holdsMoney(appointment) ? policyInWords(appointment, now) : ''
  return [...text, reason].join(' ').trim()
}

function roadInWords({ road, pence, refundedPence, payment }: Repayment<PaidPart>): string {
  const amount = pounds(pence)
  const left = pounds(payment.capturedPence - refundedPence)
  const of = pence < payment.capturedPence - refundedPence ? `${amount} of the ${left}` : amount
  switch (road) {
    case 'card':
      return pence === 0
        ? `None of the ${left} paid by card will be refunded.`
        : `${of} will be refunded to the card.`
    case 'by hand':
      return pence === 0
        ? `None of the ${left} paid at the venue will be refunded.`
        : `${of} was paid at the venue and must be refunded by hand. It will be listed under Payments.`
    case 'under review':
      return `The card payment of ${amount} is still being checked by PayPal. If it is taken, it is refunded in full automatically.`
    case 'disputed':
      return `The card payment is disputed at PayPal, so nothing is refunded automatically. The treasurer decides about the ${left} under Payments.`
    case 'failed before':
      return `An earlier refund to the card failed. ${amount} must be refunded by hand. It will be listed under Payments.`
  }
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
