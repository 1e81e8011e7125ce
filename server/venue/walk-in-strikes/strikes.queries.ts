import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { MOST_STRUCK, type StaysBecause } from '../../../domain/office/walk-in-strikes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  attendanceActions,
  events,
  members,
  staff,
  walkInStrikes,
} from '../../platform/db/schema.ts'

/** What the person registered since then and is still booked, by event and appointment. */
export function listStrikable(q: Queryable, of: { staffId: number; since: Date }) {
  return q
    .select({
      appointmentId: appointments.id,
      memberId: appointments.memberId,
      eventId: appointments.eventId,
      eventName: events.name,
      startsAt: appointments.slotStartsAt,
      firstName: members.firstName,
      lastName: members.lastName,
      actionId: attendanceActions.actionId,
      registeredAt: attendanceActions.recordedAt,
      staysBecause: STAYS_BECAUSE,
    })
    .from(attendanceActions)
    .innerJoin(appointments, eq(appointments.id, attendanceActions.appointmentId))
    .innerJoin(events, eq(events.id, appointments.eventId))
    .innerJoin(members, eq(members.id, appointments.memberId))
    .where(
      and(
        eq(attendanceActions.type, 'walk_in'),
        sql`${attendanceActions.status} <> 'refused'`,
        eq(attendanceActions.staffId, of.staffId),
        sql`${attendanceActions.recordedAt} >= ${of.since}`,
        eq(appointments.status, 'booked'),
      ),
    )
    .orderBy(asc(appointments.eventId), asc(appointments.id))
    .limit(MOST_STRUCK)
}
export type Strikable = Awaited<ReturnType<typeof listStrikable>>[number]

// A sample or payment that was undone counts too: a person looks at it.
const STAYS_BECAUSE = sql<StaysBecause | null>`case
  when exists (select from attendance_actions pressed where pressed.appointment_id = ${appointments.id}
    and pressed.type = 'sample' and pressed.status <> 'refused') then 'sample'
  when (${appointments.paymentStatus} = 'paid' and ${appointments.pricePence} > 0)
    or exists (select from attendance_actions pressed where pressed.appointment_id = ${appointments.id}
      and pressed.type = 'taking' and pressed.status <> 'refused')
    or exists (select from payments paid
      where ${appointments.id} in (paid.appointment_id, paid.for_appointment_id)) then 'payment'
  when exists (select from results one where one.appointment_id = ${appointments.id})
    or exists (select from lab_results one where one.appointment_id = ${appointments.id}) then 'result'
  when ${members.userId} is not null then 'account' end`

/** Who registered somebody at the event. */
export function listHelpersAtDoor(q: Queryable, eventId: number) {
  const time = (of: 'min' | 'max') =>
    sql<Date>`${sql.raw(of)}(${attendanceActions.recordedAt})`.mapWith(attendanceActions.recordedAt)
  return q
    .select({
      staffId: staff.id,
      name: staff.name,
      walkIns: sql<number>`count(*)`.mapWith(Number),
      firstAt: time('min'),
      lastAt: time('max'),
    })
    .from(attendanceActions)
    .innerJoin(staff, eq(staff.id, attendanceActions.staffId))
    .where(
      and(
        eq(attendanceActions.eventId, eventId),
        eq(attendanceActions.type, 'walk_in'),
        sql`${attendanceActions.status} <> 'refused'`,
      ),
    )
    .groupBy(staff.id)
    .orderBy(asc(staff.name), asc(staff.id))
    .limit(200)
}

const helper = alias(staff, 'helper')
const asker = alias(staff, 'asker')
const approver = alias(staff, 'approver')

function selectStrikes(q: Queryable) {
  return q
    .select({
      strike: walkInStrikes,
      helper: helper.name,
      requestedBy: asker.name,
      approvedBy: approver.name,
    })
    .from(walkInStrikes)
    .innerJoin(helper, eq(helper.id, walkInStrikes.staffId))
    .innerJoin(asker, eq(asker.id, walkInStrikes.askedBy))
    .leftJoin(approver, eq(approver.id, walkInStrikes.confirmedBy))
}

export async function findStrike(q: Queryable, id: number) {
  const [row] = await selectStrikes(q).where(eq(walkInStrikes.id, id))
  return row ?? null
}

/** Newest first; those that nobody has approved or withdrawn. */
export function listWaiting(q: Queryable) {
  return selectStrikes(q)
    .where(and(isNull(walkInStrikes.doneAt), isNull(walkInStrikes.withdrawnAt)))
    .orderBy(desc(walkInStrikes.id))
    .limit(50)
}

/** Oldest first: those that wait, that this person neither asked for nor is about. */
export function listStrikesToApprove(q: Queryable, staffId: number) {
  return selectStrikes(q)
    .where(
      and(
        isNull(walkInStrikes.doneAt),
        isNull(walkInStrikes.withdrawnAt),
        ne(walkInStrikes.askedBy, staffId),
        ne(walkInStrikes.staffId, staffId),
      ),
    )
    .orderBy(asc(walkInStrikes.id))
    .limit(50)
}

export async function lockStrike(q: Queryable, id: number) {
  const [row] = await q.select().from(walkInStrikes).where(eq(walkInStrikes.id, id)).for('update')
  return row ?? null
}

export async function insertStrike(
  q: Queryable,
  row: typeof walkInStrikes.$inferInsert,
): Promise<number> {
  const [stored] = await q.insert(walkInStrikes).values(row).returning({ id: walkInStrikes.id })
  if (!stored) throw new Error('a request was not stored')
  return stored.id
}

export async function updateStrike(
  q: Queryable,
  id: number,
  set: Partial<typeof walkInStrikes.$inferInsert>,
): Promise<void> {
  await q.update(walkInStrikes).set(set).where(eq(walkInStrikes.id, id))
}
