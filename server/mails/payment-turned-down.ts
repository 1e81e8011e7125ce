import { pounds } from '../../domain/money.ts'
import { closing } from './booking-lines.ts'
import type { PaymentInWords } from './payment-pending.ts'

/** The mail that says that a payment which was being checked was turned down. */
export function paymentTurnedDown({ member, payment, publicUrl }: PaymentInWords) {
  return {
    to: member.email,
    subject: 'Your CHAPS payment was not accepted',
    text: [
      `Dear ${member.firstName},`,
      `Our card payment provider did not accept your payment of ${pounds(payment.amountPence)}. No money was taken, and the appointment is not booked.`,
      `You are welcome to try again with another card:\n${publicUrl}/event/${payment.eventId}`,
      closing,
    ].join('\n\n'),
  }
}
