import type { Message } from '../mail.ts'
import { closing } from './booking-lines.ts'

/** Tells a subscriber that his address was entered again; the page told whoever did it nothing. */
export function newsletterKnown({
  email,
  unsubscribe,
}: {
  email: string
  unsubscribe: string
}): Message {
  return {
    to: email,
    unsubscribe,
    subject: 'You already receive the CHAPS newsletter',
    text: [
      'Hello,',
      'somebody, perhaps you, asked for our newsletter at this address. You receive it already, so nothing changes.',
      `To leave it, open this link and press the button there:\n${unsubscribe}`,
      closing,
    ].join('\n\n'),
  }
}
