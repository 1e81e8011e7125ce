import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refused } from '../refused.ts'
import type { Repeatable } from './queries.ts'

/** How long a request can be repeated under its key. */
export const REPEATABLE_MS = 24 * 3_600_000

/**
 * The request as one that can be repeated when its sender gave it an Idempotency-Key, else null.
 * `caller` is whose key it is: two members may use the same one. Throws Refused invalid_request for
 * a key of more than 128 characters or none.
 */
export function repeatableOf(request: FastifyRequest, caller: string): Repeatable | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(key)) {
    throw new Refused('invalid_request')
  }
  const says = JSON.stringify([request.method, request.url, request.body])
  return { callerHash: sha256(caller), key, requestHash: sha256(says) }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
