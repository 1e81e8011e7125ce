import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ClearKind, LoopKind } from '../../../domain/office/care-loops.ts'
import type { Deps } from '../../deps.ts'
import { eventOfAttendance } from '../../facts/day-counts.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  careLoops,
  eventDays,
  failsafeSheets,
  laboratoryForms,
  members,
  staff,
} from '../../platform/db/schema.ts'
import { listLookAgains } from '../../tasks/look-agains.queries.ts'

/** Of the members as they are now; what looks again at a result is opened, since some of those rows are no tasks. */
export async function listOpenOfEvent(
  q: Queryable,
  keys: Pick<Deps, 'fieldKeys'>,
  eventId: number,
) {
  const isOfEvent = sql`exists (select from ${appointments} where ${appointments.id} = ${careLoops.appointmentId}
    and ${eq(eventOfAttendance, eventId)})`
  const lookAgains = new Set((await listLookAgains(q, keys, isOfEvent)).map(({ id }) => id))
  const rows = await q
    .select({
      id: careLoops.id,
      kind: careLoops.kind,
      memberId: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      userId: members.userId,
    })
    .from(careLoops)
    .innerJoin(appointments, eq(appointments.id, careLoops.appointmentId))
    .innerJoin(
      members,
      sql`${members.id} = (select coalesce(own.merged_into, own.id) from members own
        where own.id = ${careLoops.memberId})`,
    )
    .where(and(eq(eventOfAttendance, eventId), isNull(careLoops.closedAt)))
    .orderBy(careLoops.id)
  return rows.filter(({ id, kind }) => kind !== 'look_again' || lookAgains.has(id))
}

export async function isDayClosed(q: Queryable, eventId: number): Promise<boolean> {
  const [day] = await q
    .select({ closedAt: eventDays.closedAt })
    .from(eventDays)
    .where(eq(eventDays.eventId, eventId))
  return Boolean(day?.closedAt)
}

/** When the last loop of these kinds was opened for the event; null when none ever was. */
export async function lastOpening(
  q: Queryable,
  { eventId, kinds }: { eventId: number; kinds: readonly LoopKind[] },
): Promise<Date | null> {
  const [row] = await q
    .select({ at: sql<Date | null>`max(${careLoops.openedAt})`.mapWith(careLoops.openedAt) })
    .from(careLoops)
    .innerJoin(appointments, eq(appointments.id, careLoops.appointmentId))
    .where(and(eq(eventOfAttendance, eventId), inArray(careLoops.kind, [...kinds])))
  return row?.at ?? null
}

/** The latest first. */
export function listSignatures(q: Queryable, eventId: number) {
  return q
    .select({
      by: staff.name,
      at: failsafeSheets.signedAt,
      explanation: failsafeSheets.explanation,
    })
    .from(failsafeSheets)
    .innerJoin(staff, eq(staff.id, failsafeSheets.signedBy))
    .where(eq(failsafeSheets.eventId, eventId))
    .orderBy(desc(failsafeSheets.id))
}

export async function insertSheet(
  q: Queryable,
  sheet: typeof failsafeSheets.$inferInsert,
): Promise<void> {
  await q.insert(failsafeSheets).values(sheet)
}

/** Open loops of this kind of the event, locked, in the order of their ids. */
export async function lockLoopsOfEvent(
  q: Queryable,
  { eventId, kind }: { eventId: number; kind: LoopKind },
) {
  return q
    .select({
      id: careLoops.id,
      memberId: careLoops.memberId,
      appointmentId: careLoops.appointmentId,
    })
    .from(careLoops)
    .innerJoin(appointments, eq(appointments.id, careLoops.appointmentId))
    .where(
      and(eq(eventOfAttendance, eventId), eq(careLoops.kind, kind), isNull(careLoops.closedAt)),
    )
    .orderBy(careLoops.id)
    .for('update', { of: careLoops })
}

/** The newest laboratory form of the event; null before the first. */
export async function findNewestForm(q: Queryable, eventId: number) {
  const [form] = await q
    .select({ tubes: laboratoryForms.tubes, madeAt: laboratoryForms.madeAt })
    .from(laboratoryForms)
    .where(eq(laboratoryForms.eventId, eventId))
    .orderBy(desc(laboratoryForms.version))
    .limit(1)
  return form ?? null
}

/** What is open of these kinds is due by `at`; what was due before stays so. */
export async function dueNow(
  q: Queryable,
  {
    appointmentIds,
    kinds,
    at,
  }: { appointmentIds: readonly number[]; kinds: readonly ClearKind[]; at: Date },
): Promise<void> {
  if (appointmentIds.length === 0) return
  await q
    .update(careLoops)
    .set({ dueAt: sql`least(${careLoops.dueAt}, ${at.toISOString()}::timestamptz)` })
    .where(
      and(
        inArray(careLoops.appointmentId, [...appointmentIds]),
        inArray(careLoops.kind, [...kinds]),
        isNull(careLoops.closedAt),
      ),
    )
}
