import { eq, sql } from 'drizzle-orm'
import type { PaymentStatus } from '../../domain/how-to-pay.ts'
import type { Queryable } from '../db/database.ts'
import { appointments, members, payments } from '../db/schema.ts'
import { type Member, memberColumns } from '../members/members.queries.ts'

export async function findMemberOfAppointment(
  q: Queryable,
  appointmentId: number,
): Promise<Member | null> {
  const [member] = await q
    .select(memberColumns)
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .where(eq(appointments.id, appointmentId))
  return member ?? null
}

/** Lock the appointment and release its old place first. Its payment goes along. */
export async function moveBookedToEvent(
  q: Queryable,
  moved: {
    id: number
    startsAt: Date
    endsAt: Date
    now: Date
    /** Only for another event. */
    eventId?: number
    consentId?: number
    pricePence?: number
    paymentStatus?: PaymentStatus
  },
): Promise<void> {
  const { id, startsAt, endsAt, now, ...other } = moved
  await q
    .update(appointments)
    .set({
      ...other,
      slotStartsAt: startsAt,
      slotEndsAt: endsAt,
      updatedAt: now,
      calendarSequence: sql`${appointments.calendarSequence} + 1`,
    })
    .where(eq(appointments.id, id))
  if (other.eventId === undefined) return
  const { eventId } = other
  await q.update(payments).set({ eventId, updatedAt: now }).where(eq(payments.appointmentId, id))
}
