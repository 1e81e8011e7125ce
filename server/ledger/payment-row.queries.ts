// A state changes only by an UPDATE that names the allowed earlier states (domain/payment-states.ts).
import { and, eq, inArray } from 'drizzle-orm'
import { type PaymentState, statesBefore } from '../../domain/payment-states.ts'
import type { Queryable } from '../db/database.ts'
import { payments } from '../db/schema.ts'

export type PaymentRow = typeof payments.$inferSelect

export async function findPayment(q: Queryable, id: string): Promise<PaymentRow | null> {
  const [row] = await q.select().from(payments).where(eq(payments.id, id))
  return row ?? null
}

/** The payment, locked until the transaction ends; null when there is none. */
export async function lockPayment(q: Queryable, id: string): Promise<PaymentRow | null> {
  const [row] = await q.select().from(payments).where(eq(payments.id, id)).for('update')
  return row ?? null
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
