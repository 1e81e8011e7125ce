import { and, eq, gte, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { idempotentAnswers } from '../db/schema.ts'
import type { IdempotentRequest } from './idempotent-request.ts'

/** The saved body of the same request after `since`, or null. */
export async function findSavedResponse(
  q: Queryable,
  request: IdempotentRequest,
  since: Date,
): Promise<unknown> {
  const [row] = await q
    .select({ body: idempotentAnswers.body })
    .from(idempotentAnswers)
    .where(
      and(
        eq(idempotentAnswers.callerHash, request.callerHash),
        eq(idempotentAnswers.key, request.key),
        eq(idempotentAnswers.requestHash, request.requestHash),
        gte(idempotentAnswers.createdAt, since),
      ),
    )
  return row?.body ?? null
}

/** False when this request has a response. A null body only claims the key. */
export async function saveFirstResponse(
  q: Queryable,
  request: IdempotentRequest,
  { body, now, since }: { body: object | null; now: Date; since: Date },
): Promise<boolean> {
  const saved = await q
    .insert(idempotentAnswers)
    .values({ ...request, body, createdAt: now })
    .onConflictDoUpdate({
      target: [idempotentAnswers.callerHash, idempotentAnswers.key],
      set: {
        requestHash: sql`excluded.request_hash`,
        body: sql`excluded.body`,
        createdAt: sql`excluded.created_at`,
      },
      setWhere: sql`${idempotentAnswers.requestHash} <> ${request.requestHash}
        or ${idempotentAnswers.createdAt} < ${since} or ${idempotentAnswers.body} is null`,
    })
    .returning({ key: idempotentAnswers.key })
  return saved.length > 0
}
