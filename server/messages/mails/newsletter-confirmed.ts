import { NEWSLETTER_WORDS } from '../../../domain/newsletter.ts'
import { greeting } from '../../../domain/person-name.ts'
import { closing } from './booking-lines.ts'
import { type Draft, letter } from './letter.ts'

export function newsletterConfirmed({
  name,
  email,
  unsubscribe,
}: {
  name: string
  email: string
  unsubscribe: string
}): Draft {
  const mail = letter({
    to: email,
    subject: 'You are subscribed to the CHAPS newsletter',
    parts: [
      greeting(name),
      `Thank you. ${NEWSLETTER_WORDS}`,
      {
        words: 'To unsubscribe, open this link and press the button:',
        link: unsubscribe,
        label: 'Unsubscribe',
      },
      closing,
    ],
  })
  return { ...mail, unsubscribe }
}
