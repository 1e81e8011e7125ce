import { greeting } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { memberFacts } from './erasure-requested.ts'
import { ERASURE_TO_OFFICE } from './leaving.ts'
import { type Draft, letter, type Outgoing } from './letter.ts'

type TakenBack = Parameters<typeof memberFacts>[0]

export function erasureTakenBack({ member, askedAt }: TakenBack): Outgoing {
  return letter({
    to: member.email,
    subject: 'Your request to erase your data has been withdrawn',
    parts: [
      greeting(member.firstName),
      `The request you made at ${momentInWords(askedAt)} to erase your data has been withdrawn. Your data stays as it is.`,
      'If you did not do this, choose a new password straight away and tell us.',
      closing,
    ],
  })
}

export function erasureTakenBackToOffice({
  member,
  askedAt,
  office,
}: TakenBack & { office: string }): Draft {
  const mail = letter({
    to: office,
    subject: `Member ${member.id} has withdrawn their erasure request`,
    parts: [
      memberFacts({ member, askedAt }),
      'The member has withdrawn the request. Please keep the data.',
    ],
  })
  const about = `${ERASURE_TO_OFFICE} ${member.id}`
  return { ...mail, about, ...(member.email !== null && { replyTo: member.email }) }
}
