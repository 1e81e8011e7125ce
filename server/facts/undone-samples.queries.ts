// What was undone of samples, and by whom; which samples stand says standing-samples.queries.ts.
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../platform/db/database.ts'
import { attendanceActions, eventDays, staff } from '../platform/db/schema.ts'
import type { StoredText } from './sealed-press.ts'

const undos = alias(attendanceActions, 'undos')
const undone = alias(attendanceActions, 'undone')

/** A sample that was undone: by whom, when, and in which words (wordsOfPress). */
export type UndoneSample = {
  appointmentId: number
  tube: string
  by: string
  at: Date
  press: StoredText
}

/** By the time of the undo. */
export function listUndoneSamples(q: Queryable, appointmentIds: number[]): Promise<UndoneSample[]> {
  return q
    .select({
      appointmentId: sql<number>`${attendanceActions.appointmentId}`.mapWith(Number),
      tube: sql<string>`${attendanceActions.tube}`,
      by: staff.name,
      at: undos.at,
      press: {
        reason: undos.reason,
        note: undos.note,
        sealId: undos.sealId,
        sealed: undos.sealed,
      },
    })
    .from(attendanceActions)
    .innerJoin(
      undos,
      and(eq(undos.undoes, attendanceActions.actionId), ne(undos.status, 'refused')),
    )
    .innerJoin(staff, eq(staff.id, undos.staffId))
    .where(
      and(
        eq(attendanceActions.type, 'sample'),
        ne(attendanceActions.status, 'refused'),
        inArray(attendanceActions.appointmentId, appointmentIds),
      ),
    )
    .orderBy(asc(undos.at), asc(undos.id))
}

/** Appointments at which a sample with one of these tubes was ever recorded, also undone ones. */
export async function listAppointmentsWithTube(q: Queryable, tubes: string[]): Promise<number[]> {
  const rows = await q
    .selectDistinct({ id: sql<number>`${attendanceActions.appointmentId}`.mapWith(Number) })
    .from(attendanceActions)
    .where(
      and(
        eq(attendanceActions.type, 'sample'),
        ne(attendanceActions.status, 'refused'),
        inArray(attendanceActions.tube, tubes),
      ),
    )
  return rows.map(({ id }) => id)
}

/** The samples that a lead said are all of the member, by appointment; what was undone is left out. */
export function listSharedSamples(q: Queryable, appointmentIds: number[]) {
  return q
    .select({
      appointmentId: sql<number>`${attendanceActions.appointmentId}`.mapWith(Number),
      actionIds: sql<string[]>`coalesce(${attendanceActions.samples}, '{}')`,
    })
    .from(attendanceActions)
    .leftJoin(
      undone,
      and(eq(undone.undoes, attendanceActions.actionId), ne(undone.status, 'refused')),
    )
    .where(
      and(
        sql`${attendanceActions.type} = 'both_theirs'`,
        ne(attendanceActions.status, 'refused'),
        inArray(attendanceActions.appointmentId, appointmentIds),
        isNull(undone.id),
      ),
    )
}

/** Keeps what was recorded at these events as it is until the transaction ends. */
export async function holdDays(q: Queryable, eventIds: number[]): Promise<void> {
  await q
    .select({ id: eventDays.eventId })
    .from(eventDays)
    .where(inArray(eventDays.eventId, eventIds))
    .orderBy(asc(eventDays.eventId))
    .for('share')
}
