import { and, type Column, count, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { RecordKind } from '../../../domain/office/audit-details.ts'
import { SHOWN_ACTIONS } from '../../../domain/office/audit-text.ts'
import { CARE_ACTIONS, CARE_WORDS, KINDS_OF_EVERYBODY } from '../../../domain/office/care-audit.ts'
import { isOfPerson } from '../../members/members.queries.ts'
import { contains } from '../../platform/db/contains.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  accessLog,
  appointments,
  auditLog,
  events,
  members,
  payments,
  resultLetters,
  staff,
} from '../../platform/db/schema.ts'

type Search = {
  memberId: number | null
  search: string
  staffId: number | null
  /** From the first moment on, and before the second. */
  from: Date | null
  until: Date | null
}
/** Without `withCare` the entries about care say neither what was done nor to what. */
type AuditSearch = Search & {
  withCare: boolean
  record: string | null
  eventId: number | null
  /** As they are shown; null for all. */
  actions: readonly string[] | null
}
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
  const { action, subject, details } = auditColumns(of)
  const { record, eventId, actions, search } = of
  const { memberId, actorUserId, at } = auditLog
  return {
    memberId,
    actorUserId,
    at,
    words: [action, subject],
    isNamed: search === '' ? undefined : isOfEvents({ subject, details }, eventsNamed(search)),
    isWanted: and(
      record === null
        ? undefined
        : or(eq(subject, record), sql`starts_with(${subject}, ${`${record} `})`),
      eventId === null
        ? undefined
        : isOfEvents({ subject, details }, sql`(values (${eventId}::bigint))`),
      actions === null ? undefined : inArray(action, [...actions]),
    ),
  }
}

const eventsNamed = (search: string) =>
  sql`(select id from ${events} where ${contains(search, [events.name])})`

/** SQL: whether an entry is about one of the events, their appointments or their payments. */
function isOfEvents(of: { subject: SQL; details: SQL }, ids: SQL): SQL {
  return sql`(
    ${of.subject} in (
      select 'event ' || wanted.id from ${ids} wanted (id)
      union all select 'appointment ' || one.id from appointments one
        join ${ids} wanted (id) on one.event_id = wanted.id
      union all select 'payment ' || one.id from payments one
        join ${ids} wanted (id) on one.event_id = wanted.id)
    or ${of.details}->>'eventId' in (select wanted.id::text from ${ids} wanted (id)))`
}

type Searched = {
  memberId: typeof auditLog.memberId | typeof accessLog.memberId
  actorUserId: typeof auditLog.actorUserId | typeof accessLog.actorUserId
  at: typeof auditLog.at | typeof accessLog.at
  words: (Column | SQL)[]
  /** Found by the search beside those whose words contain it. */
  isNamed?: SQL | undefined
  isWanted?: SQL | undefined
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
    of.isWanted,
    or(contains(search, of.words), of.isNamed),
  )
}

/** Ids by the kind of their record. Those of payments are UUIDs. */
export type RecordIds = Readonly<Record<RecordKind, readonly string[]>>

/** What names these records; a kind without ids is not asked for. */
export async function listRecordNames(q: Queryable, ids: RecordIds) {
  const numbers = (kind: RecordKind) => ids[kind].map(Number)
  const person = { first: members.firstName, last: members.lastName }
  const day = { event: events.name, startsAt: events.startsAt }
  const [ofEvents, ofMembers, ofStaff, ofAppointments, ofPayments, ofLetters] = await Promise.all([
    ids.event.length === 0
      ? []
      : q
          .select({ id: events.id, ...day })
          .from(events)
          .where(inArray(events.id, numbers('event'))),
    ids.member.length === 0
      ? []
      : q
          .select({ id: members.id, ...person })
          .from(members)
          .where(inArray(members.id, numbers('member'))),
    ids.staff.length === 0
      ? []
      : q
          .select({ id: staff.id, name: staff.name })
          .from(staff)
          .where(inArray(staff.id, numbers('staff'))),
    ids.appointment.length === 0
      ? []
      : q
          .select({ id: appointments.id, ...person, ...day })
          .from(appointments)
          .innerJoin(members, eq(members.id, appointments.memberId))
          .innerJoin(events, eq(events.id, appointments.eventId))
          .where(inArray(appointments.id, numbers('appointment'))),
    ids.payment.length === 0
      ? []
      : q
          .select({
            id: payments.id,
            pence: payments.amountPence,
            createdAt: payments.createdAt,
            ...person,
          })
          .from(payments)
          .innerJoin(members, eq(members.id, payments.memberId))
          .where(inArray(payments.id, [...ids.payment])),
    ids.letter.length === 0
      ? []
      : q
          .select({ id: resultLetters.id, recipient: resultLetters.recipient, ...person })
          .from(resultLetters)
          .innerJoin(members, eq(members.id, resultLetters.memberId))
          .where(inArray(resultLetters.id, numbers('letter'))),
  ])
  return { ofEvents, ofMembers, ofStaff, ofAppointments, ofPayments, ofLetters }
}
