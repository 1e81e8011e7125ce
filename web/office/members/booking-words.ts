import { pounds } from '../../../domain/money.ts'
import type { OfficeMember } from '../../../domain/office/member-shapes.ts'
import { isRefundable } from '../../../domain/refunds.ts'
import { longDate, ukInstant } from '../../../domain/uk-time.ts'
import { ApiError } from '../../api.ts'

type Appointment = OfficeMember['appointments'][number]
export type RefundChoice = 'policy' | 'full' | 'none'

/** Sentences of the site speak to the member; these speak to the clerk. */
const SENTENCES: Record<string, string> = {
  duplicate: 'The member has booked this event already.',
  existing_booking:
    'The member has an appointment already. Move it, or cancel it before you book another.',
  booking_closed: 'This time has begun, or the event is cancelled.',
  nhs_number_required:
    'This event needs a confirmed NHS number. The member types and confirms it in the portal.',
  consent_required:
    'There is no valid consent of the member for this event. Please take it by telephone or on paper.',
  payment_under_way:
    'A card payment of the member is under way. Please wait until it is booked or has ended.',
  slot_taken: 'This time has just been taken. Please choose another.',
  not_booked: 'This appointment is no longer booked.',
  not_permitted: 'A refund of more than the policy gives is for the treasurer.',
}

/** The same error with a sentence for the clerk. */
export function forClerk(error: unknown): unknown {
  const sentence = error instanceof ApiError ? SENTENCES[error.code] : undefined
  if (!(error instanceof ApiError) || sentence === undefined) return error
  return new ApiError(error.status, { ...error.body, error: sentence })
}

export function isUpcoming({ status, date, time }: Appointment, now: Date): boolean {
  return status === 'booked' && ukInstant(date, time) > now
}

export function isPaidByCard({ payment_status: status }: Appointment): boolean {
  return status === 'paid by card'
}

export function refundWords(appointment: Appointment, refund: RefundChoice, now: Date): string {
  if (!isPaidByCard(appointment)) return 'Nothing was paid by card, so nothing is refunded.'
  const price = pounds(appointment.price_pence)
  if (refund === 'none') return `Nothing of the ${price} is refunded.`
  if (refund === 'full') return `All of the ${price} is refunded to the card.`
  return isRefundable(ukInstant(appointment.date, appointment.time), now)
    ? `${price} less the card processing charge is refunded to the card.`
    : `It is less than 2 business days before the appointment, so nothing of the ${price} is refunded.`
}

export function whenWords({ date, time }: { date: string; time: string }): string {
  return `${time} on ${longDate(date)}`
}
