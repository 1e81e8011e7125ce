import { CONFIRM_DAYS, NEWSLETTER_WORDS } from '../../domain/newsletter.ts'
import type { Message } from '../platform/mail.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

/** Contains nothing the sender typed, because anyone can enter a stranger's address. */
export function newsletterAsked({
  email,
  confirm,
  unsubscribe,
}: {
  email: string
  confirm: string
  unsubscribe: string
}): Message {
  const mail = letter({
    to: email,
    subject: 'Please confirm your CHAPS newsletter',
    parts: [
      'Hello,',
      'Somebody, we hope you, asked for our newsletter at this address.',
      {
        words: `To receive it, open this link within ${CONFIRM_DAYS} days and press the button there:`,
        link: confirm,
        label: 'Confirm',
      },
      NEWSLETTER_WORDS,
      {
        words:
          'If it was not you, you need not do anything: we will not write to you again. You can also tell us so:',
        link: unsubscribe,
        label: 'Leave the newsletter',
      },
      closing,
    ],
  })
  return { ...mail, unsubscribe }
}
