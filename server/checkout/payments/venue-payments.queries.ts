import { and, eq, inArray, sql } from 'drizzle-orm'
import { TAKING_UNDONE } from '../../../domain/payment-schemas.ts'
import { UNDER_WAY } from '../../../domain/payment-states.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  attendanceActions,
  payments,
  refunds,
  staff,
  venuePayments,
} from '../../platform/db/schema.ts'

/** The payment and who took it. */
export async function insertVenuePayment(
  q: Queryable,
  {
    payment,
    venuePayment,
  }: {
    payment: typeof payments.$inferInsert
    venuePayment: Omit<typeof venuePayments.$inferInsert, 'paymentId'>
  },
): Promise<void> {
  await q.insert(payments).values(payment)
  await q.insert(venuePayments).values({ ...venuePayment, paymentId: payment.id })
}

/**
 * Of an event's appointments, by time; `isFromDoor`: booked by a tablet's action of the same id.
 * `undoneAt` is null while it stands.
 */
export function listTakingsAt(q: Queryable, eventId: number) {
  return q
    .select({
      id: payments.id,
      appointmentId: sql<number>`${payments.appointmentId}`.mapWith(Number),
      pence: payments.amountPence,
      how: venuePayments.how,
      at: venuePayments.takenAt,
      by: venuePayments.takenBy,
      isFromDoor: sql<boolean>`exists (select from ${attendanceActions} pressed
        where pressed.action_id = ${payments.id})`,
      undoneAt: refunds.createdAt,
      undoneBy: staff.name,
      undoneBecause: refunds.byHandNote,
    })
    .from(payments)
    .innerJoin(venuePayments, eq(venuePayments.paymentId, payments.id))
    .innerJoin(appointments, eq(appointments.id, payments.appointmentId))
    .leftJoin(refunds, and(eq(refunds.paymentId, payments.id), eq(refunds.reason, TAKING_UNDONE)))
    .leftJoin(staff, eq(staff.id, refunds.askedBy))
    .where(eq(appointments.eventId, eventId))
    .orderBy(venuePayments.takenAt, payments.id)
}

/** Whether a card payment for this booked appointment is being captured. */
export async function isPaidByLinkNow(q: Queryable, appointmentId: number): Promise<boolean> {
  const rows = await q
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.forAppointmentId, appointmentId), inArray(payments.state, UNDER_WAY)))
    .limit(1)
  return rows.length > 0
}
