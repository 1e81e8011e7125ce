import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { SuccessSchema } from '../../../domain/endpoints/endpoint.ts'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../db/database.ts'
import { findSavedResponse, saveFirstResponse } from './idempotency.queries.ts'
import { idempotentRequestOf, RESPONSE_TTL_MS } from './idempotent-request.ts'

/** Saves the response in the transaction of its effect; starts its statement before it returns. */
export type SaveResponse<T> = (q: Queryable, answer: T) => Promise<unknown>

export type ClaimKey = (q: Queryable) => Promise<unknown>

/**
 * The saved response to a repeated request of the caller; throws Refused invalid_request for an
 * invalid Idempotency-Key. Errors are not saved. Work that skips locked rows must claim the key
 * first, or a concurrent duplicate may be refused.
 */
export async function withIdempotencyKey<T extends object>(
  deps: Pick<Deps, 'database' | 'fieldKeys' | 'now'>,
  call: { request: FastifyRequest; caller: string; shape: z.ZodMiniType<T> },
  work: (saveResponse: SaveResponse<T>, claimKey: ClaimKey) => Promise<T>,
): Promise<T> {
  const request = idempotentRequestOf(call.request, call.caller, deps)
  if (!request) return work(doNothing, doNothing)
  const now = deps.now()
  const since = new Date(now.getTime() - RESPONSE_TTL_MS)
  const findResponse = async () => {
    const body = await findSavedResponse(deps.database.db, request, since)
    return body === null ? null : call.shape.parse(body)
  }
  const save = (q: Queryable, body: T | null) => saveFirstResponse(q, request, { body, now, since })
  try {
    return await work(save, (q) => save(q, null))
  } catch (error) {
    // A repeated request is refused in some way; the response to the first one is the answer.
    const first = await findResponse()
    if (first) return first
    throw error
  }
}

const DONE = { status: 'success' } as const

/** The same for work whose answer is only that it was done. */
export function doOnce(
  deps: Parameters<typeof withIdempotencyKey>[0],
  call: { request: FastifyRequest; caller: string },
  work: (saveResponse: (q: Queryable) => Promise<unknown>) => Promise<unknown>,
): Promise<typeof DONE> {
  return withIdempotencyKey(deps, { ...call, shape: SuccessSchema }, async (saveResponse) => {
    await work((q) => saveResponse(q, DONE))
    return DONE
  })
}

async function doNothing() {}
