import type { Queryable } from '../db/database.ts'
import { validationFailed } from '../errors.ts'
import { mergeUserMetadata } from '../queries/users.queries.ts'
import type { Metadata } from '../user.ts'

const MAX_BYTES = 16_384

export function metadataBytes(metadata: Metadata): number {
  return Buffer.byteLength(JSON.stringify(metadata))
}

/** Throws 400. */
export function checkUserMetadata(metadata: Metadata): void {
  if (metadataBytes(metadata) > MAX_BYTES)
    throw validationFailed(`User metadata must not be larger than ${MAX_BYTES} bytes`)
}

/** A null value removes its key. Throws 400 when the result is too large: use a transaction. */
export async function changeUserMetadata(
  q: Queryable,
  userId: string,
  { changes, now }: { changes: Metadata; now: Date },
): Promise<void> {
  checkUserMetadata(await mergeUserMetadata(q, userId, { changes, now }))
}

/** `before` when the result would be too large. */
export function mergedIfSmall(before: Metadata, changes: Metadata): Metadata {
  const merged = { ...before, ...changes }
  return metadataBytes(merged) > MAX_BYTES ? before : merged
}
