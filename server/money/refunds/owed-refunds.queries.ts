import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../platform/db/database.ts'
import { owedRefundOutcomes, owedRefunds, payments, staff } from '../../platform/db/schema.ts'

// Named in full: within an inner query a bare column would be that of the inner table.
const leftPence = sql<number>`coalesce((select p.captured_pence from payments p
  where p.id = owed_refunds.payment_id), 0) - (select coalesce(sum(r.amount_pence), 0) from refunds r
  where r.payment_id = owed_refunds.payment_id and r.state <> 'failed')`

const isOpen = (of: 'owed_refunds' | 'earlier') =>
  sql.raw(
    `not exists (select 1 from owed_refund_outcomes ended where ended.owed_refund_id = ${of}.id)`,
  )

// Of several of one payment the earlier ones take first of what is left.
const takenPence = sql<number>`(select coalesce(sum(earlier.amount_pence), 0)
  from owed_refunds earlier where earlier.payment_id = owed_refunds.payment_id
    and earlier.id < owed_refunds.id and ${isOpen('earlier')})`

/** Pence that no refund has covered since; those of one payment are together at most what is left of it. */
const duePence = sql<number>`greatest(0, least(owed_refunds.amount_pence,
  ${leftPence} - ${takenPence}))`

/** No person has ended it, and money is left to pay back. */
export const isOwedStill = sql`${isOpen('owed_refunds')} and ${duePence} > 0`

/** A query of the payments with one. */
export const paymentsOwedByHand: SQL = sql`(select owed_refunds.payment_id from owed_refunds
  where ${isOwedStill})`

export async function insertOwedRefund(
  q: Queryable,
  owed: typeof owedRefunds.$inferInsert,
): Promise<void> {
  await q.insert(owedRefunds).values(owed)
}

export async function insertOwedOutcome(
  q: Queryable,
  outcome: typeof owedRefundOutcomes.$inferInsert,
): Promise<void> {
  await q.insert(owedRefundOutcomes).values(outcome)
}

export async function hasOwedRefund(q: Queryable, paymentId: string): Promise<boolean> {
  return (await q.$count(owedRefunds, and(eq(owedRefunds.paymentId, paymentId), isOwedStill))) > 0
}

const decider = alias(staff, 'decider')
const recorder = alias(staff, 'recorder')

/** Oldest first. */
export function listOwedRefundsOf(q: Queryable, paymentId: string) {
  return selectOwed(q).where(eq(owedRefunds.paymentId, paymentId)).orderBy(asc(owedRefunds.id))
}

export async function findOwedRefund(q: Queryable, id: number) {
  const [row] = await selectOwed(q).where(eq(owedRefunds.id, id))
  return row ?? null
}

/** How many are open, of one event or of all, and their pence. */
export async function sumOwedRefunds(
  q: Queryable,
  eventId?: number,
): Promise<{ count: number; pence: number }> {
  const [row] = await q
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      pence: sql<number>`coalesce(sum(${duePence}), 0)`.mapWith(Number),
    })
    .from(owedRefunds)
    .innerJoin(payments, eq(payments.id, owedRefunds.paymentId))
    .where(and(isOwedStill, eventId === undefined ? undefined : eq(payments.eventId, eventId)))
  return row ?? { count: 0, pence: 0 }
}

function selectOwed(q: Queryable) {
  return q
    .select({
      id: owedRefunds.id,
      paymentId: owedRefunds.paymentId,
      memberId: payments.memberId,
      amountPence: owedRefunds.amountPence,
      duePence:
        sql<number>`case when ${owedRefundOutcomes.id} is null then ${duePence} else 0 end`.mapWith(
          Number,
        ),
      because: owedRefunds.because,
      decidedBy: decider.name,
      decidedAt: owedRefunds.decidedAt,
      outcome: owedRefundOutcomes.outcome,
      note: owedRefundOutcomes.note,
      recordedBy: recorder.name,
      recordedAt: owedRefundOutcomes.recordedAt,
    })
    .from(owedRefunds)
    .innerJoin(payments, eq(payments.id, owedRefunds.paymentId))
    .leftJoin(owedRefundOutcomes, eq(owedRefundOutcomes.owedRefundId, owedRefunds.id))
    .leftJoin(decider, eq(decider.userId, owedRefunds.decidedBy))
    .leftJoin(recorder, eq(recorder.id, owedRefundOutcomes.recordedBy))
    .$dynamic()
}
