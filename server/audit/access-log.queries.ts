import type { Queryable } from '../db/database.ts'
import { accessLog } from '../db/schema.ts'

/** In the transaction of the read. The access log is append-only. */
export async function insertStaffAccess(
  q: Queryable,
  {
    staff,
    ...access
  }: {
    staff: { userId: string; roles: readonly string[] }
    memberId: number
    what: string
    reason: 'booking' | 'day' | 'payment' | 'request of the man'
    at: Date
  },
): Promise<void> {
  const actor = { actorUserId: staff.userId, actorRole: staff.roles.join(', ') }
  await q.insert(accessLog).values({ ...access, ...actor })
}
