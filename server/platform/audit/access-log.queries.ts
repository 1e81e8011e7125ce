import type { Queryable } from '../db/database.ts'
import { accessLog } from '../db/schema.ts'

/** Reads of a record by staff that open no result. */
const CONTACT_READS = ['member', 'appointment', 'payment'] as const
const STAFF_READS = [...CONTACT_READS, 'result'] as const

type StaffAccess = {
  staff: { userId: string; roles: readonly string[] }
  what: (typeof STAFF_READS)[number]
  reason: 'booking' | 'day' | 'payment' | 'request of the man' | 'result'
  at: Date
}

/** In the transaction of the read. The access log is append-only. */
export function insertStaffAccess(
  q: Queryable,
  { memberId, ...access }: StaffAccess & { memberId: number },
): Promise<void> {
  return insertStaffAccesses(q, { ...access, memberIds: [memberId] })
}

/** One entry for each member, however often one is named. */
export async function insertStaffAccesses(
  q: Queryable,
  { staff, memberIds, ...access }: StaffAccess & { memberIds: readonly number[] },
): Promise<void> {
  if (memberIds.length === 0) return
  const actor = { actorUserId: staff.userId, actorRole: staff.roles.join(', ') }
  const members = [...new Set(memberIds)]
  await q.insert(accessLog).values(members.map((memberId) => ({ memberId, ...access, ...actor })))
}
