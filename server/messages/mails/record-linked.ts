import { OUR, wording } from '../../../domain/charity.ts'
import { greeting } from '../../../domain/person-name.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { type Draft, letter, type Outgoing } from './letter.ts'

type Linked = { to: string; firstName: string; at: Date; publicUrl: string }

/** To the account that has claimed a record, or whose record was joined with another. */
export function recordLinked({ to, firstName, at, publicUrl }: Linked): Outgoing {
  return letter({
    to,
    subject: 'A record has been linked to your account',
    parts: [
      greeting(firstName),
      {
        words: `At ${momentInWords(at)} the code from our letter was used to link your appointments and results to your account. You can see them in your portal.`,
        link: `${publicUrl}/portal`,
        label: 'Go to your portal',
      },
      wording`If it was not you, call us on ${OUR.booking_helpline}, ${OUR.helpline_hours}, and choose a new password.`,
      closing,
    ],
  })
}

/** After an admin has compared the two records and found that they are not to be joined. */
export function mergeRefused({
  to,
  firstName,
}: {
  to: string | null
  firstName: string
}): Outgoing {
  return letter({
    to,
    subject: 'We have not merged your two records',
    parts: [
      greeting(firstName),
      'You entered the code from one of our letters. We have compared the record in that letter with yours, and have not merged them.',
      wording`Please call us on ${OUR.booking_helpline}, ${OUR.helpline_hours}. We will tell you why and help you.`,
      closing,
    ],
  })
}

/** Names only member numbers. */
export function mergeAskedToOffice({
  memberIds,
  until,
  office,
  publicUrl,
}: {
  memberIds: [number, number]
  until: string
  office: string
  publicUrl: string
}): Draft {
  const [own, other] = memberIds
  return letter({
    to: office,
    subject: `Member ${own} has asked to merge with record ${other}`,
    parts: [
      `Member ${own} has an account and has entered the code from our letter to member ${other}, with the right date of birth. An admin should compare the two records by ${dayInWords(until)}.`,
      openRequests(publicUrl),
    ],
  })
}

/** The line of a mail to admins about requests to merge. */
export function openRequests(publicUrl: string) {
  return {
    words: 'The open requests:',
    link: `${publicUrl}/office/merge-requests`,
    label: 'See the requests',
  }
}

/** To each admin, so that no merge stays unseen; names only member numbers. */
export function recordsMerged({
  to,
  by,
  keptId,
  mergedId,
  publicUrl,
}: {
  to: string
  by: string
  keptId: number
  mergedId: number
  publicUrl: string
}): Draft {
  return letter({
    to,
    subject: `Records ${keptId} and ${mergedId} were merged`,
    parts: [
      `${by} has merged record ${mergedId} into record ${keptId}. If you did not expect this, ask them why. Another admin can separate the records again.`,
      { words: 'What was done:', link: `${publicUrl}/office/audit`, label: 'See the audit log' },
    ],
  })
}
