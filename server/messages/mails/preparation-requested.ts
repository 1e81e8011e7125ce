import type { EventDetails } from '../../../domain/contract.ts'
import { greeting } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { closing, helpLine } from './booking-lines.ts'
import { letter } from './letter.ts'

/** A link to the questions before an appointment. A clinician has to approve the text. */
export function preparationRequested({
  to,
  member,
  event,
  reference,
  startsAt,
  link,
}: {
  to: string
  member: { firstName: string }
  event: EventDetails
  reference: string
  startsAt: Date
  link: string
}) {
  const mail = letter({
    to,
    subject: `Four questions before your CHAPS appointment: ${momentInWords(startsAt)}`,
    parts: [
      greeting(member.firstName),
      'Some things can raise your PSA level for a while, so the test may not give a reliable result. Please answer four questions about them.',
      {
        facts: [
          ['When', momentInWords(startsAt)],
          ['Booking reference', reference],
        ],
      },
      {
        words: 'You do not need an account, and the link works once, until your appointment:',
        link,
        label: 'Answer four questions',
      },
      'If you answer yes to any of them, you can choose a later time free of charge, even in the last 48 hours. If you answer no to all of them, just come as planned.',
      'Anybody who has this link can answer for you. It shows your first name and the time of your appointment, but never your answers.',
      helpLine(event),
      closing,
    ],
  })
  return { ...mail, about: `preparation ${reference}` }
}
