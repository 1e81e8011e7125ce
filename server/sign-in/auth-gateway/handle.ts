import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'

/**
 * Returns a new opaque handle, which the browser gets instead of the refresh token. A keyed hash
 * binds it to the session, so that any process can verify it without state and tabs with older
 * handles keep working. A refresh also needs the session's cookie.
 */
export function makeHandle(keys: FieldKeys, sessionId: string): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${sign(keys, sessionId, nonce).toString('base64url')}`
}

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
