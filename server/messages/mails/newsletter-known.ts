import { closing } from './booking-lines.ts'
import { type Draft, letter } from './letter.ts'

/** Only the mail says that the address is known, so that the page reveals nothing. */
export function newsletterKnown({
  email,
  unsubscribe,
}: {
  email: string
  unsubscribe: string
}): Draft {
  const mail = letter({
    to: email,
    subject: 'You already get the CHAPS newsletter',
    parts: [
      'Hello,',
      'Somebody, perhaps you, signed this address up for our newsletter. You already get it, so nothing has changed.',
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
