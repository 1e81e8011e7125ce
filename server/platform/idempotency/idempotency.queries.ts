import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { placeholders, prepareSql, refuseUnlessRow } from '../db/prepared-query.ts'
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

const KEY_TAKEN = 'idempotency_key_taken'

/**
 * Starts the statement before it returns. Fails with KEY_TAKEN when this request has a response. A
 * null body only claims the key.
 */
export function saveFirstResponse(
  q: Queryable,
  request: IdempotentRequest,
  { body, now, since }: { body: object | null; now: Date; since: Date },
): Promise<unknown> {
  const text = body && JSON.stringify(body)
  return firstResponse(q).execute({ ...request, body: text, now, since })
}

const firstResponse = prepareSql('save_first_response', (q) =>
  refuseUnlessRow(
    q
      .insert(idempotentAnswers)
      .values({
        ...placeholders('callerHash', 'key', 'requestHash'),
        // As text, since a null must not become the JSON value null.
        body: sql`${sql.placeholder('body')}::jsonb`,
        createdAt: sql.placeholder('now'),
      })
      .onConflictDoUpdate({
        target: [idempotentAnswers.callerHash, idempotentAnswers.key],
        set: {
          requestHash: sql`excluded.request_hash`,
          body: sql`excluded.body`,
          createdAt: sql`excluded.created_at`,
        },
        setWhere: sql`${idempotentAnswers.requestHash} <> excluded.request_hash
          or ${lt(idempotentAnswers.createdAt, sql.placeholder('since'))}
          or ${idempotentAnswers.body} is null`,
      })
      .returning({ key: idempotentAnswers.key }),
    KEY_TAKEN,
  ),
)
