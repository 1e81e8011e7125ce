import { expect, test } from 'vitest'
import { isOffice, readReturnPath, withFrom } from './return-path.ts'

const read = (from: string) => readReturnPath(new URLSearchParams({ from }))

test('returns to the previous path with its query and fragment', () => {
  expect(read('/book-event?event=12#times')).toBe('/book-event?event=12#times')
  const address = withFrom('/signup', '/book-event?event=12&a=b')
  expect(address).toBe('/signup?from=%2Fbook-event%3Fevent%3D12%26a%3Db')
  expect(readReturnPath(new URLSearchParams(address.split('?')[1]))).toBe(
    '/book-event?event=12&a=b',
  )
})

test('is null without a return path', () => {
  expect(readReturnPath(new URLSearchParams())).toBeNull()
  expect(withFrom('/signup', null)).toBe('/signup')
})

test.each(['//evil.example', 'https://evil.example', 'javascript:alert(1)'])(
  'refuses %s',
  (from) => {
    expect(read(from)).toBeNull()
  },
)

test.each(['/login', '/login?from=/login', '/signup?from=/x', '/reset-password#top'])(
  'refuses the account screen %s',
  (from) => {
    expect(read(from)).toBeNull()
  },
)

test('only addresses of the office load the office', () => {
  for (const path of ['/office', '/office/events?tab=draft', '/office?a=b']) {
    expect(isOffice(path), path).toBe(true)
  }
  for (const path of ['/', '/officers', '/portal?from=/office']) {
    expect(isOffice(path), path).toBe(false)
  }
})
