import { OUR, wording } from '../../../domain/charity.ts'
import { RETAINED_DATA } from '../../../domain/erasure.ts'
import { fullNameInMessages, greeting } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { ERASURE_TO_OFFICE } from './leaving.ts'
import { type Draft, letter, type Outgoing, type Part } from './letter.ts'

type Params = {
  member: { id: number; firstName: string; lastName: string; email: string | null }
  askedAt: Date
}

export function erasureRequested({
  member,
  askedAt,
  hasAccount,
  publicUrl,
}: Params & { hasAccount: boolean; publicUrl: string }): Outgoing {
  return letter({
    to: member.email,
    subject: 'You asked us to erase your data',
    parts: [
      greeting(member.firstName),
      `You asked us to erase your data at ${momentInWords(askedAt)}. We will answer within one month.`,
      'We must keep some of it for the time shown:',
      { facts: RETAINED_DATA.map(({ what, until }) => [what, until] as const) },
      hasAccount
        ? {
            words:
              'If you have changed your mind, or did not ask for this, withdraw the request here:',
            link: `${publicUrl}/portal/erase`,
            label: 'Go to your profile',
          }
        : wording`If you have changed your mind, or did not ask for this, please call ${OUR.booking_helpline} (${OUR.helpline_hours}).`,
      closing,
    ],
  })
}

export function erasureAskedToOffice({
  member,
  askedAt,
  office,
}: Params & { office: string }): Draft {
  const mail = letter({
    to: office,
    subject: `Member ${member.id} has asked us to erase their data`,
    parts: [
      memberFacts({ member, askedAt }),
      'By law we must answer within one month. When they asked, the member had no upcoming appointment and no payment in progress.',
    ],
  })
  const about = `${ERASURE_TO_OFFICE} ${member.id}`
  return { ...mail, about, ...(member.email !== null && { replyTo: member.email }) }
}

export function memberFacts({ member, askedAt }: Params): Part {
  return {
    facts: [
      ['Member', String(member.id)],
      ['Name', fullNameInMessages(member)],
      ['Email', member.email ?? 'none'],
      ['Asked on', momentInWords(askedAt)],
    ],
  }
}
