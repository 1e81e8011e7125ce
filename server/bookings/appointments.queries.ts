// SQL that reads appointments.
import { and, asc, desc, eq, gt, lte } from 'drizzle-orm'
import type { CharityEvent } from '../../domain/contract.ts'
import type { Queryable } from '../db/database.ts'
import { appointments, events, labs, payments, products, refunds } from '../db/schema.ts'
import { eventColumns, toEvent } from '../events/events.queries.ts'
import {
  isLatestRefundOf,
  isPaymentOf,
  paidColumns,
  type Refund,
  refundColumns,
  toPaid,
  toRefund,
} from '../refunds/refunds.queries.ts'

export type BookedAppointment = {
  id: number
  reference: string
  status: 'booked' | 'cancelled'
  paymentStatus: string
  /** What the place cost when it was booked. */
  pricePence: number
  startsAt: Date
  endsAt: Date
  /** How often it was moved or cancelled, and when last: what calendars tell the newer by. */
  sequence: number
  changedAt: Date
  event: CharityEvent
  /** What was taken from his card for it, and the provider's charge for that. */
  paid: { capturedPence: number; feePence: number } | null
  /** The latest refund of that. */
  refund: Refund | null
}

/** An appointment of this member with its event, or null when he has none of that id. */
export async function findAppointment(
  q: Queryable,
  asked: { id: number; memberId: number },
): Promise<BookedAppointment | null> {
  const [row] = await selectAppointments(q).where(
    and(eq(appointments.id, asked.id), eq(appointments.memberId, asked.memberId)),
  )
  return row ? toBookedAppointment(row) : null
}

/** The live appointment that he paid for by card at exactly this time, or null. */
export async function findPaidAppointment(
  q: Queryable,
  asked: { memberId: number; eventId: number; startsAt: Date },
): Promise<BookedAppointment | null> {
  const [row] = await selectAppointments(q).where(
    and(
      eq(appointments.memberId, asked.memberId),
      eq(appointments.eventId, asked.eventId),
      eq(appointments.slotStartsAt, asked.startsAt),
      eq(appointments.status, 'booked'),
      eq(appointments.paymentStatus, 'paid by card'),
    ),
  )
  return row ? toBookedAppointment(row) : null
}

/** A member's appointments that are not over, cancelled ones too, soonest first. */
export async function listUpcoming(
  q: Queryable,
  asked: { memberId: number; now: Date },
): Promise<BookedAppointment[]> {
  const rows = await selectAppointments(q)
    .where(and(eq(appointments.memberId, asked.memberId), gt(appointments.slotEndsAt, asked.now)))
    .orderBy(asc(appointments.slotStartsAt), asc(appointments.id))
  return rows.map(toBookedAppointment)
}

/** A member's appointments that are over, cancelled ones too, the latest first. */
export async function listPast(
  q: Queryable,
  asked: { memberId: number; now: Date },
): Promise<BookedAppointment[]> {
  const rows = await selectAppointments(q)
    .where(and(eq(appointments.memberId, asked.memberId), lte(appointments.slotEndsAt, asked.now)))
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
      event: eventColumns,
      paid: paidColumns,
      refund: refundColumns,
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
}: Awaited<ReturnType<typeof selectAppointments>>[number]): BookedAppointment {
  return {
    ...appointment,
    status: appointment.status === 'booked' ? 'booked' : 'cancelled',
    event: toEvent(event),
    paid: paid && toPaid(paid),
    refund: refund && toRefund(refund),
  }
}
