import type { EventDetails } from '../../../domain/contract.ts'
import { pounds } from '../../../domain/money.ts'
import { type PaymentSource, paidWith } from '../../../domain/payment-source.ts'
import { greeting } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { closing, helpLine } from './booking-lines.ts'
import { letter } from './letter.ts'
import { rightToCancel } from './right-to-cancel.ts'

/** The receipt of a payment for an appointment that was booked before. */
export function paymentReceived({
  member,
  event,
  startsAt,
  pence,
  lastDigits,
  source,
  publicUrl,
}: {
  member: { firstName: string; email: string | null }
  event: EventDetails
  startsAt: Date
  pence: number
  lastDigits: string | null
  source?: PaymentSource
  publicUrl: string
}) {
  return letter({
    to: member.email,
    subject: 'Thank you, we have received your CHAPS payment',
    parts: [
      greeting(member.firstName),
      `Thank you. You have paid ${pounds(pence)} ${paidWith({ lastDigits, source })} for your appointment at ${momentInWords(startsAt)}, ${event.event_name}. You have nothing left to pay. This email is your receipt.`,
      ...rightToCancel(publicUrl),
      helpLine(event),
      closing,
    ],
  })
}
