import { momentInWords } from '../../domain/uk-time.ts'
import { ERASURE_TO_OFFICE } from '../mail-jobs/leaving.ts'
import type { Message, Outgoing } from '../platform/mail.ts'
import { closing } from './booking-lines.ts'
import { memberFacts } from './erasure-asked.ts'
import { letter } from './letter.ts'

type TakenBack = Parameters<typeof memberFacts>[0]

export function erasureTakenBack({ member, askedAt }: TakenBack): Outgoing {
  return letter({
    to: member.email,
    subject: 'Your request to erase your data is taken back',
    parts: [
      `Dear ${member.firstName},`,
      `Your request of ${momentInWords(askedAt)} to erase your data is taken back. Your data stays as it is.`,
      'If it was not you, please choose a new password at once and write to us.',
      closing,
    ],
  })
}

export function erasureTakenBackToOffice({
  member,
  askedAt,
  office,
}: TakenBack & { office: string }): Message {
  const mail = letter({
    to: office,
    subject: `Member ${member.id} no longer asks to be erased`,
    parts: [
      memberFacts({ member, askedAt }),
      'The member has taken the request back: please keep the data.',
    ],
  })
  const about = `${ERASURE_TO_OFFICE} ${member.id}`
  return { ...mail, about, ...(member.email !== null && { replyTo: member.email }) }
}
