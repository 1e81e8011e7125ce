import { eq, inArray, sql } from 'drizzle-orm'
import type { AttendanceAction } from '../../domain/office/attendance.ts'
import type { Queryable } from '../../server/platform/db/database.ts'
import {
  appointments,
  attendanceActions,
  payments,
  places,
  tubes,
} from '../../server/platform/db/schema.ts'

export function findActions(q: Queryable, eventId: number) {
  return q
    .select({
      id: attendanceActions.actionId,
      appointmentId: attendanceActions.appointmentId,
      type: sql<AttendanceAction['type']>`${attendanceActions.type}`,
      at: attendanceActions.at,
      tube: attendanceActions.tube,
      reason: attendanceActions.reason,
      undoes: attendanceActions.undoes,
      status: attendanceActions.status,
    })
    .from(attendanceActions)
    .where(eq(attendanceActions.eventId, eventId))
}

/** Appointment by tube. */
export async function findTubes(
  q: Queryable,
  appointments: number[],
): Promise<Map<string, number>> {
  const rows = await q.select().from(tubes).where(inArray(tubes.appointmentId, appointments))
  return new Map(rows.map(({ code, appointmentId }) => [code, appointmentId]))
}

/** What belongs to these appointments, in numbers; `charges` names the appointment of each. */
export async function findMade(q: Queryable, ids: number[]) {
  const { rows } = await q.execute<{
    members: number
    consents: number
    places: number
    charges: number[]
  }>(sql`select
    count(distinct member_id)::int as members,
    (select count(*)::int from consents where (member_id, event_id) in (
      select member_id, event_id from appointments where ${inArray(appointments.id, ids)})) as consents,
    (select count(*)::int from places where ${inArray(places.appointmentId, ids)}) as places,
    array(select appointment_id::int from payments join ledger_entries on payment_id = payments.id
      where kind = 'charge' and ${inArray(payments.appointmentId, ids)}) as charges
    from appointments where ${inArray(appointments.id, ids)}`)
  const [made] = rows
  if (!made) throw new Error('a count has no row')
  return made
}
