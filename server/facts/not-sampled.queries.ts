// Appointments that ended without a sample, and the right to another one that is not charged again.
import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { TRY_AGAIN_REASONS } from '../../domain/office/not-sampled.ts'
import { isOfPerson } from '../members/members.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { attendance, attendanceActions, careLoops } from '../platform/db/schema.ts'

/** Of the event, with the reason; those whose member was not told yet. */
export function listNotSampled(q: Queryable, eventId: number) {
  return q
    .select({ appointmentId: attendance.appointmentId, reason: attendanceActions.reason })
    .from(attendance)
    .innerJoin(attendanceActions, eq(attendanceActions.actionId, attendance.actionId))
    .where(
      and(
        eq(attendance.eventId, eventId),
        eq(attendance.state, 'not_sampled'),
        isNull(attendance.notSampledToldAt),
      ),
    )
    .orderBy(attendance.appointmentId)
}

export async function markNotSampledTold(
  q: Queryable,
  { appointmentId, at }: { appointmentId: number; at: Date },
): Promise<void> {
  await q
    .update(attendance)
    .set({ notSampledToldAt: at })
    .where(eq(attendance.appointmentId, appointmentId))
}

/** The office rings a member who has neither e-mail nor a mobile number. */
export async function ringInstead(q: Queryable, appointmentId: number): Promise<void> {
  await q
    .update(careLoops)
    .set({ isToRing: true })
    .where(
      and(
        eq(careLoops.appointmentId, appointmentId),
        eq(careLoops.kind, 'not_sampled'),
        isNull(careLoops.closedAt),
      ),
    )
}

/**
 * SQL: of the appointment `had` nothing is owed and nothing was paid back, so that another in its place
 * is not charged again.
 */
const NOTHING_IS_OWED = sql`(had.payment_status <> 'not paid' or had.price_pence = 0)
  and not exists (select from payments paid join refunds back on back.payment_id = paid.id
    where paid.appointment_id = had.id and back.state <> 'failed'
      and back.reason <> 'moved')`

/** Whether the member may book another without being charged again. */
export async function hasOpenRepeat(q: Queryable, memberId: number): Promise<boolean> {
  const isOfMember = isOfPerson(sql`had.member_id`, memberId)
  const { rows } = await q.execute<{ id: number | null }>(
    sql`select ${openRepeat(isOfMember)} as id`,
  )
  return rows[0]?.id !== null
}

/**
 * SQL: the id of the member's appointment without a sample in whose place another is free of charge;
 * null without one, or when a booked appointment uses it. Follows the actions of the day: an undo ends it.
 */
export function openRepeat(isOfMember: SQL): SQL<number | null> {
  const reasons = sql.join(
    TRY_AGAIN_REASONS.map((reason) => sql`${reason}`),
    sql`, `,
  )
  return sql<number | null>`(select had.id::int from attendance seen
    join appointments had on had.id = seen.appointment_id
    join attendance_actions last on last.action_id = seen.action_id
    where seen.state = 'not_sampled' and last.reason in (${reasons}) and had.status = 'booked'
      and ${isOfMember} and ${NOTHING_IS_OWED}
      and not exists (select from appointments used
        where used.repeats_appointment = had.id and used.status = 'booked')
    order by had.id limit 1)`
}

export async function isPaidFor(q: Queryable, appointmentId: number): Promise<boolean> {
  const { rows } = await q.execute(
    sql`select from appointments had where had.id = ${appointmentId} and ${NOTHING_IS_OWED}`,
  )
  return rows.length > 0
}

/** SQL: the office still waits for the member to book another, or to say no. */
export function awaitsRepeat(memberId: number | SQLWrapper): SQL<boolean> {
  return sql<boolean>`exists (select from care_loops waiting
    where waiting.kind in ('not_sampled', 'did_not_attend') and waiting.closed_at is null and waiting.member_id = ${memberId})`
}
