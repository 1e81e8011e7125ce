// SQL of refunds: what was taken for an appointment, and what of it goes back.
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { type PaymentState, statesBefore } from '../../domain/payments.ts'
import type { Queryable } from '../db/database.ts'
import { type appointments, payments, refunds } from '../db/schema.ts'

/** A refund as its member sees it; `decidedAt` is when it was queued. */
export type Refund = {
  amountPence: number
  state: 'queued' | 'sent' | 'done' | 'failed'
  decidedAt: Date
}

/** A payment whose money we have, in pence. */
export type TakenPayment = {
  id: string
  memberId: number
  capturedPence: number
  feePence: number
}

/**
 * The captured payment of a member's appointment, kept from change by anyone else until the
 * transaction ends; null when there is none, or its money went back already.
 */
export async function lockPaymentOf(
  q: Queryable,
  asked: { appointmentId: number; memberId: number },
): Promise<TakenPayment | null> {
  const [row] = await q
    .select({ id: payments.id, memberId: payments.memberId, ...paidColumns })
    .from(payments)
    .where(
      and(
        eq(payments.memberId, asked.memberId),
        eq(payments.appointmentId, asked.appointmentId),
        eq(payments.state, 'finalised'),
      ),
    )
    .for('update')
  return row ? { id: row.id, memberId: row.memberId, ...toPaid(row) } : null
}

/**
 * What was taken by a payment whose money can still go back, in pence; it is kept from change until
 * the transaction ends. Null when its money went back already, or was never taken.
 */
export async function lockRefundable(q: Queryable, paymentId: string): Promise<number | null> {
  const [row] = await q
    .select(paidColumns)
    .from(payments)
    .where(and(eq(payments.id, paymentId), inArray(payments.state, statesBefore('refunded'))))
    .for('update')
  return row ? toPaid(row).capturedPence : null
}

/**
 * How many refunds a payment has had, and how many pence went back or are on their way. Asked after
 * locking the payment, or a twin's would not be counted.
 */
export async function sumRefunds(
  q: Queryable,
  paymentId: string,
): Promise<{ count: number; pence: number }> {
  const [row] = await q
    .select({
      count: count(),
      pence: sql<number>`coalesce(sum(${refunds.amountPence}) filter (where ${refunds.state} <> 'failed'), 0)`,
    })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
  return row ?? { count: 0, pence: 0 }
}

/** Says of a payment that its money goes back; false when it may not, or does already. */
export async function markRefunded(
  q: Queryable,
  { paymentId, now }: { paymentId: string; now: Date },
): Promise<boolean> {
  const marked = await q
    .update(payments)
    .set({ state: 'refunded', updatedAt: now })
    .where(and(eq(payments.id, paymentId), inArray(payments.state, statesBefore('refunded'))))
    .returning({ id: payments.id })
  return marked.length > 0
}

export async function insertRefund(
  q: Queryable,
  refund: typeof refunds.$inferInsert,
): Promise<void> {
  await q.insert(refunds).values(refund)
}

export const paidColumns = {
  amountPence: payments.amountPence,
  capturedPence: payments.capturedPence,
  feePence: payments.feePence,
}

/** Pence taken from the card and the provider's charge; a charge we were not told of is none. */
export function toPaid(row: {
  amountPence: number
  capturedPence: number | null
  feePence: number | null
}): { capturedPence: number; feePence: number } {
  return { capturedPence: row.capturedPence ?? row.amountPence, feePence: row.feePence ?? 0 }
}

export const refundColumns = {
  amountPence: refunds.amountPence,
  state: refunds.state,
  decidedAt: refunds.createdAt,
}

const TAKEN: PaymentState[] = ['finalised', 'refunded', 'refund failed']

/** Joins to an appointment the payment that it was made with, found by its member's index. */
export function isPaymentOf(of: typeof appointments) {
  return and(
    eq(payments.memberId, of.memberId),
    eq(payments.appointmentId, of.id),
    inArray(payments.state, TAKEN),
  )
}

/** Joins to a payment its last refund; those before it failed. */
export function isLatestRefundOf(of: typeof payments) {
  const { paymentId, createdAt, requestId } = refunds
  return and(
    eq(paymentId, of.id),
    sql`not exists (select 1 from ${refunds} later where later.payment_id = ${paymentId}
      and (later.created_at, later.request_id) > (${createdAt}, ${requestId}))`,
  )
}

export function toRefund(row: { amountPence: number; state: string; decidedAt: Date }): Refund {
  const { amountPence, state, decidedAt } = row
  if (state === 'queued' || state === 'sent' || state === 'done') {
    return { amountPence, state, decidedAt }
  }
  return { amountPence, state: 'failed', decidedAt }
}
