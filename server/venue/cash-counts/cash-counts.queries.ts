import { and, asc, desc, eq, isNull, ne, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CashTab } from '../../../domain/office/cash-counts.ts'
import { TAKING_UNDONE } from '../../../domain/payment-schemas.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  cashCounts,
  events,
  payments,
  refunds,
  staff,
  venuePayments,
} from '../../platform/db/schema.ts'

const counter = alias(staff, 'counter')
const checker = alias(staff, 'checker')
const later = alias(cashCounts, 'later')

const difference = sql<number>`${cashCounts.countedPence} - ${cashCounts.floatPence} - ${cashCounts.expectedPence}`

/** What each person took at an event by hand, in pence, by name; without what was undone. */
export function sumTakings(q: Queryable, eventId: number) {
  const isUndone = q
    .select({ one: sql`1` })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payments.id), eq(refunds.reason, TAKING_UNDONE)))
  const sumOf = (how: 'cash' | 'card machine') =>
    sql<number>`coalesce(sum(${payments.amountPence}) filter (where ${venuePayments.how} = ${how}), 0)::int`
  return q
    .select({ takenBy: venuePayments.takenBy, cash: sumOf('cash'), card: sumOf('card machine') })
    .from(venuePayments)
    .innerJoin(payments, eq(payments.id, venuePayments.paymentId))
    .where(and(eq(payments.eventId, eventId), notExists(isUndone)))
    .groupBy(venuePayments.takenBy)
    .orderBy(asc(venuePayments.takenBy))
}

export type CountRow = Awaited<ReturnType<typeof listCounts>>[number]

/** The counts of an event that no later one replaces. */
export function listCounts(q: Queryable, eventId: number) {
  return select(q).where(and(eq(cashCounts.eventId, eventId), isNull(later.id)))
}

/** Differences that no later count replaces, the newest first, after this one. */
export function listDifferences(
  q: Queryable,
  { tab, before, limit }: { tab: CashTab; before: number | null; limit: number },
) {
  return select(q)
    .where(and(isDifference(tab), before === null ? undefined : sql`${cashCounts.id} < ${before}`))
    .orderBy(desc(cashCounts.id))
    .limit(limit)
}

export async function countDifferences(q: Queryable, tab: CashTab): Promise<number> {
  const [row] = await q
    .select({ count: sql<number>`count(*)::int` })
    .from(cashCounts)
    .leftJoin(later, eq(later.replaces, cashCounts.id))
    .where(isDifference(tab))
  return row?.count ?? 0
}

/** Null when another count of the same cash came first. */
export async function insertCount(
  q: Queryable,
  row: typeof cashCounts.$inferInsert,
): Promise<number | null> {
  const [added] = await q
    .insert(cashCounts)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: cashCounts.id })
  return added?.id ?? null
}

/** Locked; null for none. */
export async function lockCount(q: Queryable, id: number) {
  const [row] = await q.select().from(cashCounts).where(eq(cashCounts.id, id)).for('update')
  return row ?? null
}

export async function updateChecked(
  q: Queryable,
  { id, by, at, note }: { id: number; by: number; at: Date; note: string },
): Promise<void> {
  await q
    .update(cashCounts)
    .set({ checkedBy: by, checkedAt: at, checkNote: note })
    .where(eq(cashCounts.id, id))
}

function isDifference(tab: CashTab) {
  const isChecked =
    tab === 'open' ? isNull(cashCounts.checkedBy) : sql`${cashCounts.checkedBy} is not null`
  return and(ne(difference, 0), isNull(later.id), isChecked)
}

function select(q: Queryable) {
  return q
    .select({
      id: cashCounts.id,
      eventId: cashCounts.eventId,
      eventName: events.name,
      startsAt: events.startsAt,
      takenBy: cashCounts.takenBy,
      floatPence: cashCounts.floatPence,
      countedPence: cashCounts.countedPence,
      expectedPence: cashCounts.expectedPence,
      note: cashCounts.note,
      countedById: cashCounts.countedBy,
      countedBy: counter.name,
      countedAt: cashCounts.countedAt,
      checkedBy: checker.name,
    })
    .from(cashCounts)
    .innerJoin(events, eq(events.id, cashCounts.eventId))
    .innerJoin(counter, eq(counter.id, cashCounts.countedBy))
    .leftJoin(checker, eq(checker.id, cashCounts.checkedBy))
    .leftJoin(later, eq(later.replaces, cashCounts.id))
    .$dynamic()
}
