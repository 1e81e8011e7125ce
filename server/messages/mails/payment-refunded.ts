import type { EventDetails } from '../../../domain/contract.ts'
import { pounds } from '../../../domain/money.ts'
import { type PaymentSource, refundTarget } from '../../../domain/payment-source.ts'
import { greeting } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { closing, helpLine, linkToAppointments } from './booking-lines.ts'
import { letter } from './letter.ts'
import type { PaymentInWords } from './payment-pending.ts'

/** Why a payment makes no booking, or pays for none. */
export type Unbookable = 'place gone' | 'another payment' | 'consent withdrawn' | 'cancelled'

export function paymentRefunded({
  member,
  payment,
  event,
  amountPence,
  because,
  source,
  publicUrl,
}: PaymentInWords & {
  event: EventDetails
  amountPence: number
  because: Unbookable
  source?: PaymentSource
}) {
  const when = momentInWords(payment.slotStartsAt)
  const reason = {
    'place gone': `We are sorry. When your payment reached us, your place at ${when} was no longer available, so you do not have an appointment.`,
    'another payment': 'You have another payment for the same event, so this one was not needed.',
    'consent withdrawn': `You withdrew your consent before your payment arrived, so your appointment at ${when} is not booked.`,
    cancelled: `Your appointment at ${when} was cancelled before your payment arrived.`,
  }[because]
  const next =
    because === 'another payment'
      ? linkToAppointments('Your appointments are here:', publicUrl)
      : {
          words: 'There may be another time at the same event:',
          link: `${publicUrl}/event/${payment.eventId}`,
          label: 'See the event',
        }
  return letter({
    to: member.email,
    subject: 'Your CHAPS payment is on its way back to you',
    parts: [
      greeting(member.firstName),
      `${reason} We are refunding the full ${pounds(amountPence)} to ${refundTarget(source)}. You do not need to do anything. It may take a few days to show in your account.`,
      next,
      helpLine(event),
      closing,
    ],
  })
}
