import type { Queryable } from '../db/database.ts'
import { mergeUserMetadata } from '../queries/users.queries.ts'
import { validationFailed } from '../refused.ts'
import type { Metadata } from '../user.ts'

/** Bytes of JSON that the user_metadata of an account may have in all. */
const LARGEST_BYTES = 16_384

/** Bytes of metadata as JSON. */
export function metadataBytes(metadata: Metadata): number {
  return Buffer.byteLength(JSON.stringify(metadata))
}

/** Throws 400 validation_failed when these metadata are too large for an account. */
export function checkUserMetadata(metadata: Metadata): void {
  if (metadataBytes(metadata) > LARGEST_BYTES)
    throw validationFailed(`User metadata must not be larger than ${LARGEST_BYTES} bytes`)
}

/**
 * Merges `changes` into the metadata of an account by key; null removes a key. Throws 400
 * validation_failed when the result is too large, so call it in a transaction.
 */
export async function changeUserMetadata(
  q: Queryable,
  userId: string,
  { changes, now }: { changes: Metadata; now: Date },
): Promise<void> {
  checkUserMetadata(await mergeUserMetadata(q, userId, { changes, now }))
}

/** `changes` over `before`, or `before` retryOnConflict when both together are too large. */
export function mergedIfSmall(before: Metadata, changes: Metadata): Metadata {
  const merged = { ...before, ...changes }
  return metadataBytes(merged) > LARGEST_BYTES ? before : merged
}
