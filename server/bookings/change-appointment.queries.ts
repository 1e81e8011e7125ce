import { and, eq, sql } from 'drizzle-orm'
import type { PaymentStatus } from '../../domain/how-to-pay.ts'
import type { Queryable } from '../platform/db/database.ts'
import { prepareQuery, prepareSql, refuseUnlessRow } from '../platform/db/prepared-query.ts'
import { appointments, upcomingAppointments } from '../platform/db/schema.ts'

// Those that return a promise of unknown start their statement before they return.

export const CHANGED = 'appointment_changed'

/** The appointment as it was read; `sequence` counts its changes of time. */
export type Unchanged = {
  id: number
  memberId: number
  sequence: number
  paymentStatus: PaymentStatus
}

/** Fails with CHANGED unless the appointment is booked and unchanged. */
export function markCancelled(
  q: Queryable,
  { now, ...filter }: Unchanged & { now: Date },
): Promise<unknown> {
  return appointmentToCancel(q).execute({ ...filter, now })
}

/** Locks the appointment; fails with CHANGED unless it is booked and unchanged. */
export function lockUnchanged(q: Queryable, filter: Unchanged): Promise<unknown> {
  return unchangedToLock(q).execute(filter)
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

/** Lock the appointment and release its old place first. */
export function moveBooked(
  q: Queryable,
  moved: { id: number; startsAt: Date; endsAt: Date; now: Date },
): Promise<unknown> {
  return appointmentToMove(q).execute(moved)
}

export function moveUpcoming(
  q: Queryable,
  claim: { id: number; memberId: number; endsAt: Date },
): Promise<unknown> {
  return upcomingToMove(q).execute(claim)
}

/** Deletes the claim, so that the member may book another upcoming appointment. */
export function releaseUpcoming(
  q: Queryable,
  claim: { id: number; memberId: number },
): Promise<unknown> {
  return upcomingToRelease(q).execute(claim)
}

const isUnchanged = and(
  eq(appointments.id, sql.placeholder('id')),
  eq(appointments.memberId, sql.placeholder('memberId')),
  eq(appointments.status, 'booked'),
  eq(appointments.calendarSequence, sql.placeholder('sequence')),
  eq(appointments.paymentStatus, sql.placeholder('paymentStatus')),
)
const isUpcoming = and(
  eq(upcomingAppointments.memberId, sql.placeholder('memberId')),
  eq(upcomingAppointments.appointmentId, sql.placeholder('id')),
)
const now = sql`${sql.param(sql.placeholder('now'), appointments.updatedAt)}`
const endsAt = sql`${sql.param(sql.placeholder('endsAt'), appointments.slotEndsAt)}`
const nextSequence = sql`${appointments.calendarSequence} + 1`

const appointmentToCancel = prepareSql('cancel_appointment', (q) =>
  refuseUnlessRow(
    q
      .update(appointments)
      .set({
        status: 'cancelled',
        cancelledAt: now,
        updatedAt: now,
        calendarSequence: nextSequence,
      })
      .where(isUnchanged)
      .returning({ id: appointments.id }),
    CHANGED,
  ),
)

const unchangedToLock = prepareSql('lock_unchanged', (q) =>
  refuseUnlessRow(
    q.select({ id: appointments.id }).from(appointments).where(isUnchanged).for('update'),
    CHANGED,
  ),
)

const appointmentToMove = prepareQuery((q) =>
  q
    .update(appointments)
    .set({
      slotStartsAt: sql`${sql.param(sql.placeholder('startsAt'), appointments.slotStartsAt)}`,
      slotEndsAt: endsAt,
      updatedAt: now,
      calendarSequence: nextSequence,
    })
    .where(eq(appointments.id, sql.placeholder('id')))
    .prepare('move_appointment'),
)

const upcomingToMove = prepareQuery((q) =>
  q.update(upcomingAppointments).set({ until: endsAt }).where(isUpcoming).prepare('move_upcoming'),
)

const upcomingToRelease = prepareQuery((q) =>
  q.delete(upcomingAppointments).where(isUpcoming).prepare('release_upcoming'),
)
