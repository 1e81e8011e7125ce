// SQL of first answers: what a write answered under the key that its sender gave it (design §3).
import { and, eq, gte, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { idempotentAnswers } from '../db/schema.ts'
import type { IdempotentRequest } from './idempotent-request.ts'

/** The answer's body that was kept for this very request after `since`, or null. */
export async function findSavedResponse(
  q: Queryable,
  asked: IdempotentRequest,
  since: Date,
): Promise<unknown> {
  const [row] = await q
    .select({ body: idempotentAnswers.body })
    .from(idempotentAnswers)
    .where(
      and(
        eq(idempotentAnswers.callerHash, asked.callerHash),
        eq(idempotentAnswers.key, asked.key),
        eq(idempotentAnswers.requestHash, asked.requestHash),
        gte(idempotentAnswers.createdAt, since),
      ),
    )
  return row?.body ?? null
}

/**
 * Keeps an answer, in the transaction of what it tells of; false when this very request has one
 * already. With the body null it only takes the key, for which twins then wait. A key that is used
 * again for another request, or after its time, is that one's then.
 */
export async function saveFirstResponse(
  q: Queryable,
  asked: IdempotentRequest,
  { body, now, since }: { body: object | null; now: Date; since: Date },
): Promise<boolean> {
  const kept = await q
    .insert(idempotentAnswers)
    .values({ ...asked, body, createdAt: now })
    .onConflictDoUpdate({
      target: [idempotentAnswers.callerHash, idempotentAnswers.key],
      set: {
        requestHash: sql`excluded.request_hash`,
        body: sql`excluded.body`,
        createdAt: sql`excluded.created_at`,
      },
      setWhere: sql`${idempotentAnswers.requestHash} <> ${asked.requestHash}
        or ${idempotentAnswers.createdAt} < ${since} or ${idempotentAnswers.body} is null`,
    })
    .returning({ key: idempotentAnswers.key })
  return kept.length > 0
}
