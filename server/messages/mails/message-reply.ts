import { greeting } from '../../../domain/person-name.ts'
import { dayInWords, ukDate } from '../../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

type MessageReply = {
  to: string
  firstName: string
  /** The office's own words. */
  text: string
  /** What the member wrote, and when. */
  asked: { text: string; at: Date }
}

/** The office's answer to somebody who wrote through the contact form. */
export function messageReply({ to, firstName, text, asked }: MessageReply) {
  return letter({
    to,
    subject: 'Your message to CHAPS',
    parts: [
      greeting(firstName),
      ...text.split(/\n{2,}/),
      closing,
      `On ${dayInWords(ukDate(asked.at))} you wrote to us:`,
      ...asked.text.split(/\n{2,}/),
    ],
  })
}
