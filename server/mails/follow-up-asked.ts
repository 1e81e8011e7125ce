import { BOOKING_HELPLINE, HELPLINE_HOURS } from '../../domain/helpline.ts'
import { dayInWords, ukDate } from '../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

/** A link to one question. Says nothing of why it is asked. A clinician has to approve the text. */
export function followUpAsked({
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
      `Dear ${member.firstName},`,
      'You were with us a while ago. We would like to know how things have gone since then. It is one question, and every answer is right.',
      {
        words: `You do not need an account. The link works once, until ${dayInWords(ukDate(until))}:`,
        link,
        label: 'Answer the question',
      },
      `If you would rather tell us by telephone, ring ${BOOKING_HELPLINE} (${HELPLINE_HOURS}).`,
      'Everybody who has this link can answer for you. It shows your first name, and nothing of what we know about you.',
      closing,
    ],
  })
  return { ...mail, about: `follow-up ${resultId}` }
}
