import { BEGIN_CONFIRM_HOURS } from '../../../domain/begin-for-another.ts'
import type { EventDetails } from '../../../domain/contract.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { closing, helpLine } from './booking-lines.ts'
import { type Draft, letter } from './letter.ts'

/**
 * To whoever asked us to hold a place for somebody else. Contains nothing that was typed, because anyone can
 * enter a stranger's address.
 */
export function beginRequested({
  to,
  event,
  startsAt,
  confirm,
}: {
  to: string
  event: EventDetails
  startsAt: Date
  confirm: string
}): Draft {
  return letter({
    to,
    subject: 'Please confirm that you asked us to hold a place',
    parts: [
      'Hello,',
      `Somebody, we hope it was you, asked us to hold a place at ${event.event_name} for a person they know: ${momentInWords(startsAt)}. We are not holding it yet.`,
      {
        words: `To hold it, open this link within ${BEGIN_CONFIRM_HOURS} hours and press the button:`,
        link: confirm,
        label: 'Confirm',
      },
      'We will then hold the place for 48 hours, if it is still free, and send him a link of his own. He reads your name and your email address in it. Only he can say yes. His results, letters and account are his alone, so we will not tell you what he decides.',
      'If it was not you, you do not need to do anything. Nothing has been held and we have not stored anything.',
      helpLine(event),
      closing,
    ],
  })
}
