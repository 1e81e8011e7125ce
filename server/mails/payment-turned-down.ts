import { pounds } from '../../domain/money.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'
import type { PaymentInWords } from './payment-pending.ts'

export function paymentTurnedDown({ member, payment, publicUrl }: PaymentInWords) {
  return letter({
    to: member.email,
    subject: 'Your CHAPS payment was not accepted',
    parts: [
      `Dear ${member.firstName},`,
      `Our card payment provider did not accept your payment of ${pounds(payment.amountPence)}. No money was taken, and the appointment is not booked.`,
      {
        words: 'You are welcome to try again with another card:',
        link: `${publicUrl}/event/${payment.eventId}`,
        label: 'Go back to the event',
      },
      closing,
    ],
  })
}
