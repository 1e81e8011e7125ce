import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { EventDetails } from '../../domain/contract.ts'
import type { Queryable } from '../db/database.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import { appointments, events, labs, payments, products, refunds } from '../db/schema.ts'
import { eventDetailColumns, toEventDetails } from '../events/events.queries.ts'
import {
  isLatestRefundOf,
  isPaymentOf,
  paidColumns,
  type Refund,
  refundColumns,
  refundedPence,
  toPaid,
} from '../refunds/paid-columns.queries.ts'

export type BookedAppointment = {
  id: number
  reference: string
  status: 'booked' | 'cancelled'
  paymentStatus: (typeof appointments.$inferSelect)['paymentStatus']
  pricePence: number
  startsAt: Date
  endsAt: Date
  /** Number and time of the last move or cancellation; calendars keep the higher sequence. */
  sequence: number
  changedAt: Date
  event: EventDetails
  /** Captured by card, and the provider's fee; null when nothing was paid by card. */
  paid: { capturedPence: number; feePence: number } | null
  /** The latest refund of `paid`. */
  refund: Refund | null
}

/** Null when the member has no appointment with that id. */
export async function findAppointment(
  q: Queryable,
  params: { id: number; memberId: number },
): Promise<BookedAppointment | null> {
  const [row] = await appointmentOfMember(q).execute(params)
  return row ? toBookedAppointment(row) : null
}

const appointmentOfMember = prepareQuery((q) =>
  selectAppointments(q)
    .where(
      and(
        eq(appointments.id, sql.placeholder('id')),
        eq(appointments.memberId, sql.placeholder('memberId')),
      ),
    )
    .prepare('appointment_of_member'),
)

/** The member's live appointment at this time that was paid by card, or null. */
export async function findPaidAppointment(
  q: Queryable,
  params: { memberId: number; eventId: number; startsAt: Date },
): Promise<BookedAppointment | null> {
  const [row] = await selectAppointments(q).where(
    and(
      eq(appointments.memberId, params.memberId),
      eq(appointments.eventId, params.eventId),
      eq(appointments.slotStartsAt, params.startsAt),
      eq(appointments.status, 'booked'),
      eq(appointments.paymentStatus, 'paid by card'),
    ),
  )
  return row ? toBookedAppointment(row) : null
}

/** The member's appointments that have not ended, including cancelled ones, soonest first. */
export async function listUpcoming(
  q: Queryable,
  params: { memberId: number; now: Date },
): Promise<BookedAppointment[]> {
  const rows = await selectAppointments(q)
    .where(and(eq(appointments.memberId, params.memberId), gt(appointments.slotEndsAt, params.now)))
    .orderBy(asc(appointments.slotStartsAt), asc(appointments.id))
  return rows.map(toBookedAppointment)
}

/** The member's appointments that have ended, including cancelled ones, latest first. */
export async function listPast(
  q: Queryable,
  params: { memberId: number; now: Date },
): Promise<BookedAppointment[]> {
  const rows = await selectAppointments(q)
    .where(
      and(eq(appointments.memberId, params.memberId), lte(appointments.slotEndsAt, params.now)),
    )
    .orderBy(desc(appointments.slotStartsAt), desc(appointments.id))
  return rows.map(toBookedAppointment)
}

function selectAppointments(q: Queryable) {
  return q
    .select({
      appointment: {
        id: appointments.id,
        reference: appointments.reference,
        status: appointments.status,
        paymentStatus: appointments.paymentStatus,
        pricePence: appointments.pricePence,
        startsAt: appointments.slotStartsAt,
        endsAt: appointments.slotEndsAt,
        sequence: appointments.calendarSequence,
        changedAt: appointments.updatedAt,
      },
      event: eventDetailColumns,
      paid: paidColumns,
      refund: refundColumns,
      refundedPence: refundedPence(payments),
    })
    .from(appointments)
    .innerJoin(events, eq(events.id, appointments.eventId))
    .innerJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .leftJoin(payments, isPaymentOf(appointments))
    .leftJoin(refunds, isLatestRefundOf(payments))
}

function toBookedAppointment({
  appointment,
  event,
  paid,
  refund,
  refundedPence,
}: Awaited<ReturnType<typeof selectAppointments>>[number]): BookedAppointment {
  return {
    ...appointment,
    event: toEventDetails(event),
    paid: paid && toPaid(paid),
    // Of several refunds their sum, while the latest has not failed.
    refund:
      refund && refund.state !== 'failed' ? { ...refund, amountPence: refundedPence } : refund,
  }
}
