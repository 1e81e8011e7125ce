import { expect, test } from 'vitest'
import { isPlainPath } from './plain-path.ts'

test.each([
  '/',
  '/signup',
  '/api/events/7?date=%41',
  '/api/members/james%40example.org',
  '/news/a%2Fb',
  '/caf%C3%A9',
  '/a..b/.../.well-known/jwks.json',
  '//host/',
])('%s is plain', (target) => {
  expect(isPlainPath(target)).toBe(true)
})

test('every needless escape is refused, and an escaped backslash', () => {
  const refused = Array.from({ length: 256 }, (_, code) => code).filter(
    (code) => !isPlainPath(`/a%${code.toString(16).padStart(2, '0')}b`),
  )
  const isMeant = (code: number) => /[\w.~\\-]/.test(String.fromCharCode(code))
  expect(refused).toEqual(Array.from({ length: 256 }, (_, code) => code).filter(isMeant))
})

test.each([
  '/%73ignup',
  '/%2E%2e/admin',
  '/a/../b',
  '/a/./b',
  '/a/..',
  '/a\\b',
  '/a#b',
  '/a%',
  '/a%4',
  '/a\tb',
])('%s is not', (target) => {
  expect(isPlainPath(target)).toBe(false)
})
