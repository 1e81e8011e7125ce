// SQL that changes bookings. Statements that claim something scarce are conditional, so that the
// database decides a race and not what was read before it (design §4).
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { appointments, upcomingAppointments } from '../db/schema.ts'

/** Adds an appointment; violates one_live_appointment_per_member_and_event when he has one there. */
export async function insertAppointment(
  q: Queryable,
  appointment: typeof appointments.$inferInsert,
): Promise<number> {
  const [row] = await q.insert(appointments).values(appointment).returning({ id: appointments.id })
  if (!row) throw new Error('an inserted appointment has no id')
  return row.id
}

/**
 * Makes this the member's one upcoming appointment; violates one_upcoming_appointment_per_member
 * while he has another. One that is over has to be forgotten first.
 */
export async function claimUpcoming(
  q: Queryable,
  claim: { memberId: number; appointmentId: number; until: Date },
): Promise<void> {
  await q.insert(upcomingAppointments).values(claim)
}

/** Forgets the member's upcoming appointment if it is over. */
export async function forgetPast(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
): Promise<void> {
  await q
    .delete(upcomingAppointments)
    .where(and(eq(upcomingAppointments.memberId, memberId), lte(upcomingAppointments.until, now)))
}

/**
 * Cancels the member's appointment if it is booked and says what time it had and the how manieth
 * change this is; null when it is not booked, or no longer.
 */
export async function markCancelled(
  q: Queryable,
  asked: { id: number; memberId: number; now: Date },
): Promise<{ startsAt: Date; endsAt: Date; sequence: number } | null> {
  const [cancelled] = await q
    .update(appointments)
    .set({
      status: 'cancelled',
      cancelledAt: asked.now,
      updatedAt: asked.now,
      calendarSequence: sql`${appointments.calendarSequence} + 1`,
    })
    .where(
      and(
        eq(appointments.id, asked.id),
        eq(appointments.memberId, asked.memberId),
        eq(appointments.status, 'booked'),
      ),
    )
    .returning({
      startsAt: appointments.slotStartsAt,
      endsAt: appointments.slotEndsAt,
      sequence: appointments.calendarSequence,
    })
  return cancelled ?? null
}

/**
 * When the member's appointment starts, kept from change by anyone else until the transaction ends;
 * null unless it is booked.
 */
export async function lockBookedStart(
  q: Queryable,
  asked: { id: number; memberId: number },
): Promise<Date | null> {
  const [row] = await q
    .select({ startsAt: appointments.slotStartsAt })
    .from(appointments)
    .where(
      and(
        eq(appointments.id, asked.id),
        eq(appointments.memberId, asked.memberId),
        eq(appointments.status, 'booked'),
      ),
    )
    .for('update')
  return row?.startsAt ?? null
}

/** Gives an appointment, whose place has been freed, another time; the how manieth change this is. */
export async function moveBooked(
  q: Queryable,
  { id, slot, now }: { id: number; slot: { startsAt: Date; endsAt: Date }; now: Date },
): Promise<number> {
  const [moved] = await q
    .update(appointments)
    .set({
      slotStartsAt: slot.startsAt,
      slotEndsAt: slot.endsAt,
      updatedAt: now,
      calendarSequence: sql`${appointments.calendarSequence} + 1`,
    })
    .where(eq(appointments.id, id))
    .returning({ sequence: appointments.calendarSequence })
  if (!moved) throw new Error(`there is no appointment ${id} to move`)
  return moved.sequence
}

/** The appointment counts as upcoming until its new end. */
export async function moveUpcoming(
  q: Queryable,
  { appointmentId, until }: { appointmentId: number; until: Date },
): Promise<void> {
  await q
    .update(upcomingAppointments)
    .set({ until })
    .where(eq(upcomingAppointments.appointmentId, appointmentId))
}

/** The member may have another upcoming appointment instead of this one. */
export async function giveBackUpcoming(q: Queryable, appointmentId: number): Promise<void> {
  await q.delete(upcomingAppointments).where(eq(upcomingAppointments.appointmentId, appointmentId))
}
