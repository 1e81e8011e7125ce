import { pounds } from '../../../domain/money.ts'
import { greeting } from '../../../domain/person-name.ts'
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
    ? 'Your appointment is still booked, but you still need to pay.'
    : 'The appointment is not booked.'
  const next = isBooked
    ? 'You can try again with another card, using the link we sent you.'
    : {
        words: 'You can try again with another card:',
        link: `${publicUrl}/event/${payment.eventId}`,
        label: 'Go back to the event',
      }
  return letter({
    to: member.email,
    subject: 'Your CHAPS payment was not accepted',
    parts: [
      greeting(member.firstName),
      `Our card payment provider did not accept your payment of ${pounds(payment.amountPence)}. No money was taken. ${outcome}`,
      next,
      closing,
    ],
  })
}
