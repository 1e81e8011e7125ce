import type { EventDetails } from '../../domain/contract.ts'
import { pounds } from '../../domain/money.ts'
import { momentInWords } from '../../domain/uk-time.ts'
import { closing, helpLine, linkToAppointments } from './booking-lines.ts'
import { letter } from './letter.ts'
import type { PaymentInWords } from './payment-pending.ts'

export function paymentRefunded({
  member,
  payment,
  event,
  amountPence,
  hasAnother,
  hasWithdrawn,
  publicUrl,
}: PaymentInWords & {
  event: EventDetails
  amountPence: number
  hasAnother: boolean
  hasWithdrawn: boolean
}) {
  const gone = hasWithdrawn
    ? `You withdrew your consent before your payment arrived, so your appointment at ${momentInWords(payment.slotStartsAt)} is not booked.`
    : `We are sorry: the place at ${momentInWords(payment.slotStartsAt)} was gone when your payment arrived, so your appointment is not booked.`
  const why = hasAnother
    ? 'You have another payment for the same event, so this one was not needed.'
    : gone
  const next = hasAnother
    ? linkToAppointments('Your appointments are here:', publicUrl)
    : {
        words: 'There may be another time at the same event:',
        link: `${publicUrl}/event/${payment.eventId}`,
        label: 'Look at the event',
      }
  return letter({
    to: member.email,
    subject: 'Your CHAPS payment is on its way back to you',
    parts: [
      `Dear ${member.firstName},`,
      `${why} We are refunding the whole ${pounds(amountPence)} to your card. You do not need to do anything; banks take a few days to show it.`,
      next,
      helpLine(event),
      closing,
    ],
  })
}
