import { and, type Column, count, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { SHOWN_ACTIONS } from '../../../domain/office/audit-text.ts'
import { CARE_ACTIONS, CARE_WORDS, KINDS_OF_EVERYBODY } from '../../../domain/office/care-audit.ts'
import { isOfPerson } from '../../members/members.queries.ts'
import { contains } from '../../platform/db/contains.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { accessLog, auditLog, events, members, staff } from '../../platform/db/schema.ts'

type Search = {
  memberId: number | null
  search: string
  staffId: number | null
  /** From the first moment on, and before the second. */
  from: Date | null
  until: Date | null
}
/** Without `withCare` the entries about care say neither what was done nor to what. */
type AuditSearch = Search & { withCare: boolean; record: string | null }
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
  const { record } = of
  const isRecord =
    record === null
      ? undefined
      : or(eq(subject, record), sql`starts_with(${subject}, ${`${record} `})`)
  const { memberId, actorUserId, at } = auditLog
  return { memberId, actorUserId, at, words: [action, subject], isRecord }
}

type Searched = {
  memberId: typeof auditLog.memberId | typeof accessLog.memberId
  actorUserId: typeof auditLog.actorUserId | typeof accessLog.actorUserId
  at: typeof auditLog.at | typeof accessLog.at
  words: (Column | SQL)[]
  isRecord?: SQL | undefined
}
const inAccessLog: Searched = {
  memberId: accessLog.memberId,
  actorUserId: accessLog.actorUserId,
  at: accessLog.at,
  words: [accessLog.what, accessLog.actorRole],
}

function isFound({ memberId, search, staffId, from, until }: Search, of: Searched) {
  return and(
    memberId === null ? undefined : isOfPerson(of.memberId, memberId),
    staffId === null
      ? undefined
      : sql`${of.actorUserId} = (select user_id from staff where id = ${staffId})`,
    from === null ? undefined : gte(of.at, from),
    until === null ? undefined : lt(of.at, until),
    of.isRecord,
    contains(search, of.words),
  )
}

/** The names of these events and of these members, by 'event 12' and 'member 1098'. */
export async function listSubjectNames(
  q: Queryable,
  ids: { events: readonly number[]; members: readonly number[] },
) {
  const [eventRows, memberRows] = await Promise.all([
    ids.events.length === 0
      ? []
      : q
          .select({ id: events.id, name: events.name, startsAt: events.startsAt })
          .from(events)
          .where(inArray(events.id, [...ids.events])),
    ids.members.length === 0
      ? []
      : q
          .select({ id: members.id, first: members.firstName, last: members.lastName })
          .from(members)
          .where(inArray(members.id, [...ids.members])),
  ])
  return { events: eventRows, members: memberRows }
}
