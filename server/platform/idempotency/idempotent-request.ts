import type { FastifyRequest } from 'fastify'
import { Refused } from '../http/refused.ts'
import type { FieldKeys } from '../keys/field-keys.ts'

export type IdempotentRequest = { callerHash: Buffer; key: string; requestHash: Buffer }

/** With the hourly sweep on top, no response is stored for more than a day. */
export const RESPONSE_TTL_MS = 23 * 3_600_000

/** Null without an Idempotency-Key; throws Refused invalid_request for an invalid one. */
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
  const content = JSON.stringify([request.method, request.url, request.body])
  return {
    callerHash: fieldKeys.blindIndex(caller, 'repeatable request of a caller'),
    key,
    requestHash: fieldKeys.blindIndex(content, 'repeatable request'),
  }
}
