import { CONFIRM_DAYS, NEWSLETTER_WORDS } from '../../../domain/newsletter.ts'
import { closing } from './booking-lines.ts'
import { type Draft, letter } from './letter.ts'

/** Contains nothing the sender typed, because anyone can enter a stranger's address. */
export function newsletterRequested({
  email,
  confirm,
  unsubscribe,
}: {
  email: string
  confirm: string
  unsubscribe: string
}): Draft {
  const mail = letter({
    to: email,
    subject: 'Please confirm your CHAPS newsletter',
    parts: [
      'Hello,',
      'Somebody, we hope it was you, signed this address up for our newsletter.',
      {
        words: `To get the newsletter, open this link within ${CONFIRM_DAYS} days and press the button:`,
        link: confirm,
        label: 'Confirm',
      },
      NEWSLETTER_WORDS,
      {
        words:
          'If it was not you, you do not need to do anything. We will not email you again. You can also tell us here:',
        link: unsubscribe,
        label: 'Unsubscribe',
      },
      closing,
    ],
  })
  return { ...mail, unsubscribe }
}
