// An absence belongs to an appointment at its day. Whoever moves the appointment ends it: the new time
// starts open, and the figures of the old day keep the absence.
import { sql } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { prepareSql } from '../platform/db/prepared-query.ts'
import { appointments, attendance, attendanceActions, careLoops } from '../platform/db/schema.ts'

/** Call after the appointment was moved, in the transaction of the move; the call about the absence ends too. */
export function endAbsence(
  q: Queryable,
  { appointmentId, now }: { appointmentId: number; now: Date },
): Promise<unknown> {
  return absenceToEnd(q).execute({ appointmentId, at: now.toISOString() })
}

// Prepared, so that it starts at once among the statements of a move.
const absenceToEnd = prepareSql(
  'end_absence',
  () => sql`with ended as (
    update ${attendance} set state = 'expected', since = ${sql.placeholder('at')}::timestamptz,
        moved_at = ${sql.placeholder('at')}::timestamptz, action_id = null,
        absence_told_at = null, event_id = ${appointments.eventId}
      from ${appointments} where ${appointments.id} = ${attendance.appointmentId}
        and ${attendance.appointmentId} = ${sql.placeholder('appointmentId')}::bigint
        and ${attendance.state} = 'did_not_attend'
      returning ${attendance.appointmentId} as id)
    update ${careLoops} set closed_at = ${sql.placeholder('at')}::timestamptz,
        closed_because = 'moved', next_step_at = null
      where ${careLoops.kind} = 'did_not_attend' and ${careLoops.closedAt} is null
        and ${careLoops.appointmentId} in (select id from ended)`,
)

/** SQL on `attendance_actions`: an absence at a time from which the appointment was moved. */
export const isEndedByMove = sql<boolean>`(${attendanceActions.type} = 'did_not_attend'
  and exists (select from attendance later
    where later.appointment_id = ${attendanceActions.appointmentId}
      and later.moved_at >= ${attendanceActions.recordedAt}))`

/** SQL, a query's `from`: every absence that counts, with its appointment as `a` and its action as `d`. */
export const STANDING_ABSENCES = sql`attendance t
  join appointments a on a.id = t.appointment_id
  join attendance_actions d on d.appointment_id = t.appointment_id and d.type = 'did_not_attend'
    and (d.action_id = t.action_id or d.recorded_at <= t.moved_at)
    and not exists (select from attendance_actions undo
      where undo.undoes = d.action_id and undo.status <> 'refused')`
