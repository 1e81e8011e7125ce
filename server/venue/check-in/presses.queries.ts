import { and, asc, eq, ne, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DayPress } from '../../../domain/office/day-schemas.ts'
import { isEndedByMove } from '../../facts/moved-absences.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { attendanceActions, staff } from '../../platform/db/schema.ts'

const undos = alias(attendanceActions, 'undos')
const undoer = alias(staff, 'undoer')

/** Of an event, by appointment and time: what was not refused, with who undid it first. */
export async function listDayPresses(
  q: Queryable,
  eventId: number,
): Promise<Map<number, DayPress[]>> {
  const rows = await q
    .selectDistinctOn([attendanceActions.id], {
      appointmentId: sql<number>`${attendanceActions.appointmentId}`.mapWith(Number),
      id: attendanceActions.actionId,
      type: sql<DayPress['type']>`${attendanceActions.type}`,
      at: attendanceActions.at,
      by: staff.name,
      tube: attendanceActions.tube,
      samples: attendanceActions.samples,
      slip: attendanceActions.slip,
      drawnBy: attendanceActions.drawnBy,
      undoneBy: undoer.name,
      undoneAt: undos.at,
    })
    .from(attendanceActions)
    .innerJoin(staff, eq(staff.id, attendanceActions.staffId))
    .leftJoin(undos, and(eq(undos.undoes, attendanceActions.actionId), ne(undos.status, 'refused')))
    .leftJoin(undoer, eq(undoer.id, undos.staffId))
    .where(
      and(
        eq(attendanceActions.eventId, eventId),
        ne(attendanceActions.status, 'refused'),
        sql`${attendanceActions.type} not in ('undo', 'taking', 'doubt')`,
        not(isEndedByMove),
      ),
    )
    .orderBy(asc(attendanceActions.id), asc(undos.id))
  const actions = rows
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ undoneBy, undoneAt, at, slip, drawnBy, ...press }) => ({
      ...press,
      ...(slip !== null && { slip }),
      ...(drawnBy !== null && { drawn_by: drawnBy }),
      at: at.toISOString(),
      undone: undoneAt && { by: undoneBy, at: undoneAt.toISOString() },
    }))
  const byAppointment = Map.groupBy(actions, ({ appointmentId }) => appointmentId)
  return new Map(
    [...byAppointment].map(([id, own]) => [id, own.map(({ appointmentId: _, ...press }) => press)]),
  )
}
