import { isFreeToCancel } from '../../../domain/free-cancellation.ts'
import { duePence, unpaidPence } from '../../../domain/how-to-pay.ts'
import { pounds } from '../../../domain/money.ts'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { OfficeMember } from '../../../domain/office/member-shapes.ts'
import { isRefundable } from '../../../domain/refunds.ts'
import { hasRightToCancel } from '../../../domain/right-to-cancel.ts'
import { dayInWords, momentInWords, ukDate, ukInstant } from '../../../domain/uk-time.ts'
import { ApiError } from '../../api.ts'

type Appointment = OfficeMember['appointments'][number]
export type RefundChoice = 'policy' | 'full' | 'none'

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

export function isPaidByCard({ payment_status: status }: Appointment): boolean {
  return status === 'paid by card'
}

/** Until when the member may cancel free of charge; null without the right. */
export function freeCancellation(appointment: Appointment, now: Date): Date | null {
  const { date, time, free_cancel_until: until, status } = appointment
  const freeUntil = until === null ? null : new Date(until)
  const isFree = isFreeToCancel({ startsAt: ukInstant(date, time), freeUntil }, now)
  return status === 'booked' && isFree ? freeUntil : null
}

export function refundWords(appointment: Appointment, refund: RefundChoice, now: Date): string {
  if (appointment.payment_status === 'paid at the venue')
    return 'Money paid at the venue must be refunded by hand. Record the refund under Payments.'
  if (!isPaidByCard(appointment)) return 'Nothing was paid by card, so nothing is refunded.'
  const price = pounds(appointment.price_pence)
  if (refund === 'none') return `None of the ${price} will be refunded.`
  if (refund === 'full') return `The full ${price} will be refunded to the card.`
  const startsAt = ukInstant(appointment.date, appointment.time)
  const paidAt = appointment.paid_at === null ? null : new Date(appointment.paid_at)
  if (paidAt && hasRightToCancel({ startsAt, paidAt }, now))
    return `The full ${price} will be refunded to the card. It was paid on ${dayInWords(ukDate(paidAt))}, and members can cancel for a full refund for 14 days.`
  const freeUntil = freeCancellation(appointment, now)
  if (freeUntil !== null)
    return `The full ${price} will be refunded to the card. The member can cancel free of charge until ${momentInWords(freeUntil)}.`
  return isRefundable(startsAt, now)
    ? `${price} minus the card processing charge will be refunded to the card.`
    : `The appointment is less than 2 business days away, so none of the ${price} will be refunded.`
}

/** `what` begins the sentence: 'A confirmation is'. */
export function toldWords(
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

export function whenWords({ date, time }: { date: string; time: string }): string {
  return `${time} on ${weekdayAndDate(date)}`
}
