import { PERIODS_ARE_PROPOSALS, RETAINED_DATA } from '../../domain/erasure.ts'
import { momentInWords } from '../../domain/uk-time.ts'
import type { Message } from '../platform/mail.ts'
import { closing } from './booking-lines.ts'
import { letter, type Part } from './letter.ts'

type Asked = {
  member: { id: number; firstName: string; lastName: string; email: string }
  askedAt: Date
}

export function erasureAsked({
  member,
  askedAt,
  publicUrl,
}: Asked & { publicUrl: string }): Message {
  return letter({
    to: member.email,
    subject: 'You asked us to erase your data',
    parts: [
      `Dear ${member.firstName},`,
      `on ${momentInWords(askedAt)} you asked us to erase your data. We answer within one month.`,
      'Some of it we have to keep for a time:',
      { facts: RETAINED_DATA.map(({ what, until }) => [what, until] as const) },
      PERIODS_ARE_PROPOSALS,
      {
        words: 'If you have changed your mind, or it was not you, take the request back here:',
        link: `${publicUrl}/portal`,
        label: 'Go to your profile',
      },
      closing,
    ],
  })
}

export function erasureAskedToOffice({
  member,
  askedAt,
  office,
}: Asked & { office: string }): Message {
  const mail = letter({
    to: office,
    subject: `Member ${member.id} asks to be erased`,
    parts: [
      memberFacts({ member, askedAt }),
      'The law asks us to answer within one month. The member had no upcoming appointment and no payment under way when asking.',
    ],
  })
  return { ...mail, replyTo: member.email }
}

export function memberFacts({ member, askedAt }: Asked): Part {
  return {
    facts: [
      ['Member', String(member.id)],
      ['Name', `${member.firstName} ${member.lastName}`],
      ['Email', member.email],
      ['Asked on', momentInWords(askedAt)],
    ],
  }
}
