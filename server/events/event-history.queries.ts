import { and, desc, eq, gte, isNull } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { auditLog, staff } from '../platform/db/schema.ts'

const MOST = 50

/** What staff and the system did with the event itself, newest first; nothing about a member. */
export async function listEventAudit(
  q: Queryable,
  { id, createdAt }: { id: number; createdAt: Date },
) {
  return q
    .select({
      at: auditLog.at,
      by: staff.name,
      action: auditLog.action,
      details: auditLog.details,
    })
    .from(auditLog)
    .leftJoin(staff, eq(staff.userId, auditLog.actorUserId))
    .where(
      and(
        isNull(auditLog.memberId),
        gte(auditLog.at, createdAt),
        eq(auditLog.subject, `event ${id}`),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(MOST)
}
