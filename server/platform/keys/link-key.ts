import { createHash, randomBytes } from 'node:crypto'

// 128 random bits: short enough for an SMS, and not to be guessed.
const KEY_BYTES = 16

/** The secret of a link that works without signing in, for a URL; only its hash is stored. */
export function makeLinkKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url')
}

export function hashOfLinkKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
