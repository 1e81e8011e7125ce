import type { CharityEvent } from '../../domain/contract.ts'
import { pounds } from '../../domain/money.ts'
import { momentInWords } from '../../domain/uk-time.ts'
import { closing, helpLine } from './booking-lines.ts'
import type { PaymentInWords } from './payment-pending.ts'

/** The mail that says that a place was gone when it was paid, and all the money goes back. */
export function paymentRefunded({
  member,
  payment,
  event,
  amountPence,
  publicUrl,
}: PaymentInWords & { event: CharityEvent; amountPence: number }) {
  return {
    to: member.email,
    subject: 'Your CHAPS payment is on its way back to you',
    text: [
      `Dear ${member.firstName},`,
      `We are sorry: the place at ${momentInWords(payment.slotStartsAt)} was gone when your payment arrived, so your appointment is not booked. We are refunding the whole ${pounds(amountPence)} to your card. You do not need to do anything; banks take a few days to show it.`,
      `There may be another time at the same event:\n${publicUrl}/event/${payment.eventId}`,
      helpLine(event),
      closing,
    ].join('\n\n'),
  }
}
