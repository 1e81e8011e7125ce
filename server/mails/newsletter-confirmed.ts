import { NEWSLETTER_WORDS } from '../../domain/newsletter.ts'
import type { Message } from '../mail.ts'
import { closing } from './booking-lines.ts'

/** Welcomes a new subscriber, with the way out. */
export function newsletterConfirmed({
  name,
  email,
  unsubscribe,
}: {
  name: string
  email: string
  unsubscribe: string
}): Message {
  return {
    to: email,
    unsubscribe,
    subject: 'You are subscribed to the CHAPS newsletter',
    text: [
      `Dear ${name},`,
      `thank you. ${NEWSLETTER_WORDS}`,
      `To leave, open this link and press the button there:\n${unsubscribe}`,
      closing,
    ].join('\n\n'),
  }
}
