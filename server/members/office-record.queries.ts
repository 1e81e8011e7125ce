import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { aboutOfficeMessage } from '../messages/mails/leaving.ts'
import type { Queryable } from '../platform/db/database.ts'
import { moneyRecordsOf, paymentRecord } from '../platform/db/money-columns.ts'
import {
  accessLog,
  appointments,
  attendance,
  auditLog,
  consents,
  consentWithdrawals,
  events,
  memberMerges,
  memberPartings,
  members,
  mergeRequests,
  notices,
  payments,
  sentMessages,
  staff,
  upcomingAppointments,
  waitingList,
} from '../platform/db/schema.ts'
import { isOfPerson, type MemberRow } from './members.queries.ts'

export async function findProfile(q: Queryable, id: number): Promise<MemberRow | null> {
  const [row] = await q.select().from(members).where(eq(members.id, id))
  return row ?? null
}

export async function lockProfile(q: Queryable, id: number): Promise<MemberRow | null> {
  const [row] = await q.select().from(members).where(eq(members.id, id)).for('update')
  return row ?? null
}

/** Rows of one list that the office's page of a record shows. */
const LATEST = 500

const atEvent = { eventId: events.id, eventName: events.name }

/** Latest first. */
export function listAppointmentsOf(q: Queryable, memberId: number) {
  return q
    .select({
      ...atEvent,
      id: appointments.id,
      reference: appointments.reference,
      startsAt: appointments.slotStartsAt,
      endsAt: appointments.slotEndsAt,
      status: appointments.status,
      paymentStatus: appointments.paymentStatus,
      pricePence: appointments.pricePence,
      freeCancelUntil: appointments.freeCancelUntil,
      records: moneyRecordsOf(sql`appointments`),
      attendance: attendance.state,
    })
    .from(appointments)
    .innerJoin(events, eq(events.id, appointments.eventId))
    .leftJoin(attendance, eq(attendance.appointmentId, appointments.id))
    .where(isOfPerson(appointments.memberId, memberId))
    .orderBy(desc(appointments.slotStartsAt), desc(appointments.id))
    .limit(LATEST)
}

/** Latest first, with what moneyOfPayment reads. */
export function listPaymentsOf(q: Queryable, memberId: number) {
  return q
    .select({
      ...atEvent,
      id: payments.id,
      orderId: payments.orderId,
      startsAt: payments.slotStartsAt,
      state: payments.state,
      amountPence: payments.amountPence,
      record: paymentRecord,
      createdAt: payments.createdAt,
    })
    .from(payments)
    .innerJoin(events, eq(events.id, payments.eventId))
    .where(isOfPerson(payments.memberId, memberId))
    .orderBy(desc(payments.createdAt))
    .limit(LATEST)
}

/** Latest first. */
export function listWaitsOf(q: Queryable, memberId: number) {
  return q
    .select({
      ...atEvent,
      status: waitingList.status,
      joinedAt: waitingList.joinedAt,
      closedAt: waitingList.closedAt,
    })
    .from(waitingList)
    .innerJoin(events, eq(events.id, waitingList.eventId))
    .where(isOfPerson(waitingList.memberId, memberId))
    .orderBy(desc(waitingList.id))
    .limit(LATEST)
}

/** Of each event the latest, without its answers. */
export function listConsentsOf(q: Queryable, memberId: number) {
  const newer = alias(consents, 'newer')
  return q
    .select({
      ...atEvent,
      memberId: consents.memberId,
      sealed: consents.sealed,
      channel: consents.channel,
      takenBy: consents.takenBy,
      givenAt: consents.givenAt,
      wordsVersion: consents.wordsVersion,
      withdrawnAt: consentWithdrawals.withdrawnAt,
    })
    .from(consents)
    .innerJoin(events, eq(events.id, consents.eventId))
    .leftJoin(consentWithdrawals, eq(consentWithdrawals.consentId, consents.id))
    .leftJoin(
      newer,
      and(
        eq(newer.memberId, consents.memberId),
        eq(newer.eventId, consents.eventId),
        sql`${newer.id} > ${consents.id}`,
      ),
    )
    .where(and(isOfPerson(consents.memberId, memberId), isNull(newer.id)))
    .orderBy(desc(consents.id))
    .limit(LATEST)
}

export function listNoticesOf(q: Queryable, memberId: number) {
  return q
    .select({ kind: notices.kind, cause: notices.cause, at: notices.at })
    .from(notices)
    .where(isOfPerson(notices.memberId, memberId))
    .orderBy(desc(notices.id))
    .limit(LATEST)
}

/** Mails and SMS about appointments that the member got, latest first. */
export function listSentTo(q: Queryable, memberId: number) {
  return q
    .select({
      jobId: sentMessages.jobId,
      queue: sentMessages.queue,
      about: sentMessages.about,
      sealed: sentMessages.sealed,
      at: sentMessages.sentAt,
    })
    .from(sentMessages)
    .where(isOfPerson(sentMessages.memberId, memberId))
    .orderBy(desc(sentMessages.id))
    .limit(LATEST)
}

/** Stored mails and SMS about these appointments or with the office's own words, not those of listSentTo. */
export async function listStoredMails(
  q: Queryable,
  { references, memberId }: { references: string[]; memberId: number },
) {
  const { rows } = await q.execute<{ about: string; state: string; at: string }>(sql`
    select data->>'about' as about, state::text as state, created_on as at from jobs.job
      where name in ('mail', 'sms')
        and (split_part(data->>'about', ' ', 2) = any(${sql.param(references)}::text[])
          or data->>'about' = ${aboutOfficeMessage(memberId)}
          or data->>'about' like ${`${aboutOfficeMessage(memberId)} %`})
        and not exists (select from ${sentMessages} where ${sentMessages.jobId} = job.id)
      order by created_on desc limit ${LATEST}`)
  return rows.map(({ about, state, at }) => ({ about, state, at: new Date(at) }))
}

/** The latest 500, oldest first. */
export async function listAuditOf(q: Queryable, memberId: number) {
  const rows = await q
    .select({
      actorUserId: auditLog.actorUserId,
      by: staff.name,
      action: auditLog.action,
      subject: auditLog.subject,
      details: auditLog.details,
      at: auditLog.at,
      /** What its sealed values are bound to. */
      sealId: sql<string>`coalesce(${members.sealId}, ${members.userId})`,
    })
    .from(auditLog)
    .innerJoin(members, eq(members.id, auditLog.memberId))
    .leftJoin(staff, eq(staff.userId, auditLog.actorUserId))
    .where(isOfPerson(auditLog.memberId, memberId))
    .orderBy(desc(auditLog.id))
    .limit(LATEST)
  return rows.reverse()
}

/** The latest 100 reads. */
export function listReadsOf(q: Queryable, memberId: number) {
  return q
    .select({
      actorUserId: accessLog.actorUserId,
      by: staff.name,
      role: accessLog.actorRole,
      what: accessLog.what,
      reason: accessLog.reason,
      at: accessLog.at,
    })
    .from(accessLog)
    .leftJoin(staff, eq(staff.userId, accessLog.actorUserId))
    .where(isOfPerson(accessLog.memberId, memberId))
    .orderBy(desc(accessLog.at), desc(accessLog.id))
    .limit(100)
}

/** The colleague who changed the profile last; null when it was the member. */
export async function findLastChanger(q: Queryable, memberId: number): Promise<string | null> {
  const [last] = await q
    .select({ by: staff.name })
    .from(auditLog)
    .leftJoin(staff, eq(staff.userId, auditLog.actorUserId))
    .where(and(eq(auditLog.memberId, memberId), eq(auditLog.action, 'profile changed')))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return last?.by ?? null
}

const confirmer = alias(staff, 'confirmer')

/** The merges into this record that stand, with the second admin who approved each; latest first. */
export function listMergesInto(q: Queryable, keptId: number) {
  return q
    .select({
      mergeId: memberMerges.id,
      mergedId: memberMerges.mergedId,
      at: memberMerges.at,
      by: staff.name,
      confirmedBy: confirmer.name,
      reason: memberMerges.reason,
    })
    .from(memberMerges)
    .innerJoin(staff, eq(staff.id, memberMerges.madeBy))
    .leftJoin(
      mergeRequests,
      and(
        eq(mergeRequests.outcome, 'merged'),
        eq(mergeRequests.decidedAt, memberMerges.at),
        sql`${memberMerges.keptId} in (${mergeRequests.memberId}, ${mergeRequests.otherId})`,
        sql`${memberMerges.mergedId} in (${mergeRequests.memberId}, ${mergeRequests.otherId})`,
      ),
    )
    .leftJoin(
      confirmer,
      and(eq(confirmer.id, mergeRequests.decidedBy), ne(confirmer.id, memberMerges.madeBy)),
    )
    .leftJoin(memberPartings, eq(memberPartings.mergeId, memberMerges.id))
    .where(and(eq(memberMerges.keptId, keptId), isNull(memberPartings.mergeId)))
    .orderBy(desc(memberMerges.id))
}

export async function hasComingAppointment(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
): Promise<boolean> {
  const rows = await q
    .select({ id: upcomingAppointments.appointmentId })
    .from(upcomingAppointments)
    .where(and(eq(upcomingAppointments.memberId, memberId), gt(upcomingAppointments.until, now)))
  return rows.length > 0
}
