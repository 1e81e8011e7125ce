// The samples that stand (domain/office/attendance.ts, standingSamples): recorded, not refused, and
// undone by nobody. Every room that asks which tube is whose asks here.
import { and, asc, desc, eq, inArray, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../platform/db/database.ts'
import { attendanceActions, staff } from '../platform/db/schema.ts'

const undos = alias(attendanceActions, 'undos')

/** A condition on `attendance_actions`. */
export function isStandingSample(q: Queryable): SQL | undefined {
  return and(
    eq(attendanceActions.type, 'sample'),
    ne(attendanceActions.status, 'refused'),
    notExists(
      q
        .select({ id: undos.id })
        .from(undos)
        .where(and(eq(undos.undoes, attendanceActions.actionId), ne(undos.status, 'refused'))),
    ),
  )
}

/** SQL: a lead's word, which nobody has undone, that all samples of the appointment are the member's. */
export function areDeclaredTheirs(q: Queryable, appointmentId: SQL): SQL {
  const standing = q
    .select({ id: attendanceActions.actionId })
    .from(attendanceActions)
    .where(and(sql`${attendanceActions.appointmentId} = ${appointmentId}`, isStandingSample(q)))
  return sql`exists (select 1 from attendance_actions word
    where word.appointment_id = ${appointmentId} and word.type = 'both_theirs'
      and word.status <> 'refused' and word.samples @> array(${standing})
      and not exists (select 1 from attendance_actions undo
        where undo.undoes = word.action_id and undo.status <> 'refused'))`
}

export type StandingSample = {
  actionId: string
  appointmentId: number
  tube: string
  at: Date
  by: string
  /** Who took the blood; null where nobody said it. */
  drawnBy: string | null
}

/** By appointment and time; two of one appointment are a problem by themselves. */
export function listStandingSamples(
  q: Queryable,
  appointmentIds: number[],
): Promise<StandingSample[]> {
  return q
    .select({
      actionId: attendanceActions.actionId,
      appointmentId: sql<number>`${attendanceActions.appointmentId}`.mapWith(Number),
      tube: sql<string>`${attendanceActions.tube}`,
      at: attendanceActions.at,
      by: staff.name,
      drawnBy: attendanceActions.drawnBy,
    })
    .from(attendanceActions)
    .innerJoin(staff, eq(staff.id, attendanceActions.staffId))
    .where(and(inArray(attendanceActions.appointmentId, appointmentIds), isStandingSample(q)))
    .orderBy(asc(attendanceActions.appointmentId), asc(attendanceActions.at))
}

/** `takenBy` tells people apart: who took the blood, or else the account that recorded it. */
type SampleInDay = { tube: string; at: Date; takenBy: string }

/** The standing samples of the appointment's event up to this one, the latest first, two at most. */
export async function listSamplesUpTo(q: Queryable, actionId: string): Promise<SampleInDay[]> {
  const own = alias(attendanceActions, 'own')
  return q
    .select({
      tube: sql<string>`${attendanceActions.tube}`,
      at: attendanceActions.at,
      takenBy: sql<string>`coalesce(${attendanceActions.drawnBy}, ${attendanceActions.staffId}::text)`,
    })
    .from(attendanceActions)
    .innerJoin(own, and(eq(own.eventId, attendanceActions.eventId), eq(own.actionId, actionId)))
    .where(
      and(
        isStandingSample(q),
        sql`(${attendanceActions.at}, ${attendanceActions.actionId}) <= (${own.at}, ${own.actionId})`,
      ),
    )
    .orderBy(desc(attendanceActions.at), desc(attendanceActions.actionId))
    .limit(2)
}
