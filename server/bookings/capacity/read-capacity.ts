import { type Capacity, capacityOf } from '../../../domain/office/capacity.ts'
import type { Deps } from '../../deps.ts'
import { listCapacity } from '../../facts/capacity.queries.ts'
import { findPersonState } from '../../facts/person-state.queries.ts'
import { findOwnRecord } from '../../members/record-of.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { openCapacity } from './sealed-capacity.ts'

/** The words are for clinicians: others get ''. Logs the access. Throws Refused as ownRecord. */
export function readCapacity(
  { database, fieldKeys, now }: Pick<Deps, 'database' | 'fieldKeys' | 'now'>,
  { memberId, staff }: { memberId: number; staff: Staff },
): Promise<Capacity> {
  const isClinician = staff.roles.includes('clinician')
  return database.transaction(async (tx) => {
    const row = await findOwnRecord(tx, memberId)
    const access = { staff, memberId, what: 'member', at: now() } as const
    await insertStaffAccess(tx, { ...access, reason: 'request of the man' })
    const rows = await listCapacity(tx, memberId)
    const { stop, openDoubt } = capacityOf(rows)
    const person = await findPersonState(tx, { memberId, now: now() })
    if (!person) throw new Refused('not_found')
    return {
      member_id: memberId,
      name: `${row.firstName} ${row.lastName}`,
      date_of_birth: row.dateOfBirth,
      person,
      stop,
      open_doubt: openDoubt,
      entries: rows.toReversed().map((entry) => {
        const { words, name, paper } = openCapacity(fieldKeys, entry)
        return {
          id: entry.id,
          kind: entry.kind,
          by: entry.by,
          at: entry.at.toISOString(),
          words: isClinician ? words : '',
          name,
          paper: isClinician ? paper : null,
        }
      }),
    }
  })
}
