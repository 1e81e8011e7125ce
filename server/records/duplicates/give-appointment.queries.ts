import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'

/**
 * Gives an appointment to another record, with a consent of that record, and with it what refers to
 * both: one statement, because the foreign keys are checked at its end. `also` are further parts of it.
 */
export async function giveAppointment(
  q: Queryable,
  given: { appointmentId: number; memberId: number; consentId: number; now: Date; also?: SQL[] },
): Promise<void> {
  const { appointmentId, memberId, consentId, now, also = [] } = given
  const isPast = sql`member_id = ${memberId} and until <= ${now.toISOString()}::timestamptz`
  await q.execute(sql`delete from upcoming_appointments where ${isPast}`)
  const hasItem = sql`exists (select from bulk_action_items other
    where other.bulk_action_id = item.bulk_action_id and other.member_id = ${memberId})`
  const parts = [
    sql`booked as (
      update appointments set member_id = ${memberId}, consent_id = ${consentId}
        where id = ${appointmentId})`,
    sql`items as (
      update bulk_action_items item set
          member_id = case when ${hasItem} then member_id else ${memberId}::bigint end,
          appointment_id = case when ${hasItem} then null else appointment_id end
        where appointment_id = ${appointmentId})`,
    sql`paid as (
      update payments set member_id = ${memberId} where appointment_id = ${appointmentId})`,
    ...also,
  ]
  await q.execute(sql`
    with ${sql.join(parts, sql`, `)}
    update upcoming_appointments set member_id = ${memberId} where appointment_id = ${appointmentId}`)
}
