// SQL of first answers: what a write answered under the key that its sender gave it (design §3).
import { and, eq, lt } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { idempotentAnswers } from '../db/schema.ts'

/** One request that may come again: who sends it, under which key, and what it says. */
export type Repeatable = { callerHash: Buffer; key: string; requestHash: Buffer }

/** The answer's body that was kept for this very request, or null. */
export async function findFirstAnswer(q: Queryable, asked: Repeatable): Promise<unknown> {
  const [row] = await q
    .select({ body: idempotentAnswers.body })
    .from(idempotentAnswers)
    .where(
      and(
        eq(idempotentAnswers.callerHash, asked.callerHash),
        eq(idempotentAnswers.key, asked.key),
        eq(idempotentAnswers.requestHash, asked.requestHash),
      ),
    )
  return row?.body ?? null
}

/** Keeps an answer, in the transaction of what it tells of, and forgets the caller's old ones. */
export async function keepFirstAnswer(
  q: Queryable,
  asked: Repeatable,
  answer: { status: number; body: object; now: Date; forgetBefore: Date },
): Promise<void> {
  const { status, body, now, forgetBefore } = answer
  await q
    .delete(idempotentAnswers)
    .where(
      and(
        eq(idempotentAnswers.callerHash, asked.callerHash),
        lt(idempotentAnswers.createdAt, forgetBefore),
      ),
    )
  await q.insert(idempotentAnswers).values({ ...asked, status, body, createdAt: now })
}
