import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { appointments, upcomingAppointments } from '../../platform/db/schema.ts'

/** No sample was taken: the member may book another appointment, also of the same event. */
export async function endAppointment(
  q: Queryable,
  { appointmentId, now }: { appointmentId: number; now: Date },
): Promise<void> {
  await q
    .update(appointments)
    .set({ endedAt: now })
    .where(
      and(
        eq(appointments.id, appointmentId),
        eq(appointments.status, 'booked'),
        isNull(appointments.endedAt),
      ),
    )
  await q.delete(upcomingAppointments).where(eq(upcomingAppointments.appointmentId, appointmentId))
}

/** Undoes endAppointment, unless the member has booked another meanwhile. */
export async function reopenAppointment(
  q: Queryable,
  { appointmentId, now }: { appointmentId: number; now: Date },
): Promise<void> {
  const [reopened] = await q
    .update(appointments)
    .set({ endedAt: null })
    .where(
      and(
        eq(appointments.id, appointmentId),
        isNotNull(appointments.endedAt),
        sql`not exists (select from appointments other where other.id <> ${appointments.id}
          and other.member_id = ${appointments.memberId} and other.event_id = ${appointments.eventId}
          and other.status = 'booked' and other.ended_at is null)`,
        or(
          lte(appointments.slotEndsAt, now),
          sql`not exists (select from upcoming_appointments upcoming
            where upcoming.member_id = ${appointments.memberId}
              and upcoming.until > ${now.toISOString()}::timestamptz)`,
        ),
      ),
    )
    .returning({ memberId: appointments.memberId, until: appointments.slotEndsAt })
  if (!reopened || reopened.until <= now) return
  const { memberId, until } = reopened
  const isPast = and(
    eq(upcomingAppointments.memberId, memberId),
    lte(upcomingAppointments.until, now),
  )
  await q.delete(upcomingAppointments).where(isPast)
  await q.insert(upcomingAppointments).values({ memberId, appointmentId, until })
}
