import type { Message } from '../platform/mail.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

/** Only the mail says that the address is known, so that the page reveals nothing. */
export function newsletterKnown({
  email,
  unsubscribe,
}: {
  email: string
  unsubscribe: string
}): Message {
  const mail = letter({
    to: email,
    subject: 'You already receive the CHAPS newsletter',
    parts: [
      'Hello,',
      'Somebody, perhaps you, asked for our newsletter at this address. You receive it already, so nothing changes.',
      {
        words: 'To leave it, open this link and press the button there:',
        link: unsubscribe,
        label: 'Leave the newsletter',
      },
      closing,
    ],
  })
  return { ...mail, unsubscribe }
}
