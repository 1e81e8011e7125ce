import { OUR, wording } from '../../../domain/charity.ts'
import { greeting } from '../../../domain/person-name.ts'
import { dayInWords, ukDate } from '../../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

/** A link to one question. Says nothing of why it is asked. A clinician has to approve the text. */
export function followUpRequested({
  to,
  member,
  resultId,
  until,
  link,
}: {
  to: string
  member: { firstName: string }
  resultId: number
  until: Date
  link: string
}) {
  const mail = letter({
    to,
    subject: 'One question from CHAPS',
    parts: [
      greeting(member.firstName),
      'You came to one of our events a while ago. We would like to know how things have gone since then. We have just one question, and there is no wrong answer.',
      {
        words: `You do not need an account. The link works once, until ${dayInWords(ukDate(until))}:`,
        link,
        label: 'Answer the question',
      },
      wording`If you would rather tell us by phone, call ${OUR.booking_helpline} (${OUR.helpline_hours}).`,
      'Anybody who has this link can answer for you. It shows your first name and nothing else about you.',
      closing,
    ],
  })
  return { ...mail, about: `follow-up ${resultId}` }
}
