// A state changes only by an UPDATE that names the allowed earlier states (domain/payment-states.ts).
import { and, eq, inArray, sql } from 'drizzle-orm'
import { type PaymentState, statesBefore } from '../../../domain/payment-states.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { prepareQuery } from '../../platform/db/prepared-query.ts'
import { payments } from '../../platform/db/schema.ts'

export type PaymentRow = typeof payments.$inferSelect

export async function findPayment(q: Queryable, id: string): Promise<PaymentRow | null> {
  const [row] = await paymentById(q).execute({ id })
  return row ?? null
}

const paymentById = prepareQuery((q) =>
  q
    .select()
    .from(payments)
    .where(eq(payments.id, sql.placeholder('id')))
    .prepare('find_payment'),
)

/** The payment, locked until the transaction ends; null when there is none. */
export async function lockPayment(q: Queryable, id: string): Promise<PaymentRow | null> {
  const [row] = await paymentToLock(q).execute({ id })
  return row ?? null
}

const paymentToLock = prepareQuery((q) =>
  q
    .select()
    .from(payments)
    .where(eq(payments.id, sql.placeholder('id')))
    .for('update')
    .prepare('lock_payment'),
)

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
