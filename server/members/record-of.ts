import { recordOf } from '../../domain/office/record-of.ts'
import type { Queryable } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import type { MemberRow } from './members.queries.ts'
import { findProfile } from './office-record.queries.ts'

/**
 * The row when it stands for itself. Throws Refused not_found without one, already_merged with the id
 * of the record that is kept, or record_erased.
 */
export function ownRecord(row: MemberRow | null): MemberRow {
  if (!row) throw new Refused('not_found')
  const record = recordOf(row)
  if (record.state === 'erased') throw new Refused('record_erased')
  if (record.state === 'merged') throw new Refused('already_merged', { kept_id: record.keptId })
  return row
}

/** As ownRecord, for a route that has only the id. */
export async function findOwnRecord(q: Queryable, memberId: number): Promise<MemberRow> {
  return ownRecord(await findProfile(q, memberId))
}
