import { callerAt } from '../../../domain/office/calls.ts'
import { reasonsFor } from '../../../domain/office/loop-closing.ts'
import type { Loop } from '../../../domain/office/loop-schemas.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Staff } from '../../staff/guard.ts'
import { listStaffNames } from '../../staff/staff.queries.ts'
import type { WorkRow } from './work-list.queries.ts'

/** With the names of those who are calling. */
export async function toLoops(
  tx: Tx,
  rows: readonly WorkRow[],
  { staff, now }: { staff: Staff; now: Date },
): Promise<Loop[]> {
  const callers = rows.map((row) => callerAt(row, now))
  const names = await listStaffNames(
    tx,
    callers.filter((id) => id !== null),
  )
  return rows.map((row, n) => {
    const caller = callers[n] ?? null
    return {
      ...toLoop(row),
      caller: caller === null ? null : (names.get(caller) ?? null),
      called_since: caller === null ? null : (row.ringingSince?.toISOString() ?? null),
      is_own_call: caller === staff.id,
    }
  })
}

/** That they were listed. */
export function logAccess(
  tx: Tx,
  { rows, ...by }: { rows: readonly WorkRow[]; staff: Staff; at: Date },
): Promise<void> {
  return logListed(tx, { ...by, memberIds: rows.map(({ memberId }) => memberId) })
}

/** That these members were listed by what is open about them. */
export function logListed(
  tx: Tx,
  { memberIds, staff, at }: { memberIds: readonly number[]; staff: Staff; at: Date },
): Promise<void> {
  const reason = staff.roles.includes('clinician') ? 'result' : 'day'
  return insertStaffAccesses(tx, { staff, memberIds, what: 'member', reason, at })
}

function toLoop(row: WorkRow): Omit<Loop, 'caller' | 'called_since' | 'is_own_call'> {
  return {
    id: row.id,
    kind: row.kind,
    member_id: row.memberId,
    name: `${row.firstName} ${row.lastName}`,
    phone: row.phone,
    contact_by: row.contactBy,
    support_needs: row.supportNeeds,
    event_id: row.eventId,
    event_name: row.eventName,
    event_date: row.startsAt && ukDate(row.startsAt),
    lab_result_id: row.labResultId,
    due_at: row.dueAt?.toISOString() ?? null,
    is_overdue: row.isNotYet === 0,
    is_to_ring: row.isToRing,
    calls: row.calls,
    last_called_at: row.lastCalledAt?.toISOString() ?? null,
    ring_at: row.ringAt?.toISOString() ?? null,
    reasons: reasonsFor(row.kind, row.pace),
  }
}
