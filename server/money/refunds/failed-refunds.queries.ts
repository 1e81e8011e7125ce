import { and, desc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { TAKING_UNDONE } from '../../../domain/payment-schemas.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { payments, refunds } from '../../platform/db/schema.ts'
import type { RefundRow } from './refunds.queries.ts'

/** `duePence`: what no refund made since then has covered. */
export type FailedRefund = RefundRow & { duePence: number }

/** The payment's failed refunds in whose place no other was made, latest first. */
export async function listFailedRefunds(q: Queryable, paymentId: string): Promise<FailedRefund[]> {
  const rows = await q
    .select({ refund: refunds, duePence: duePence.mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), isFailedStill))
    .orderBy(desc(refunds.createdAt), desc(refunds.requestId))
  return rows.map(({ refund, duePence: due }) => ({ ...refund, duePence: due }))
}

/** In pence what is left of the failed refunds of such payments. */
export async function sumFailedRefunds(q: Queryable, isOf: SQL): Promise<number> {
  const [row] = await q
    .select({ pence: sql<number>`coalesce(sum(${duePence}), 0)`.mapWith(Number) })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(isOf, isFailedStill))
  return row?.pence ?? 0
}

/** The payment of a refund; null when there is no such refund. */
export async function findPaymentOfRefund(q: Queryable, id: string): Promise<string | null> {
  const [row] = await q
    .select({ paymentId: refunds.paymentId })
    .from(refunds)
    .where(eq(refunds.id, id))
  return row?.paymentId ?? null
}

export const isFailedStill = and(
  eq(refunds.state, 'failed'),
  sql`not exists (select 1 from ${refunds} other where other.replaces_id = ${refunds.id})`,
)

// Named in full: within the inner query a bare column would be that of `later`.
const duePence = sql<number>`greatest(0, refunds.amount_pence - (
  select coalesce(sum(later.amount_pence), 0) from ${refunds} later
    where later.payment_id = refunds.payment_id and later.state <> 'failed'
      and later.replaces_id is null and later.created_at > refunds.created_at))`

/** Refunds that a person made alone since then, with their sum; failed ones do not count. */
export async function sumRefundsOfPerson(
  q: Queryable,
  { staffId, since }: { staffId: number; since: Date },
): Promise<{ refunds: number; pence: number }> {
  const [row] = await q
    .select({
      refunds: sql<number>`count(*)`.mapWith(Number),
      pence: sql<number>`coalesce(sum(${refunds.amountPence}), 0)`.mapWith(Number),
    })
    .from(refunds)
    .where(
      and(
        isNotNull(refunds.askedBy),
        eq(refunds.askedBy, staffId),
        sql`${refunds.confirmedBy} is null and ${refunds.state} <> 'failed'`,
        // No money leaves by one.
        ne(refunds.reason, TAKING_UNDONE),
        sql`${refunds.createdAt} > ${since.toISOString()}`,
      ),
    )
  return row ?? { refunds: 0, pence: 0 }
}
