import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { appointments, upcomingAppointments } from '../db/schema.ts'

/** Returns the slot's times and the new sequence number; null when it is not booked. */
export async function markCancelled(
  q: Queryable,
  params: { id: number; memberId: number; now: Date },
): Promise<{ startsAt: Date; endsAt: Date; sequence: number } | null> {
  const [cancelled] = await q
    .update(appointments)
    .set({
      status: 'cancelled',
      cancelledAt: params.now,
      updatedAt: params.now,
      calendarSequence: sql`${appointments.calendarSequence} + 1`,
    })
    .where(
      and(
        eq(appointments.id, params.id),
        eq(appointments.memberId, params.memberId),
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

/** Start of the appointment, locked until the transaction ends; null unless it is booked. */
export async function lockBookedStart(
  q: Queryable,
  params: { id: number; memberId: number },
): Promise<Date | null> {
  const [row] = await q
    .select({ startsAt: appointments.slotStartsAt })
    .from(appointments)
    .where(
      and(
        eq(appointments.id, params.id),
        eq(appointments.memberId, params.memberId),
        eq(appointments.status, 'booked'),
      ),
    )
    .for('update')
  return row?.startsAt ?? null
}

/** Returns the new sequence number; release the old place first. */
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

export async function moveUpcoming(
  q: Queryable,
  { appointmentId, memberId, until }: { appointmentId: number; memberId: number; until: Date },
): Promise<void> {
  await q.update(upcomingAppointments).set({ until }).where(isUpcoming({ appointmentId, memberId }))
}

/** Deletes the claim, so that the member may book another upcoming appointment. */
export async function releaseUpcoming(
  q: Queryable,
  params: { appointmentId: number; memberId: number },
): Promise<void> {
  await q.delete(upcomingAppointments).where(isUpcoming(params))
}

function isUpcoming(params: { appointmentId: number; memberId: number }) {
  return and(
    eq(upcomingAppointments.memberId, params.memberId),
    eq(upcomingAppointments.appointmentId, params.appointmentId),
  )
}
