import type { FastifyRequest } from 'fastify'
import { Refused } from '../http/refused.ts'
import type { FieldKeys } from '../platform/field-keys.ts'

/** One request that may come again: who sends it, under which key, and what it says. */
export type IdempotentRequest = { callerHash: Buffer; key: string; requestHash: Buffer }

/**
 * How long a request can be repeated under its key. With the hourly sweep on top, no answer lies
 * stored for more than a day.
 */
export const REPEATABLE_MS = 23 * 3_600_000

/**
 * The request as one that can be repeated when its sender gave it an Idempotency-Key, else null.
 * `caller` is whose key it is: two members may use the same one. What was asked is kept as a keyed
 * hash, since the ten digits of an NHS number are found out from a plain one in no time. Throws
 * Refused invalid_request for a key of more than 128 characters or none.
 */
export function idempotentRequestOf(
  request: FastifyRequest,
  caller: string,
  { fieldKeys }: { fieldKeys: FieldKeys },
): IdempotentRequest | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(key)) {
    throw new Refused('invalid_request')
  }
  const says = JSON.stringify([request.method, request.url, request.body])
  return {
    callerHash: fieldKeys.blindIndex(caller, 'repeatable request of a caller'),
    key,
    requestHash: fieldKeys.blindIndex(says, 'repeatable request'),
  }
}
