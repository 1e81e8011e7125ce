import { createHash } from 'node:crypto'
import type { IdempotentRequest } from '../../platform/idempotency/idempotent-request.ts'

/** A key unique to this idempotent request, short enough for the provider's request id. */
export function requestKeyOf({ callerHash, key, requestHash }: IdempotentRequest): string {
  return createHash('sha256').update(callerHash).update(requestHash).update(key).digest('base64url')
}
