// A state changes only by an UPDATE that names the allowed earlier states (domain/payments.ts).
import { and, asc, desc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { type PaymentState, statesBefore, UNDER_WAY, UNSETTLED } from '../../domain/payments.ts'
import type { Queryable } from '../db/database.ts'
import { payments } from '../db/schema.ts'

export type PaymentRow = typeof payments.$inferSelect

export async function insertPayment(
  q: Queryable,
  payment: typeof payments.$inferInsert,
): Promise<void> {
  await q.insert(payments).values(payment)
}

export async function findPayment(q: Queryable, id: string): Promise<PaymentRow | null> {
  const [row] = await q.select().from(payments).where(eq(payments.id, id))
  return row ?? null
}

/** The payment, locked until the transaction ends; null when there is none. */
export async function lockPayment(q: Queryable, id: string): Promise<PaymentRow | null> {
  const [row] = await q.select().from(payments).where(eq(payments.id, id)).for('update')
  return row ?? null
}

/** Null when there is none or it is another member's. */
export async function findPaymentOfOrder(
  q: Queryable,
  asked: { orderId: string; memberId: number },
): Promise<PaymentRow | null> {
  const [row] = await q
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, asked.orderId), eq(payments.memberId, asked.memberId)))
  return row ?? null
}

export async function findPaymentOfRequest(
  q: Queryable,
  createRequestId: string,
): Promise<PaymentRow | null> {
  const [row] = await q.select().from(payments).where(eq(payments.createRequestId, createRequestId))
  return row ?? null
}

/** The id of the payment whose id, order or capture the webhook names; null when none matches. */
export async function findPaymentNamed(
  q: Queryable,
  names: {
    customId?: string | undefined
    orderId?: string | undefined
    captureId?: string | undefined
  },
): Promise<string | null> {
  // Without names, `or()` would be no condition and match any payment.
  if (Object.values(names).every((name) => name === undefined)) return null
  const [row] = await q
    .select({ id: payments.id })
    .from(payments)
    .where(
      or(
        names.customId === undefined ? undefined : sql`${payments.id}::text = ${names.customId}`,
        names.orderId === undefined ? undefined : eq(payments.orderId, names.orderId),
        names.captureId === undefined ? undefined : eq(payments.captureId, names.captureId),
      ),
    )
    .limit(1)
  return row?.id ?? null
}

/** The latest attempt or null; a new one reuses its invoice id unless it was captured. */
export async function findLastTry(
  q: Queryable,
  asked: { memberId: number; eventId: number },
): Promise<Pick<PaymentRow, 'invoiceId' | 'captureId'> | null> {
  const [row] = await q
    .select({ invoiceId: payments.invoiceId, captureId: payments.captureId })
    .from(payments)
    .where(and(eq(payments.memberId, asked.memberId), eq(payments.eventId, asked.eventId)))
    .orderBy(desc(payments.createdAt))
    .limit(1)
  return row ?? null
}

export async function expireOpenTries(
  q: Queryable,
  asked: { memberId: number; eventId: number; except?: string; now: Date },
): Promise<void> {
  await q
    .update(payments)
    .set({ state: 'expired', updatedAt: asked.now })
    .where(
      and(
        eq(payments.memberId, asked.memberId),
        eq(payments.eventId, asked.eventId),
        inArray(payments.state, ['created', 'approved']),
        asked.except === undefined ? undefined : ne(payments.id, asked.except),
      ),
    )
}

/** Whether another payment of this member for this event is being captured or paid. */
export async function hasOtherUnderWay(q: Queryable, payment: PaymentRow): Promise<boolean> {
  const rows = await q
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.memberId, payment.memberId),
        eq(payments.eventId, payment.eventId),
        ne(payments.id, payment.id),
        inArray(payments.state, [...UNDER_WAY]),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Moves the payment to this state and stores `known`; false when the transition is not allowed. */
export async function movePayment(
  q: Queryable,
  move: { id: string; to: PaymentState; now: Date },
  known: Partial<typeof payments.$inferInsert> = {},
): Promise<boolean> {
  const moved = await q
    .update(payments)
    .set({ ...known, state: move.to, updatedAt: move.now })
    .where(and(eq(payments.id, move.id), inArray(payments.state, statesBefore(move.to))))
    .returning({ id: payments.id })
  return moved.length > 0
}

export async function noteCapture(
  q: Queryable,
  id: string,
  known: Partial<typeof payments.$inferInsert>,
): Promise<void> {
  await q.update(payments).set(known).where(eq(payments.id, id))
}

export async function noteOrder(
  q: Queryable,
  { id, orderId, now }: { id: string; orderId: string; now: Date },
): Promise<void> {
  await q.update(payments).set({ orderId, updatedAt: now }).where(eq(payments.id, id))
}

/** Acquires the lease for `turnMs`; false while another process has it. */
export async function acquireLease(
  q: Queryable,
  { id, now, turnMs }: { id: string; now: Date; turnMs: number },
): Promise<boolean> {
  const taken = await q
    .update(payments)
    .set({ askedAt: now })
    .where(
      and(
        eq(payments.id, id),
        or(isNull(payments.askedAt), lt(payments.askedAt, new Date(now.getTime() - turnMs))),
      ),
    )
    .returning({ id: payments.id })
  return taken.length > 0
}

/** Releases the lease, unless it expired and another process has acquired it. */
export async function releaseLease(
  q: Queryable,
  { id, since }: { id: string; since: Date },
): Promise<void> {
  await q
    .update(payments)
    .set({ askedAt: null })
    .where(and(eq(payments.id, id), eq(payments.askedAt, since)))
}

export async function noteNoNews(q: Queryable, id: string, now: Date): Promise<void> {
  await q.update(payments).set({ updatedAt: now }).where(eq(payments.id, id))
}

/** Ids of up to 500 unsettled payments unchanged since `before`, oldest first. */
export async function listIdle(q: Queryable, before: Date): Promise<string[]> {
  const rows = await q
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.state, [...UNSETTLED]), lt(payments.updatedAt, before)))
    .orderBy(asc(payments.updatedAt))
    .limit(500)
  return rows.map(({ id }) => id)
}
