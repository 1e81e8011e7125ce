import type * as z from 'zod/mini'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { findSavedResponse, saveFirstResponse } from './idempotency.queries.ts'
import { type IdempotentRequest, RESPONSE_TTL_MS } from './idempotent-request.ts'

/** Saves the response in the transaction of its effect. */
export type SaveResponse<T> = (tx: Tx, answer: T) => Promise<void>

export type ClaimKey = (tx: Tx) => Promise<void>

/**
 * The saved response to a repeated request. Errors are not saved. Work that skips locked rows must
 * claim the key first, or a concurrent duplicate may be refused.
 */
export async function withIdempotencyKey<T extends object>(
  deps: Pick<Deps, 'database' | 'now'>,
  { request, shape }: { request: IdempotentRequest | null; shape: z.ZodMiniType<T> },
  work: (saveResponse: SaveResponse<T>, claimKey: ClaimKey) => Promise<T>,
): Promise<T> {
  if (!request) return work(doNothing, doNothing)
  const now = deps.now()
  const since = new Date(now.getTime() - RESPONSE_TTL_MS)
  const findResponse = async () => {
    const body = await findSavedResponse(deps.database.db, request, since)
    return body === null ? null : shape.parse(body)
  }
  const earlier = await findResponse()
  if (earlier) return earlier
  const save = async (tx: Tx, body: T | null) => {
    const isFirst = await saveFirstResponse(tx, request, { body, now, since })
    if (!isFirst) throw new Error('a concurrent request has this idempotency key')
  }
  return work(save, (tx) => save(tx, null)).catch(async (error) => {
    const concurrent = await findResponse()
    if (concurrent) return concurrent
    throw error
  })
}

async function doNothing() {}
