import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FieldKeys } from '../platform/field-keys.ts'

/**
 * A fresh opaque handle, given to the browser in place of a refresh token. It is bound to the session
 * by a keyed hash, so that any server process can check it without memory, and tabs that rotated the
 * cookie in turn keep working with the handle each of them holds. By itself it opens nothing: a
 * refresh needs the cookie of the same session beside it.
 */
export function makeHandle(keys: FieldKeys, sessionId: string): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${sign(keys, sessionId, nonce).toString('base64url')}`
}

/** Whether a handle was made by us for this session. */
export function isHandleOf(keys: FieldKeys, sessionId: string, handle: string): boolean {
  const [nonce, signature, ...rest] = handle.split('.')
  if (!nonce || !signature || rest.length > 0) return false
  const expected = sign(keys, sessionId, nonce)
  const given = Buffer.from(signature, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function sign(keys: FieldKeys, sessionId: string, nonce: string): Buffer {
  return keys.blindIndex(`${sessionId}.${nonce}`, 'session handle')
}
