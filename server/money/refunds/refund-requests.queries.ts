import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { RefundRequestState } from '../../../domain/office/payment-schemas.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { refundRequests, staff } from '../../platform/db/schema.ts'

export type RefundRequestRow = typeof refundRequests.$inferSelect

const WAITING: RefundRequestState = 'waits for a second person'

export async function insertRefundRequest(
  q: Queryable,
  request: typeof refundRequests.$inferInsert,
): Promise<void> {
  await q.insert(refundRequests).values(request)
}

export async function findRefundRequest(
  q: Queryable,
  id: number,
): Promise<RefundRequestRow | null> {
  const [row] = await q.select().from(refundRequests).where(eq(refundRequests.id, id))
  return row ?? null
}

/** Pence of the payment's request that waits; 0 without one. */
export async function findWaitingPence(q: Queryable, paymentId: string): Promise<number> {
  const [row] = await q
    .select({ pence: refundRequests.amountPence })
    .from(refundRequests)
    .where(and(eq(refundRequests.paymentId, paymentId), eq(refundRequests.state, WAITING)))
  return row?.pence ?? 0
}

/** Lock the payment first. */
export async function decideRefundRequest(
  q: Queryable,
  id: number,
  decided: Pick<RefundRequestRow, 'state' | 'decidedBy' | 'decidedAt' | 'decision'>,
): Promise<void> {
  await q.update(refundRequests).set(decided).where(eq(refundRequests.id, id))
}

const decider = alias(staff, 'decider')

/** With the names of who asked and decided, oldest first. */
export function listRefundRequests(q: Queryable, paymentId: string) {
  return q
    .select({ request: refundRequests, askedBy: staff.name, decidedBy: decider.name })
    .from(refundRequests)
    .innerJoin(staff, eq(staff.id, refundRequests.askedBy))
    .leftJoin(decider, eq(decider.id, refundRequests.decidedBy))
    .where(eq(refundRequests.paymentId, paymentId))
    .orderBy(asc(refundRequests.id))
}

/** Requests that wait for a second person other than this one, and their amounts in pence. */
export async function sumRequestsFor(
  q: Queryable,
  staffId: number,
): Promise<{ count: number; pence: number }> {
  const [row] = await q
    .select({
      count: count(),
      pence: sql<number>`coalesce(sum(${refundRequests.amountPence}), 0)`.mapWith(Number),
    })
    .from(refundRequests)
    .where(and(eq(refundRequests.state, WAITING), ne(refundRequests.askedBy, staffId)))
  return row ?? { count: 0, pence: 0 }
}
