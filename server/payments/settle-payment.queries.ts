// For Database.sendTransaction: each starts its statement before it returns.
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { statesBefore, UNDER_WAY } from '../../domain/payment-states.ts'
import { isUnderWay } from '../bookings/booking-context.queries.ts'
import type { Queryable } from '../db/database.ts'
import { prepareSql, refuseUnlessRow } from '../db/prepared-query.ts'
import { appointments, payments, refunds, upcomingAppointments } from '../db/schema.ts'
import type { PaymentRow } from '../ledger/payment-row.queries.ts'

const CHANGED = 'payment_changed'

/** Fails when the payment is not open, or the member has a booking or another payment under way. */
export function moveToCapturing(
  q: Queryable,
  payment: { id: string; memberId: number; eventId: number; now: Date },
): Promise<unknown> {
  return capturing(q).execute(payment)
}

export type Paid = {
  captureId: string
  capturedPence: number
  feePence: number
  card: object
  lastAnswer: object
}

/** Fails when money was recorded before, or another payment for the booking is under way. */
export function moveToPaid(
  q: Queryable,
  payment: Pick<PaymentRow, 'id' | 'memberId' | 'eventId'> & Paid & { now: Date },
): Promise<unknown> {
  return paid(q).execute(payment)
}

/** Locks the payment until the transaction ends; fails unless it is paid and without refunds. */
export function lockPaid(q: Queryable, id: string): Promise<unknown> {
  return paidToLock(q).execute({ id })
}

/** Fails unless the payment is paid. */
export function moveToFinalised(
  q: Queryable,
  payment: { id: string; appointmentId: number; now: Date },
): Promise<unknown> {
  return finalised(q).execute(payment)
}

const id = sql.placeholder('id')
const memberId = sql.placeholder('memberId')
const eventId = sql.placeholder('eventId')
const now = paramOf('updatedAt', 'now')

const capturing = prepareSql('move_to_capturing', (q) =>
  refuseUnlessRow(
    q
      .update(payments)
      .set({ state: 'capturing', updatedAt: now })
      .where(
        and(
          eq(payments.id, id),
          inArray(payments.state, statesBefore('capturing')),
          sql`not exists (select from ${payments} where ${isUnderWay(memberId)})`,
          sql`not exists (select from ${appointments} where ${and(
            eq(appointments.memberId, memberId),
            eq(appointments.eventId, eventId),
            eq(appointments.status, 'booked'),
            isNull(appointments.endedAt),
          )})`,
          sql`not exists (select from ${upcomingAppointments} where ${and(
            eq(upcomingAppointments.memberId, memberId),
            sql`${upcomingAppointments.until} > ${now}`,
          )})`,
        ),
      )
      .returning({ id: payments.id }),
    CHANGED,
  ),
)

const paid = prepareSql('move_to_paid', (q) =>
  refuseUnlessRow(
    q
      .update(payments)
      .set({
        state: 'paid',
        updatedAt: now,
        captureId: paramOf('captureId'),
        capturedPence: paramOf('capturedPence'),
        feePence: paramOf('feePence'),
        card: paramOf('card'),
        lastAnswer: paramOf('lastAnswer'),
      })
      .where(
        and(
          eq(payments.id, id),
          inArray(payments.state, statesBefore('paid')),
          sql`not exists (select from ${payments} where ${and(
            eq(payments.memberId, memberId),
            eq(payments.eventId, eventId),
            ne(payments.id, id),
            inArray(payments.state, UNDER_WAY),
          )})`,
        ),
      )
      .returning({ id: payments.id }),
    CHANGED,
  ),
)

const paidToLock = prepareSql('lock_paid', (q) =>
  refuseUnlessRow(
    q
      .select({ id: payments.id })
      .from(payments)
      .where(
        and(
          eq(payments.id, id),
          eq(payments.state, 'paid'),
          sql`not exists (select from ${refunds} where ${eq(refunds.paymentId, payments.id)})`,
        ),
      )
      .for('update'),
    CHANGED,
  ),
)

const finalised = prepareSql('move_to_finalised', (q) =>
  refuseUnlessRow(
    q
      .update(payments)
      .set({ state: 'finalised', updatedAt: now, appointmentId: paramOf('appointmentId') })
      .where(and(eq(payments.id, id), inArray(payments.state, statesBefore('finalised'))))
      .returning({ id: payments.id }),
    CHANGED,
  ),
)

function paramOf(column: keyof PaymentRow, name: string = column) {
  return sql`${sql.param(sql.placeholder(name), payments[column])}`
}
