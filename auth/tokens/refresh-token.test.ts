import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRefreshToken, writeRefreshToken } from './refresh-token.ts'

const key = randomBytes(32)

test('a token that was written can be read, at any count', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.maxSafeNat(), (sessionId, counter) => {
      const token = readRefreshToken(writeRefreshToken(sessionId, counter, key))
      expect(token).toMatchObject({ sessionId, counter })
      expect(token?.isSignedWith(key)).toBe(true)
      expect(token?.isSignedWith(randomBytes(32))).toBe(false)
    }),
  )
})

test('the form is the protocol’s: version, session, count, signature, checksum', () => {
  const bytes = Buffer.from(
    writeRefreshToken('00112233-4455-6677-8899-aabbccddeeff', 300, key),
    'base64url',
  )
  expect(bytes.subarray(0, 19).toString('hex')).toBe('0000112233445566778899aabbccddeeffac02')
  expect(bytes).toHaveLength(19 + 16 + 4)
})

test('a token changed anywhere is malformed', () => {
  const token = writeRefreshToken(randomUUID(), 7, key)
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'AZaz09-_'), (at, sign) => {
      const changed = token.slice(0, at) + sign + token.slice(at + 1)
      expect(changed === token || readRefreshToken(changed) === null).toBe(true)
    }),
  )
})

test.each(['', 'x', 'a.b.c', `${'A'.repeat(200)}`, 'not base64!'])('%j is no token', (text) => {
  expect(readRefreshToken(text)).toBeNull()
})
