import { CONFIRM_DAYS, NEWSLETTER_WORDS } from '../../domain/newsletter.ts'
import type { Message } from '../mail.ts'
import { closing } from './booking-lines.ts'

/**
 * Asks whether this address wants the newsletter. Nothing that was typed stands in it: whoever typed
 * a stranger's address could write to him so.
 */
export function newsletterAsked({
  email,
  confirm,
  unsubscribe,
}: {
  email: string
  confirm: string
  unsubscribe: string
}): Message {
  return {
    to: email,
    unsubscribe,
    subject: 'Please confirm your CHAPS newsletter',
    text: [
      'Hello,',
      'somebody, we hope you, asked for our newsletter at this address.',
      `To receive it, open this link within ${CONFIRM_DAYS} days and press the button there:\n${confirm}`,
      NEWSLETTER_WORDS,
      `If it was not you, you need not do anything: we will not write to you again. You can also tell us so:\n${unsubscribe}`,
      closing,
    ].join('\n\n'),
  }
}
