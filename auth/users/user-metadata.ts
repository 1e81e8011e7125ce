import { validationFailed } from '../errors.ts'
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

/** `before` when the result would be too large. */
export function mergedIfSmall(before: Metadata, changes: Metadata): Metadata {
  const merged = { ...before, ...changes }
  return metadataBytes(merged) > MAX_BYTES ? before : merged
}
