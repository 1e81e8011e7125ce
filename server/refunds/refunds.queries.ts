import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { type PaymentState, statesBefore } from '../../domain/payments.ts'
import type { Queryable } from '../db/database.ts'
import { type appointments, payments, refunds } from '../db/schema.ts'

/** `decidedAt` is when it was queued. */
export type Refund = {
  amountPence: number
  state: 'queued' | 'sent' | 'done' | 'failed'
  decidedAt: Date
}

/** In pence. */
export type TakenPayment = {
  id: string
  memberId: number
  capturedPence: number
  feePence: number
}

/** Locks the payment; null when there is none or it is refunded. */
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

/** Captured pence, with the payment locked; null unless it can be refunded. */
export async function lockRefundable(q: Queryable, paymentId: string): Promise<number | null> {
  const [row] = await q
    .select(paidColumns)
    .from(payments)
    .where(and(eq(payments.id, paymentId), inArray(payments.state, statesBefore('refunded'))))
    .for('update')
  return row ? toPaid(row).capturedPence : null
}

/** Count and pence, pending ones included; lock the payment first. */
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

/** False when the payment may not be refunded, or is already. */
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

/** Pence; an unknown provider fee counts as 0. */
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

export function isPaymentOf(of: typeof appointments) {
  return and(
    eq(payments.memberId, of.memberId),
    eq(payments.appointmentId, of.id),
    inArray(payments.state, TAKEN),
  )
}

/** Earlier refunds of the payment have failed. */
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
