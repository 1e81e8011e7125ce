import { pounds } from '../../domain/money.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'
import type { PaymentInWords } from './payment-pending.ts'

/** `isBooked`: the appointment is booked, and stays so. */
export function paymentTurnedDown({
  member,
  payment,
  isBooked,
  publicUrl,
}: PaymentInWords & { isBooked: boolean }) {
  const outcome = isBooked
    ? 'Your appointment is still booked, and still to be paid.'
    : 'The appointment is not booked.'
  const next = isBooked
    ? 'You are welcome to try again with another card, by the link that we sent you.'
    : {
        words: 'You are welcome to try again with another card:',
        link: `${publicUrl}/event/${payment.eventId}`,
        label: 'Go back to the event',
      }
  return letter({
    to: member.email,
    subject: 'Your CHAPS payment was not accepted',
    parts: [
      `Dear ${member.firstName},`,
      `Our card payment provider did not accept your payment of ${pounds(payment.amountPence)}. No money was taken. ${outcome}`,
      next,
      closing,
    ],
  })
}
