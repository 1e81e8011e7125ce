import { and, count, desc, eq, ilike, lt, or, type SQL } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { accessLog, auditLog, staff } from '../db/schema.ts'

type Search = { memberId: number | null; search: string }
type LogPage = { before: number | null; limit: number }

/** Newest first. */
export async function listAudit(q: Queryable, of: Search & LogPage) {
  return q
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actorUserId: auditLog.actorUserId,
      by: staff.name,
      memberId: auditLog.memberId,
      action: auditLog.action,
      subject: auditLog.subject,
      details: auditLog.details,
    })
    .from(auditLog)
    .leftJoin(staff, eq(staff.userId, auditLog.actorUserId))
    .where(and(isInAudit(of), of.before === null ? undefined : lt(auditLog.id, of.before)))
    .orderBy(desc(auditLog.id))
    .limit(of.limit)
}

export async function countAudit(q: Queryable, of: Search): Promise<number> {
  const [row] = await q.select({ rows: count() }).from(auditLog).where(isInAudit(of))
  return row?.rows ?? 0
}

/** Newest first. */
export async function listAccess(q: Queryable, of: Search & LogPage) {
  return q
    .select({
      id: accessLog.id,
      at: accessLog.at,
      by: staff.name,
      role: accessLog.actorRole,
      memberId: accessLog.memberId,
      what: accessLog.what,
      reason: accessLog.reason,
    })
    .from(accessLog)
    .leftJoin(staff, eq(staff.userId, accessLog.actorUserId))
    .where(and(isInAccessLog(of), of.before === null ? undefined : lt(accessLog.id, of.before)))
    .orderBy(desc(accessLog.id))
    .limit(of.limit)
}

export async function countAccess(q: Queryable, of: Search): Promise<number> {
  const [row] = await q.select({ rows: count() }).from(accessLog).where(isInAccessLog(of))
  return row?.rows ?? 0
}

function isInAudit({ memberId, search }: Search): SQL | undefined {
  const words = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return and(
    memberId === null ? undefined : eq(auditLog.memberId, memberId),
    search === '' ? undefined : or(ilike(auditLog.action, words), ilike(auditLog.subject, words)),
  )
}

function isInAccessLog({ memberId, search }: Search): SQL | undefined {
  const words = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return and(
    memberId === null ? undefined : eq(accessLog.memberId, memberId),
    search === '' ? undefined : or(ilike(accessLog.what, words), ilike(accessLog.actorRole, words)),
  )
}
