import type * as z from 'zod/mini'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { findSavedResponse, saveFirstResponse } from './idempotency.queries.ts'
import { type IdempotentRequest, REPEATABLE_MS } from './idempotent-request.ts'

/** What a verb writes down in the very transaction of its effect: the answer that tells of it. */
export type SaveResponse<T> = (tx: Tx, answer: T) => Promise<void>

/** What a verb does first in its transaction: twins wait here until this one is decided. */
export type ClaimKey = (tx: Tx) => Promise<void>

/**
 * Answers a write that may come again because its answer got lost: then it is the first answer that
 * comes again, also when both were sent at once or the effect has been undone since. `work` hands
 * `saveResponse` to its transaction, so that effect and answer are written both or neither. Refusals are
 * not kept: nothing happened, and the same wish may succeed later. A verb that passes over what others
 * have locked calls `first` as well, or a twin would be refused what its other half is just given.
 * Without a key (`asked` null) it is `work` alone. `shape` is what a kept answer has to look like.
 */
export async function withIdempotencyKey<T extends object>(
  deps: Pick<Deps, 'database' | 'now'>,
  { asked, shape }: { asked: IdempotentRequest | null; shape: z.ZodMiniType<T> },
  work: (saveResponse: SaveResponse<T>, first: ClaimKey) => Promise<T>,
): Promise<T> {
  if (!asked) return work(nothingElse, nothingElse)
  const now = deps.now()
  const since = new Date(now.getTime() - REPEATABLE_MS)
  const firstAnswer = async () => {
    const body = await findSavedResponse(deps.database.db, asked, since)
    return body === null ? null : shape.parse(body)
  }
  const earlier = await firstAnswer()
  if (earlier) return earlier
  const keep = async (tx: Tx, body: T | null) => {
    const isFirst = await saveFirstResponse(tx, asked, { body, now, since })
    if (!isFirst) throw new Error('this request was answered by its twin')
  }
  return work(keep, (tx) => keep(tx, null)).catch(async (error) => {
    const first = await firstAnswer()
    if (first) return first
    throw error
  })
}

async function nothingElse() {}
