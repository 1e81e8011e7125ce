import { OUR, wording } from '../../../domain/charity.ts'
import { greeting } from '../../../domain/person-name.ts'
import { closing } from './booking-lines.ts'
import { type Draft, letter, type Outgoing } from './letter.ts'
import { openRequests } from './record-linked.ts'

/** To the address of each record, before a second admin decides. */
export function mergeProposed({ to, firstName }: { to: string; firstName: string }): Outgoing {
  return letter({
    to,
    subject: 'We are about to merge two records',
    parts: [
      greeting(firstName),
      'We have two records that seem to belong to the same person, and one of them is yours. A second person on our team will compare them before we merge them.',
      wording`If you do not expect this, please call us on ${OUR.booking_helpline}, ${OUR.helpline_hours}. Otherwise there is nothing to do.`,
      closing,
    ],
  })
}

/** To each admin; names only member numbers. */
export function mergeProposedToAdmin({
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
    subject: `A merge of records ${keptId} and ${mergedId} is waiting for a second admin`,
    parts: [
      `${by} has asked to merge record ${mergedId} into record ${keptId}. Another admin must compare the two, then approve or refuse the merge.`,
      openRequests(publicUrl),
    ],
  })
}
