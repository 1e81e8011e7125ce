// SQL of payments. A payment changes its state only by a statement that names the states it may come
// from, so that of two who hear the same news one writes it down (domain/payments.ts).
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

/** The same, kept from change by anyone else until the transaction ends. */
export async function lockPayment(q: Queryable, id: string): Promise<PaymentRow | null> {
  const [row] = await q.select().from(payments).where(eq(payments.id, id)).for('update')
  return row ?? null
}

/** The member's own payment of this order of the provider. */
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

/** The payment that a repeated request has made already. */
export async function findPaymentOfRequest(
  q: Queryable,
  createRequestId: string,
): Promise<PaymentRow | null> {
  const [row] = await q.select().from(payments).where(eq(payments.createRequestId, createRequestId))
  return row ?? null
}

/** The payment whose id, order or capture the provider's notification names; null when it names none. */
export async function findPaymentNamed(
  q: Queryable,
  names: {
    customId?: string | undefined
    orderId?: string | undefined
    captureId?: string | undefined
  },
): Promise<string | null> {
  // Without any, there would be no condition, and any payment would do.
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

/** His last try to pay for this event, whose invoice a new try carries on unless it was paid. */
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

/** Ends the member's tries for this event for which no money was asked yet; a new try follows. */
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

/** Whether another payment of this member for this event is with the provider, or paid. */
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

/** Moves the payment to this state, with what else is then known; false when it may not go there. */
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

/** Notes what was captured, without a word on what becomes of it. */
export async function noteCapture(
  q: Queryable,
  id: string,
  known: Partial<typeof payments.$inferInsert>,
): Promise<void> {
  await q.update(payments).set(known).where(eq(payments.id, id))
}

/** Notes what the provider calls the payment's order. */
export async function noteOrder(
  q: Queryable,
  { id, orderId, now }: { id: string; orderId: string; now: Date },
): Promise<void> {
  await q.update(payments).set({ orderId, updatedAt: now }).where(eq(payments.id, id))
}

/**
 * Gives whoever asks the turn to speak with the provider about this payment, until he gives it back or
 * `turnMs` have passed; false while another has it.
 */
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

/** Gives the turn back, unless another took it meanwhile because it had lasted too long. */
export async function releaseLease(
  q: Queryable,
  { id, since }: { id: string; since: Date },
): Promise<void> {
  await q
    .update(payments)
    .set({ askedAt: null })
    .where(and(eq(payments.id, id), eq(payments.askedAt, since)))
}

/** Notes that the provider was asked and had no news. */
export async function noteNoNews(q: Queryable, id: string, now: Date): Promise<void> {
  await q.update(payments).set({ updatedAt: now }).where(eq(payments.id, id))
}

/** Payments about which nothing was heard since `before`, longest first. */
export async function listIdle(q: Queryable, before: Date): Promise<string[]> {
  const rows = await q
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.state, [...UNSETTLED]), lt(payments.updatedAt, before)))
    .orderBy(asc(payments.updatedAt))
    .limit(500)
  return rows.map(({ id }) => id)
}
