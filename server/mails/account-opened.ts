import { BOOKING_HELPLINE, HELPLINE_HOURS } from '../../domain/helpline.ts'
import type { Outgoing } from '../platform/mail.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

/** To the address of an account that a merge had closed by mistake; nothing of another member is in it. */
export function accountOpened({
  member,
  publicUrl,
}: {
  member: { firstName: string; email: string | null }
  publicUrl: string
}): Outgoing {
  return letter({
    to: member.email,
    subject: 'Your account is open again',
    parts: [
      `Dear ${member.firstName},`,
      'We closed your account by mistake. We are sorry. It is open again, with your own appointments and results.',
      {
        words: 'Please sign in with this email address:',
        link: `${publicUrl}/login`,
        label: 'Sign in',
      },
      `If anything in it is not yours, or something is missing, please ring ${BOOKING_HELPLINE} (${HELPLINE_HOURS}).`,
      closing,
    ],
  })
}
