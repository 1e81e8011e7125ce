import type { Queryable } from '../db/database.ts'
import { accessLog } from '../db/schema.ts'

/** Reads of a record by staff that open no result. */
export const CONTACT_READS = ['member', 'appointment', 'payment'] as const

/** In the transaction of the read. The access log is append-only. */
export async function insertStaffAccess(
  q: Queryable,
  {
    staff,
    ...access
  }: {
    staff: { userId: string; roles: readonly string[] }
    memberId: number
    what: (typeof CONTACT_READS)[number]
    reason: 'booking' | 'day' | 'payment' | 'request of the man'
    at: Date
  },
): Promise<void> {
  const actor = { actorUserId: staff.userId, actorRole: staff.roles.join(', ') }
  await q.insert(accessLog).values({ ...access, ...actor })
}
