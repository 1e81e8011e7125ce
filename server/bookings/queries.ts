// SQL of bookings. Statements that claim something scarce are conditional, so that the database
// decides a race and not what was read before it (design §4).
import { and, asc, desc, eq, gt, inArray, lte, type SQLWrapper, sql } from 'drizzle-orm'
import type { CharityEvent } from '../../domain/contract.ts'
import { UNDER_WAY } from '../../domain/payments.ts'
import type { Queryable } from '../db/database.ts'
import {
  appointments,
  consents,
  events,
  labs,
  payments,
  places,
  products,
  refunds,
  upcomingAppointments,
  waitingList,
} from '../db/schema.ts'
import { eventColumns, toEvent } from '../events/queries.ts'
import { preparedOn } from '../prepared.ts'
import {
  isLatestRefundOf,
  isPaymentOf,
  paidColumns,
  type Refund,
  refundColumns,
  toPaid,
  toRefund,
} from '../refunds/queries.ts'
import { isOpenWaitOf } from '../waiting-list/queries.ts'

/** What is already known about a member and an event when he asks to book it. */
export type KnownBefore = {
  event: CharityEvent
  /** What its product says in its own words in mails. */
  emailTemplate: string | null
  bookedThisEvent: boolean
  /** When his latest upcoming appointment ends or ended; null when he never had one. */
  upcomingUntil: Date | null
  /** A place is held for him or offered to him, or he waits for one, at whatever event. */
  hasPlaceOrWaits: boolean
  /** The provider is still at work on a payment of his, for whatever event. */
  paymentUnderWay: boolean
  consentId: number | null
}

/** What is known before a booking, or null when there is no such event. */
export async function findWhatIsKnown(
  q: Queryable,
  asked: { eventId: number; memberId: number },
): Promise<KnownBefore | null> {
  const [row] = await whatIsKnown(q).execute(asked)
  if (!row) return null
  const { emailTemplate, bookedThisEvent, upcomingUntil, hasPlaceOrWaits } = row
  const { paymentUnderWay, consentId } = row
  const before = { bookedThisEvent, upcomingUntil, hasPlaceOrWaits, paymentUnderWay, consentId }
  return { event: toEvent(row), emailTemplate, ...before }
}

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

export type BookedAppointment = {
  id: number
  reference: string
  status: 'booked' | 'cancelled'
  paymentStatus: string
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

function selectAppointments(q: Queryable) {
  return q
    .select({
      appointment: {
        id: appointments.id,
        reference: appointments.reference,
        status: appointments.status,
        paymentStatus: appointments.paymentStatus,
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

/** Whether the provider is still at work on a payment of this member: his place must stay his. */
export async function isPaymentUnderWay(q: Queryable, memberId: number): Promise<boolean> {
  const rows = await q
    .select({ id: payments.id })
    .from(payments)
    .where(isUnderWay(memberId))
    .limit(1)
  return rows.length > 0
}

function isUnderWay(memberId: number | SQLWrapper) {
  return and(eq(payments.memberId, memberId), inArray(payments.state, [...UNDER_WAY]))
}

const memberId = sql.placeholder('memberId')

const whatIsKnown = preparedOn((q) =>
  q
    .select({
      ...eventColumns,
      emailTemplate: products.emailTemplate,
      bookedThisEvent: sql<boolean>`exists (select 1 from ${appointments} where ${and(
        eq(appointments.memberId, memberId),
        eq(appointments.eventId, events.id),
        eq(appointments.status, 'booked'),
      )})`,
      upcomingUntil:
        sql<Date | null>`(select ${upcomingAppointments.until} from ${upcomingAppointments} where ${eq(
          upcomingAppointments.memberId,
          memberId,
        )})`.mapWith(upcomingAppointments.until),
      // Who is offered a place is on the list as well.
      hasPlaceOrWaits: sql<boolean>`(exists (select 1 from ${places} where ${eq(places.heldBy, memberId)})
        or exists (select 1 from ${waitingList} where ${isOpenWaitOf(memberId)}))`,
      paymentUnderWay: sql<boolean>`exists (select 1 from ${payments} where ${isUnderWay(memberId)})`,
      consentId: sql<number | null>`(select max(${consents.id}) from ${consents} where ${and(
        eq(consents.memberId, memberId),
        eq(consents.eventId, events.id),
      )})`,
    })
    .from(events)
    .innerJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .where(eq(events.id, sql.placeholder('eventId')))
    .prepare('what_is_known_before_booking'),
)
