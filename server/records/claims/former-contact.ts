import {
  type ClaimContact,
  type ContactChange,
  contactAt,
  contactCutOff,
} from '../../../domain/record-claims.ts'
import type { MemberRow } from '../../members/members.queries.ts'
import { historyPlace } from '../../members/profile/update-profile.ts'
import { sealIdOf } from '../../members/user-profile.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { listProfileChanges } from './former-contact.queries.ts'
import { firstLetterRequested } from './record-claims.queries.ts'

export type Contacts = {
  /** Before the letter was asked for, and before the office's changes of the last 14 days. */
  former: ClaimContact
  current: ClaimContact
  isChanged: boolean
}

/** When the account claimed first, also where the claim waits from anew: the letter's code ended with it. */
export function firstClaimed(
  { claimedAt }: { claimedAt: Date },
  letter: { closedAt: Date | null } | null,
): Date {
  return letter?.closedAt ?? claimedAt
}

/** How the member could be reached before anybody prepared the claim, and now. */
export async function readContacts(
  q: Queryable,
  { fieldKeys }: { fieldKeys: FieldKeys },
  { record, letterMadeAt, claimedAt }: { record: MemberRow; letterMadeAt: Date; claimedAt: Date },
): Promise<Contacts> {
  const letterAt = (await firstLetterRequested(q, record.id)) ?? letterMadeAt
  const cutOff = contactCutOff({ claimedAt, letterAt })
  const rows = await listProfileChanges(q, { memberId: record.id, since: cutOff })
  const changes = rows
    .map(({ at, details }) => ({ at, before: openContact(fieldKeys, record, details) }))
    .filter(({ before }) => Object.keys(before).length > 0)
  const { email, phone, provenPhone, careOf, addressLines, town, postcode } = record
  const current = { email, phone, provenPhone, careOf, addressLines, town, postcode }
  return { former: contactAt(current, changes, cutOff), current, isChanged: changes.length > 0 }
}

const FIELDS = {
  email: (text: string) => ({ email: text || null }),
  phone: (text: string) => ({ phone: text, provenPhone: text }),
  care_of: (text: string) => ({ careOf: text || null }),
  address_lines: (text: string) => ({ addressLines: text === '' ? [] : text.split(', ') }),
  town: (text: string) => ({ town: text || null }),
  postcode: (text: string) => ({ postcode: text || null }),
} satisfies Record<string, (text: string) => Partial<ClaimContact>>

/** Of a change, what it says of the contact before. */
function openContact(
  fieldKeys: FieldKeys,
  record: MemberRow,
  details: unknown,
): ContactChange['before'] {
  const { before } = Object(details)
  const contact: ContactChange['before'] = {}
  for (const [field, read] of Object.entries(FIELDS)) {
    const sealed: unknown = Object(before)[field]
    if (typeof sealed !== 'string') continue
    const place = historyPlace(field, sealIdOf(record))
    Object.assign(contact, read(fieldKeys.open(Buffer.from(sealed, 'base64'), place)))
  }
  return contact
}
