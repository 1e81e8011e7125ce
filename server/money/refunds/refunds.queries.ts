import { and, asc, count, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { RefundReason } from '../../../domain/payment-schemas.ts'
import { paidAt } from '../../platform/db/card-payment.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { prepareQuery } from '../../platform/db/prepared-query.ts'
import { appointments, payments, refunds, venuePayments } from '../../platform/db/schema.ts'
import { stoppedPayments } from './disputes.queries.ts'

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

/** Of the payment's appointment: its start, end of free cancellation and cancellation; when it was paid. */
export async function findTimeOfPayment(
  q: Queryable,
  paymentId: string,
): Promise<{
  startsAt: Date
  freeUntil: Date | null
  cancelledAt: Date | null
  paidAt: Date
} | null> {
  const [row] = await q
    .select({
      startsAt: appointments.slotStartsAt,
      freeUntil: appointments.freeCancelUntil,
      cancelledAt: appointments.cancelledAt,
      paidAt,
    })
    .from(payments)
    .innerJoin(appointments, eq(appointments.id, payments.appointmentId))
    .where(eq(payments.id, paymentId))
  return row ?? null
}

export async function isTakenAtVenue(q: Queryable, paymentId: string): Promise<boolean> {
  return (await q.$count(venuePayments, eq(venuePayments.paymentId, paymentId))) > 0
}

/** Of all refunds of the payment, failed ones too. */
export async function listReasons(q: Queryable, paymentId: string): Promise<RefundReason[]> {
  const rows = await q
    .select({ reason: refunds.reason })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
  return rows.map(({ reason }) => reason)
}

/** False when a refund with the same id of the provider is recorded already. */
export async function insertRefund(
  q: Queryable,
  refund: typeof refunds.$inferInsert,
): Promise<boolean> {
  const rows = await q
    .insert(refunds)
    .values(refund)
    .onConflictDoNothing({ target: refunds.providerRefundId })
    .returning({ id: refunds.id })
  return rows.length > 0
}

/** Whether refunds, queued ones included, cover the captured amount; lock the payment first. */
export async function isFullyRefunded(
  q: Queryable,
  payment: { id: string; capturedPence: number | null; amountPence: number },
): Promise<boolean> {
  const { pence } = await sumRefunds(q, payment.id)
  return pence >= (payment.capturedPence ?? payment.amountPence)
}

export type RefundRow = typeof refunds.$inferSelect
export type OpenRefund = RefundRow & { captureId: string | null; memberId: number }

export async function findRefundOf(q: Queryable, paymentId: string): Promise<RefundRow | null> {
  const [row] = await refundOfPayment(q).execute({ paymentId })
  return row ?? null
}

const refundOfPayment = prepareQuery((q) =>
  q
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, sql.placeholder('paymentId')))
    .orderBy(desc(refunds.createdAt))
    .limit(1)
    .prepare('refund_of_payment'),
)

// What was sent already is only asked about.
const isNotStopped = sql`(${refunds.state} = 'sent' or ${refunds.paymentId} not in ${stoppedPayments})`

/** Up to 100 unfinished refunds that no dispute stops, new or last tried before `before`, longest waiting first. */
export async function listOpenRefunds(q: Queryable, before: Date): Promise<OpenRefund[]> {
  const due = or(eq(refunds.attempts, 0), lt(refunds.updatedAt, before))
  const rows = await q
    .select({ refund: refunds, captureId: payments.captureId, memberId: payments.memberId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(inArray(refunds.state, ['queued', 'sent']), due, isNotStopped))
    .orderBy(asc(refunds.updatedAt))
    .limit(100)
  return rows.map(({ refund, ...rest }) => ({ ...refund, ...rest }))
}

/** Stores a refund's new state; false when another process changed it first. */
export async function moveRefund(
  q: Queryable,
  refund: Pick<RefundRow, 'id' | 'state' | 'attempts'>,
  to: { state: RefundRow['state']; providerRefundId?: string; problem?: string; now: Date },
): Promise<boolean> {
  const { now, ...known } = to
  const moved = await q
    .update(refunds)
    .set({ ...known, attempts: refund.attempts + 1, updatedAt: now })
    .where(
      and(
        eq(refunds.id, refund.id),
        eq(refunds.state, refund.state),
        eq(refunds.attempts, refund.attempts),
      ),
    )
    .returning({ id: refunds.id })
  return moved.length > 0
}

export async function isRefundKnown(q: Queryable, refundId: string): Promise<boolean> {
  const rows = await q
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.providerRefundId, refundId))
  return rows.length > 0
}

/** Whether a refund of ours of this amount awaits the provider's response. */
export async function isRefundAwaited(
  q: Queryable,
  params: { paymentId: string; pence: number },
): Promise<boolean> {
  const rows = await q
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, params.paymentId),
        eq(refunds.amountPence, params.pence),
        eq(refunds.state, 'queued'),
      ),
    )
  return rows.length > 0
}

/** Fails the refunds of the payment that were never sent; returns their sum in pence. */
export async function failUnsentRefunds(
  q: Queryable,
  { paymentId, problem, now }: { paymentId: string; problem: string; now: Date },
): Promise<number> {
  const failed = await q
    .update(refunds)
    .set({ state: 'failed', problem, updatedAt: now })
    .where(
      and(eq(refunds.paymentId, paymentId), eq(refunds.state, 'queued'), eq(refunds.attempts, 0)),
    )
    .returning({ pence: refunds.amountPence })
  return failed.reduce((sum, { pence }) => sum + pence, 0)
}
