import { pounds } from '../../../domain/money.ts'
import { greeting } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { closing, linkToAppointments } from './booking-lines.ts'
import { letter } from './letter.ts'

export type PaymentInWords = {
  member: { firstName: string; email: string | null }
  payment: { amountPence: number; slotStartsAt: Date; eventId: number }
  publicUrl: string
}

/** `isBooked`: the appointment is booked already. */
export function paymentPending({
  member,
  payment,
  isBooked,
  publicUrl,
}: PaymentInWords & { isBooked: boolean }) {
  const when = momentInWords(payment.slotStartsAt)
  const place = isBooked
    ? `Your appointment at ${when} stays booked`
    : `We are holding your place at ${when}`
  return letter({
    to: member.email,
    subject: 'Your CHAPS payment is being checked',
    parts: [
      greeting(member.firstName),
      `Our card payment provider is checking your payment of ${pounds(payment.amountPence)}. This can take up to a day. ${place}, so please do not pay again.`,
      linkToAppointments(
        'We will email you as soon as we know. You will then find your appointment here:',
        publicUrl,
      ),
      closing,
    ],
  })
}
