import { BOOKING_HELPLINE, HELPLINE_HOURS } from '../../domain/helpline.ts'
import type { Outgoing } from '../platform/mail.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

/** To the address of an account that a merge closed; the other address is not in it. */
export function accountClosed({
  member,
  publicUrl,
}: {
  member: { firstName: string; email: string | null }
  publicUrl: string
}): Outgoing {
  return letter({
    to: member.email,
    subject: 'You have one account with us now',
    parts: [
      `Dear ${member.firstName},`,
      'You had two accounts with us, so our office has made one of them. The account with this email address is closed. Your appointments and results are in the other one.',
      {
        words: 'From now on, please sign in with your other email address here:',
        link: `${publicUrl}/login`,
        label: 'Sign in',
      },
      `If you know of no other account, or this is a mistake, please ring ${BOOKING_HELPLINE} (${HELPLINE_HOURS}).`,
      closing,
    ],
  })
}
