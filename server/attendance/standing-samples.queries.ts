// The samples that stand (domain/office/attendance.ts, standingSamples): recorded, not refused, and
// undone by nobody. Every room that asks which tube is whose asks here.
import { and, asc, desc, eq, inArray, max, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../db/database.ts'
import { attendanceActions, staff } from '../db/schema.ts'

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

export type StandingSample = {
  actionId: string
  appointmentId: number
  tube: string
  at: Date
  by: string
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
    })
    .from(attendanceActions)
    .innerJoin(staff, eq(staff.id, attendanceActions.staffId))
    .where(and(inArray(attendanceActions.appointmentId, appointmentIds), isStandingSample(q)))
    .orderBy(asc(attendanceActions.appointmentId), asc(attendanceActions.at))
}

export type UndoneSample = {
  appointmentId: number
  tube: string
  at: Date
  by: string
  words: string | null
}

/** Samples that somebody undid: when, by whom and with which words, by the time of the undo. */
export function listUndoneSamples(q: Queryable, appointmentIds: number[]): Promise<UndoneSample[]> {
  return q
    .select({
      appointmentId: sql<number>`${attendanceActions.appointmentId}`.mapWith(Number),
      tube: sql<string>`${attendanceActions.tube}`,
      at: undos.at,
      by: staff.name,
      words: undos.reason,
    })
    .from(attendanceActions)
    .innerJoin(
      undos,
      and(eq(undos.undoes, attendanceActions.actionId), ne(undos.status, 'refused')),
    )
    .innerJoin(staff, eq(staff.id, undos.staffId))
    .where(
      and(
        inArray(attendanceActions.appointmentId, appointmentIds),
        eq(attendanceActions.type, 'sample'),
        ne(attendanceActions.status, 'refused'),
      ),
    )
    .orderBy(asc(undos.at))
}

/** When both samples of an appointment were last declared to be of its member; nothing undone. */
export async function listDeclarations(
  q: Queryable,
  appointmentIds: number[],
): Promise<Map<number, Date>> {
  const rows = await q
    .select({
      appointmentId: sql<number>`${attendanceActions.appointmentId}`.mapWith(Number),
      at: max(attendanceActions.at),
    })
    .from(attendanceActions)
    .where(
      and(
        inArray(attendanceActions.appointmentId, appointmentIds),
        sql`${attendanceActions.type} = 'both_theirs'`,
        ne(attendanceActions.status, 'refused'),
        notExists(
          q
            .select({ id: undos.id })
            .from(undos)
            .where(and(eq(undos.undoes, attendanceActions.actionId), ne(undos.status, 'refused'))),
        ),
      ),
    )
    .groupBy(attendanceActions.appointmentId)
  return new Map(
    rows.flatMap(({ appointmentId, at }) => (at ? [[appointmentId, at] as const] : [])),
  )
}

/** Where the tube was recorded, also where that was undone. */
export async function listAppointmentsOfTube(q: Queryable, tube: string): Promise<number[]> {
  const rows = await q
    .selectDistinct({ id: sql<number>`${attendanceActions.appointmentId}`.mapWith(Number) })
    .from(attendanceActions)
    .where(
      and(
        eq(attendanceActions.tube, tube),
        eq(attendanceActions.type, 'sample'),
        ne(attendanceActions.status, 'refused'),
      ),
    )
  return rows.map(({ id }) => id)
}

export type SampleInDay = { tube: string; at: Date; staffId: number }

/** The standing samples of the appointment's event up to this one, the latest first, two at most. */
export async function listSamplesUpTo(q: Queryable, actionId: string): Promise<SampleInDay[]> {
  const own = alias(attendanceActions, 'own')
  return q
    .select({
      tube: sql<string>`${attendanceActions.tube}`,
      at: attendanceActions.at,
      staffId: attendanceActions.staffId,
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
