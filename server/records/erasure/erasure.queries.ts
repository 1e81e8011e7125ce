import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm'
import { UNDER_WAY } from '../../../domain/payment-states.ts'
import { isOwedStill } from '../../money/refunds/owed-refunds.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  erasureRequests,
  owedRefunds,
  payments,
  refundRequests,
  refunds,
  upcomingAppointments,
} from '../../platform/db/schema.ts'

export function findErasureRequestsOf(q: Queryable, memberId: number) {
  return q
    .select({ asked_at: erasureRequests.askedAt, taken_back_at: erasureRequests.takenBackAt })
    .from(erasureRequests)
    .where(eq(erasureRequests.memberId, memberId))
    .orderBy(asc(erasureRequests.id))
}

const isStanding = (memberId: number) =>
  and(eq(erasureRequests.memberId, memberId), isNull(erasureRequests.takenBackAt))

/** Null without an open request. */
export async function findStandingErasure(q: Queryable, memberId: number): Promise<Date | null> {
  const [row] = await q
    .select({ askedAt: erasureRequests.askedAt })
    .from(erasureRequests)
    .where(isStanding(memberId))
  return row?.askedAt ?? null
}

export async function insertErasure(
  q: Queryable,
  request: { memberId: number; askedAt: Date },
): Promise<number> {
  const [row] = await q
    .insert(erasureRequests)
    .values(request)
    .returning({ id: erasureRequests.id })
  if (!row) throw new Error('an insert returns its row')
  return row.id
}

/** Null without an open request. */
export async function takeBackErasure(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
): Promise<{ askedAt: Date } | null> {
  const [row] = await q
    .update(erasureRequests)
    .set({ takenBackAt: now })
    // An approved one is being carried out.
    .where(and(isStanding(memberId), isNull(erasureRequests.approvedAt)))
    .returning({ askedAt: erasureRequests.askedAt })
  return row ?? null
}

export async function findErasureObstacles(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
) {
  const upcoming = await q
    .select({ until: upcomingAppointments.until })
    .from(upcomingAppointments)
    .where(and(eq(upcomingAppointments.memberId, memberId), gt(upcomingAppointments.until, now)))
  const paying = await q
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.memberId, memberId), inArray(payments.state, [...UNDER_WAY])))
    .limit(1)
  const refunding = await q
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.memberId, memberId), inArray(refunds.state, ['queued', 'sent'])))
    .limit(1)
  const askedFor = await q
    .select({ id: refundRequests.id })
    .from(refundRequests)
    .innerJoin(payments, eq(payments.id, refundRequests.paymentId))
    .where(
      and(eq(payments.memberId, memberId), eq(refundRequests.state, 'waits for a second person')),
    )
    .limit(1)
  const owed = await q
    .select({ id: owedRefunds.id })
    .from(owedRefunds)
    .innerJoin(payments, eq(payments.id, owedRefunds.paymentId))
    .where(and(eq(payments.memberId, memberId), isOwedStill))
    .limit(1)
  return {
    hasUpcoming: upcoming.length > 0,
    hasMoneyUnderWay: paying.length + refunding.length + askedFor.length + owed.length > 0,
  }
}
