import { NEAR_ALERT_WORDS } from '../../../domain/near-alerts.ts'
import { CONFIRM_DAYS } from '../../../domain/newsletter.ts'
import { closing } from './booking-lines.ts'
import { type Draft, letter, type Part } from './letter.ts'

type ToOwner = { email: string; leave: string }
type Alert = ToOwner & { miles: number; place: string }

/** Contains nothing the sender typed, because anyone can enter a stranger's address. */
export function nearAlertRequested({
  email,
  confirm,
  leave,
}: ToOwner & { confirm: string }): Draft {
  const mail = letter({
    to: email,
    subject: 'Please confirm your CHAPS alert',
    parts: [
      'Hello,',
      'Somebody, we hope it was you, asked us to email this address about screening events nearby.',
      {
        words: `To get these emails, open this link within ${CONFIRM_DAYS} days and press the button:`,
        link: confirm,
        label: 'Confirm',
      },
      NEAR_ALERT_WORDS,
      {
        words:
          'If it was not you, you do not need to do anything. We will not email you again. You can also tell us here:',
        link: leave,
        label: 'Stop these emails',
      },
      closing,
    ],
  })
  return { ...mail, unsubscribe: leave }
}

export function nearAlertConfirmed({ email, miles, place, leave }: Alert): Draft {
  const mail = letter({
    to: email,
    subject: 'We will tell you when we are near',
    parts: [
      'Hello,',
      `Thank you. We will email you about each new event within ${miles} miles of ${place}, and nothing else.`,
      toLeave(leave),
      closing,
    ],
  })
  return { ...mail, unsubscribe: leave }
}

/** Only the mail says that the address is known, so that the page reveals nothing. */
export function nearAlertKnown({ email, miles, place, leave }: Alert): Draft {
  const mail = letter({
    to: email,
    subject: 'You already have a CHAPS alert',
    parts: [
      'Hello,',
      `Somebody, perhaps you, asked us to email this address about screening events nearby. We already do, for events within ${miles} miles of ${place}, so nothing has changed. To choose a different place, stop these emails and sign up again.`,
      toLeave(leave),
      closing,
    ],
  })
  return { ...mail, unsubscribe: leave }
}

export function toLeave(leave: string): Part {
  return {
    words: 'To stop these emails, open this link and press the button:',
    link: leave,
    label: 'Stop these emails',
  }
}
