import { and, eq, sql } from 'drizzle-orm'
import type { RefundState } from '../../domain/payment-shapes.ts'
import { paidAt } from '../db/card-payment.ts'
import { payments, refunds } from '../db/schema.ts'

// What an appointment shows of its payment and refund, for joins.
/** `decidedAt` is when it was queued. */
export type Refund = { amountPence: number; state: RefundState; decidedAt: Date }

export const paidColumns = {
  amountPence: payments.amountPence,
  capturedPence: payments.capturedPence,
  feePence: payments.feePence,
  paidAt,
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

/** Of all refunds that have not failed. */
export function refundedPence(of: typeof payments) {
  return sql<number>`(select coalesce(sum(every.amount_pence), 0) from ${refunds} every
    where every.payment_id = ${of.id} and every.state <> 'failed')`.mapWith(Number)
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
