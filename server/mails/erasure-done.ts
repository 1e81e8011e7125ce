import { RETAINED_DATA } from '../../domain/erasure.ts'
import { momentInWords } from '../../domain/uk-time.ts'
import type { Outgoing } from '../platform/mail.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

type About = { member: { firstName: string; email: string | null }; askedAt: Date }

/** The last mail to the address. */
export function erasureDone({ member, askedAt }: About): Outgoing {
  return letter({
    to: member.email,
    subject: 'We have erased your data',
    parts: [
      `Dear ${member.firstName},`,
      `At ${momentInWords(askedAt)} you asked us to erase your data. We have done it: your account, your contact data and all that we need not keep are gone, and you cannot sign in any more.`,
      'What we have to keep for a time, where there is any:',
      { facts: RETAINED_DATA.map(({ what, until }) => [what, until] as const) },
      'This is our last mail to you. We no longer have your address.',
      closing,
    ],
  })
}

export function erasureRefused({ member, askedAt, reason }: About & { reason: string }): Outgoing {
  return letter({
    to: member.email,
    subject: 'About your request to erase your data',
    parts: [
      `Dear ${member.firstName},`,
      `At ${momentInWords(askedAt)} you asked us to erase your data. We do not erase it, for this reason:`,
      reason,
      'If you are not content with this, please answer this mail. You can also complain to the Information Commissioner’s Office, ico.org.uk, telephone 0303 123 1113, or go to a court.',
      closing,
    ],
  })
}
