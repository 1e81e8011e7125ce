import { OUR, wording } from '../../../domain/charity.ts'
import { greeting } from '../../../domain/person-name.ts'
import { closing } from './booking-lines.ts'
import { aboutOfficeMessage } from './leaving.ts'
import { letter, type Part } from './letter.ts'

type Words = { to: string | null; firstName: string; subject: string; message: string }

/** The office's own words to one member, kept in the member's messages once they are sent. */
export function officeMessage({ memberId, ...words }: Words & { memberId: number }) {
  const question = wording`If you have a question, please call us on ${OUR.booking_helpline}.`
  return { ...inOfficeWords(words, [question]), about: aboutOfficeMessage(memberId) }
}

/** `parts`: what the message is about, and where to ask. */
export function inOfficeWords({ to, firstName, subject, message }: Words, parts: Part[]) {
  return letter({
    to,
    subject,
    parts: [greeting(firstName), ...message.split(/\n{2,}/), ...parts, closing],
  })
}
