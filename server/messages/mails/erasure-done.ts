import { RETAINED_DATA } from '../../../domain/erasure.ts'
import { greeting } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { letter, type Outgoing } from './letter.ts'

type About = { member: { firstName: string; email: string | null }; askedAt: Date }

/** The last mail to the address. */
export function erasureDone({ member, askedAt }: About): Outgoing {
  return letter({
    to: member.email,
    subject: 'We have erased your data',
    parts: [
      greeting(member.firstName),
      `You asked us to erase your data at ${momentInWords(askedAt)}. We have now done this. We have deleted your account, your contact details and everything we do not have to keep. You can no longer sign in.`,
      'If we hold any of these, we must keep them for the time shown:',
      { facts: RETAINED_DATA.map(({ what, until }) => [what, until] as const) },
      'This is our last email to you. We no longer have your email address.',
      closing,
    ],
  })
}

export function erasureRefused({ member, askedAt, reason }: About & { reason: string }): Outgoing {
  return letter({
    to: member.email,
    subject: 'About your request to erase your data',
    parts: [
      greeting(member.firstName),
      `You asked us to erase your data at ${momentInWords(askedAt)}. We are not erasing it, for this reason:`,
      reason,
      'If you are not happy with this decision, reply to this email. You can also complain to the Information Commissioner’s Office (ico.org.uk, phone 0303 123 1113), or take the matter to court.',
      closing,
    ],
  })
}
