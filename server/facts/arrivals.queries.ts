// Whether the member of an appointment has come (domain/arrived.ts). Every room that cancels, moves or
// counts appointments asks here.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { hasCome } from '../../domain/arrived.ts'
import { ATTENDANCE_STATES, type AttendanceState } from '../../domain/office/attendance-states.ts'

/** Constraint name of the database's own refusal to change such an appointment. */
export const ARRIVED = 'already_arrived'

/** SQL: the states of those who have come, as hasCome of domain/arrived.ts. */
export const CAME = sql.raw(
  ATTENDANCE_STATES.filter(hasCome)
    .map((state) => `'${state}'`)
    .join(', '),
)

/** SQL: what the appointment's actions come to; null before the first. */
export function attendanceOfAppointment(id: SQLWrapper): SQL<AttendanceState | null> {
  return sql<AttendanceState | null>`(select here.state from attendance here
    where here.appointment_id = ${id})`
}

/** SQL: the member arrived, gave a sample, or was seen without one. */
export function hasArrived(id: SQLWrapper): SQL<boolean> {
  return sql<boolean>`exists (select from attendance here where here.appointment_id = ${id}
    and here.state in (${CAME}))`
}

/** SQL: as hasArrived, at this event, whatever became of the appointment later. */
export function hasArrivalsAt(eventId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`exists (select from attendance here where here.event_id = ${eventId}
    and here.state in (${CAME}))`
}
