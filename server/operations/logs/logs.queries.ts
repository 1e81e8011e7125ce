import { and, type Column, count, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { SHOWN_ACTIONS } from '../../../domain/office/audit-text.ts'
import { CARE_ACTIONS, CARE_WORDS, KINDS_OF_EVERYBODY } from '../../../domain/office/care-audit.ts'
import { isOfPerson } from '../../members/members.queries.ts'
import { contains } from '../../platform/db/contains.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { accessLog, auditLog, staff } from '../../platform/db/schema.ts'

type Search = { memberId: number | null; search: string }
/** Without `withCare` the entries about care say neither what was done nor to what. */
type AuditSearch = Search & { withCare: boolean }
type LogPage = { before: number | null; limit: number }

/** Newest first. */
export async function listAudit(q: Queryable, of: AuditSearch & LogPage) {
  const { action, subject, details } = auditColumns(of)
  return q
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actorUserId: auditLog.actorUserId,
      by: staff.name,
      memberId: auditLog.memberId,
      action,
      subject,
      details,
    })
    .from(auditLog)
    .leftJoin(staff, eq(staff.userId, auditLog.actorUserId))
    .where(
      and(isFound(of, inAudit(of)), of.before === null ? undefined : lt(auditLog.id, of.before)),
    )
    .orderBy(desc(auditLog.id))
    .limit(of.limit)
}

export async function countAudit(q: Queryable, of: AuditSearch): Promise<number> {
  const [row] = await q
    .select({ rows: count() })
    .from(auditLog)
    .where(isFound(of, inAudit(of)))
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

const isCare = sql`(${inArray(auditLog.action, [...CARE_ACTIONS])}
  and coalesce(${auditLog.details}->>'kind', '') not in ${[...KINDS_OF_EVERYBODY]})`

const shownAction = sql.join(
  [
    sql`case ${auditLog.action}`,
    ...Object.entries(SHOWN_ACTIONS).map(([stored, shown]) => sql`when ${stored} then ${shown}`),
    sql`else ${auditLog.action} end`,
  ],
  sql.raw(' '),
)

function auditColumns({ withCare }: AuditSearch) {
  const hidden = withCare ? sql`false` : isCare
  return {
    action: sql<string>`case when ${hidden} then ${CARE_WORDS.action} else ${shownAction} end`,
    subject: sql<string>`case when ${hidden} then ${CARE_WORDS.subject} else ${auditLog.subject} end`,
    details: sql<unknown>`case when ${hidden} then '{}'::jsonb else ${auditLog.details} end`,
  }
}

/** What is searched is what is shown, so that no search finds what is hidden. */
function inAudit(of: AuditSearch): Searched {
  const { action, subject } = auditColumns(of)
  return { memberId: auditLog.memberId, words: [action, subject] }
}

type Searched = { memberId: typeof auditLog.memberId; words: (Column | SQL)[] }
const inAccessLog = { memberId: accessLog.memberId, words: [accessLog.what, accessLog.actorRole] }

function isFound(
  { memberId, search }: Search,
  columns: Searched | typeof inAccessLog,
): SQL | undefined {
  return and(
    memberId === null ? undefined : isOfPerson(columns.memberId, memberId),
    contains(search, columns.words),
  )
}
