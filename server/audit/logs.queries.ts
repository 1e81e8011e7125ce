import { and, count, desc, eq, lt, type SQL } from 'drizzle-orm'
import { contains } from '../db/contains.ts'
import type { Queryable } from '../db/database.ts'
import { accessLog, auditLog, staff } from '../db/schema.ts'
import { isOfPerson } from '../members/members.queries.ts'

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
    .where(and(isFound(of, inAudit), of.before === null ? undefined : lt(auditLog.id, of.before)))
    .orderBy(desc(auditLog.id))
    .limit(of.limit)
}

export async function countAudit(q: Queryable, of: Search): Promise<number> {
  const [row] = await q.select({ rows: count() }).from(auditLog).where(isFound(of, inAudit))
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
    .where(
      and(isFound(of, inAccessLog), of.before === null ? undefined : lt(accessLog.id, of.before)),
    )
    .orderBy(desc(accessLog.id))
    .limit(of.limit)
}

export async function countAccess(q: Queryable, of: Search): Promise<number> {
  const [row] = await q.select({ rows: count() }).from(accessLog).where(isFound(of, inAccessLog))
  return row?.rows ?? 0
}

const inAudit = { memberId: auditLog.memberId, words: [auditLog.action, auditLog.subject] }
const inAccessLog = { memberId: accessLog.memberId, words: [accessLog.what, accessLog.actorRole] }

function isFound(
  { memberId, search }: Search,
  columns: typeof inAudit | typeof inAccessLog,
): SQL | undefined {
  return and(
    memberId === null ? undefined : isOfPerson(columns.memberId, memberId),
    contains(search, columns.words),
  )
}
