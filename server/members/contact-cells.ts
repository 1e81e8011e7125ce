import {
  CONTACT_WAY_WORDS,
  type SupportNeed,
  supportInWords,
} from '../../domain/contact-and-support.ts'
import { type FileRow, phoneCell } from '../../domain/office/file-columns.ts'
import { mayTell, type ReachFacts } from '../../domain/reach.ts'
import type { Queryable } from '../platform/db/database.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { listContacts } from './reach.queries.ts'
import { openSupportNote } from './support-note.ts'

/** Of each of these members the cells of a file by which somebody can write, ring and help. */
export async function contactCells(
  q: Queryable,
  fieldKeys: FieldKeys,
  memberIds: readonly number[],
): Promise<(memberId: number) => FileRow> {
  const rows = await listContacts(q, memberIds)
  const cells = new Map(rows.map((row) => [row.id, toCells(row, openSupportNote(fieldKeys, row))]))
  return (memberId) => cells.get(memberId) ?? {}
}

type Contact = Awaited<ReturnType<typeof listContacts>>[number]

/** For a mail merge: a part of the address in each column, and whether an invitation may be sent at all. */
function toCells(row: Contact, note: string | null): FileRow {
  const [first = '', second = '', third = ''] = row.addressLines
  return {
    Email: row.email,
    Phone: phoneCell(row.phone),
    'Care of': row.careOf,
    'Address 1': first,
    'Address 2': second,
    'Address 3': third,
    Town: row.town,
    Postcode: row.postcode,
    'How to contact': CONTACT_WAY_WORDS[row.contactBy],
    'May be written to': mayBeWrittenTo(row),
    Support: supportInWords(row.supportNeeds as SupportNeed[], note),
  }
}

function mayBeWrittenTo(facts: ReachFacts): string {
  if (facts.diedAt) return 'No: has died'
  if (mayTell(facts, 'invitation')) return 'Yes'
  return mayTell(facts, 'result') ? 'Only about a test or an appointment' : 'No'
}
