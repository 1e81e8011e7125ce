import type { IdentityField } from '../../../domain/identity.ts'
import { greeting } from '../../../domain/person-name.ts'
import { closing } from './booking-lines.ts'
import { type Draft, letter, type Outgoing } from './letter.ts'

const FIELD_WORDS: Record<IdentityField, string> = {
  first_name: 'first name',
  last_name: 'last name',
  latin_first_name: 'first name in Latin letters',
  latin_last_name: 'last name in Latin letters',
  gender: 'gender',
  date_of_birth: 'date of birth',
  nhs_number: 'NHS number',
}
const HOW_TO_DECIDE =
  'A clinician or an admin can compare the details and decide in the office, under ‘Who is this?’.'

/** Names only member numbers. */
export function sharedNumberToOffice({
  memberIds,
  office,
}: {
  memberIds: number[]
  office: string
}): Draft {
  return letter({
    to: office,
    subject: `Members ${memberIds.join(', ')} have given the same NHS number`,
    parts: [
      `Members ${memberIds.join(', ')} have given the same NHS number. At most one of them can be right.`,
      'Until somebody decides whose number it is, new results may be held back from the member who gave it last. They have not been told about each other.',
      HOW_TO_DECIDE,
    ],
  })
}

/** Names the changed fields, not their values. */
export function changedIdentityToOffice({
  memberId,
  fields,
  office,
}: {
  memberId: number
  fields: IdentityField[]
  office: string
}): Draft {
  return letter({
    to: office,
    subject: `Member ${memberId} has changed identity details`,
    parts: [
      `Member ${memberId} has changed: ${fields.map((field) => FIELD_WORDS[field]).join(', ')}.`,
      'The member has already used our service with the old details. Please check that this is the same person.',
      HOW_TO_DECIDE,
    ],
  })
}

/** Without the reason, which may have details of the member. */
export function identityRejectedToOffice({
  memberId,
  office,
}: {
  memberId: number
  office: string
}): Draft {
  return letter({
    to: office,
    subject: `The details of member ${memberId} are wrong`,
    parts: [
      `A colleague has checked the record of member ${memberId} and says that the details are not right.`,
      'Please call the member and correct the record. The reason is in the office, under ‘Who is this?’, and on the member’s page.',
    ],
  })
}

export function identityChecked({
  member,
  publicUrl,
}: {
  member: { firstName: string; email: string | null }
  publicUrl: string
}): Outgoing {
  return letter({
    to: member.email,
    subject: 'We have checked your record',
    parts: [
      greeting(member.firstName),
      {
        words:
          'We have finished checking your record. Anything we held back in the meantime is now in your portal.',
        link: `${publicUrl}/portal`,
        label: 'Go to your portal',
      },
      closing,
    ],
  })
}
