import { expect, test } from 'vitest'
import { readReturnPath, withFrom } from './return-path.ts'

const ask = (from: string) => readReturnPath(new URLSearchParams({ from }))

test('leads back to where the visitor was, with what was in the address', () => {
  expect(ask('/book-event?event=12#times')).toBe('/book-event?event=12#times')
  const address = withFrom('/signup', '/book-event?event=12&a=b')
  expect(address).toBe('/signup?from=%2Fbook-event%3Fevent%3D12%26a%3Db')
  expect(readReturnPath(new URLSearchParams(address.split('?')[1]))).toBe(
    '/book-event?event=12&a=b',
  )
})

test('leads nowhere when nothing was asked', () => {
  expect(readReturnPath(new URLSearchParams())).toBeNull()
  expect(withFrom('/signup', null)).toBe('/signup')
})

test.each(['//evil.example', 'https://evil.example', 'javascript:alert(1)'])(
  'does not lead to %s',
  (from) => {
    expect(ask(from)).toBeNull()
  },
)

test.each(['/login', '/login?from=/login', '/signup?from=/x', '/reset-password#top'])(
  'does not lead in circles to %s',
  (from) => {
    expect(ask(from)).toBeNull()
  },
)
