import type { EventDetails } from '../../../domain/contract.ts'
import { pounds } from '../../../domain/money.ts'
import { greeting } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { closing, helpLine } from './booking-lines.ts'
import { letter } from './letter.ts'

/** A link by which a member pays for the appointment that staff booked. */
export function paymentRequested({
  to,
  member,
  event,
  reference,
  startsAt,
  pence,
  until,
  link,
}: {
  to: string
  member: { firstName: string }
  event: EventDetails
  reference: string
  startsAt: Date
  pence: number
  until: Date
  link: string
}) {
  const mail = letter({
    to,
    subject: `Please pay for your CHAPS appointment at ${momentInWords(startsAt)}`,
    parts: [
      greeting(member.firstName),
      `Your appointment at ${event.event_name} is booked. You still need to pay ${pounds(pence)}.`,
      {
        facts: [
          ['When', momentInWords(startsAt)],
          ['To pay', pounds(pence)],
          ['Booking reference', reference],
        ],
      },
      {
        words: `You can pay by card here until ${momentInWords(until)}. You do not need an account:`,
        link,
        label: 'Pay by card',
      },
      'Anybody who has this link can pay with it. They can see your first name and the time of your appointment, and nothing else.',
      helpLine(event),
      closing,
    ],
  })
  return { ...mail, about: `payment-link ${reference}` }
}
