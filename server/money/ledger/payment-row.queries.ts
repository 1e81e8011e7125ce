// A state changes only by an UPDATE that names the allowed earlier states (domain/payment-states.ts).
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
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

/** Acquires the lease for `forMs` and returns the payment; null while another process has it. */
export async function acquireLease(
  q: Queryable,
  { id, now, forMs }: { id: string; now: Date; forMs: number },
): Promise<PaymentRow | null> {
  const before = new Date(now.getTime() - forMs)
  const [row] = await paymentToLease(q).execute({ id, now, before })
  return row ?? null
}

const paymentToLease = prepareQuery((q) =>
  q
    .update(payments)
    .set({ leasedAt: sql`${sql.param(sql.placeholder('now'), payments.leasedAt)}` })
    .where(
      and(
        eq(payments.id, sql.placeholder('id')),
        or(isNull(payments.leasedAt), lt(payments.leasedAt, sql.placeholder('before'))),
      ),
    )
    .returning()
    .prepare('acquire_lease'),
)

/** Releases the lease, unless it expired and another process has acquired it. */
export async function releaseLease(
  q: Queryable,
  lease: { id: string; since: Date },
): Promise<void> {
  await leaseToRelease(q).execute(lease)
}

const leaseToRelease = prepareQuery((q) =>
  q
    .update(payments)
    .set({ leasedAt: null })
    .where(
      and(eq(payments.id, sql.placeholder('id')), eq(payments.leasedAt, sql.placeholder('since'))),
    )
    .prepare('release_lease'),
)

export async function touchPayment(q: Queryable, id: string, now: Date): Promise<void> {
  await q.update(payments).set({ updatedAt: now }).where(eq(payments.id, id))
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
