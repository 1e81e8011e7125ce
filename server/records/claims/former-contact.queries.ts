import { and, desc, eq, gt } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { auditLog } from '../../platform/db/schema.ts'

/** What the audit log has of changes of the record since then, the latest first. */
export function listProfileChanges(
  q: Queryable,
  { memberId, since }: { memberId: number; since: Date },
) {
  const isIt = and(
    eq(auditLog.memberId, memberId),
    eq(auditLog.action, 'profile changed'),
    gt(auditLog.at, since),
  )
  return q
    .select({ at: auditLog.at, details: auditLog.details })
    .from(auditLog)
    .where(isIt)
    .orderBy(desc(auditLog.id))
}
