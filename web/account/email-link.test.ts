import { expect, test } from 'vitest'
import { readEmailLink } from './email-link.ts'

const read = (query: string) => readEmailLink(new URLSearchParams(query))

test('reads the token and type of a mailed link', () => {
  expect(read('from=/portal&token_hash=abc&type=signup')).toEqual({
    token_hash: 'abc',
    type: 'signup',
  })
})

test.each([
  '',
  'token_hash=abc',
  'type=recovery',
  'token_hash=&type=signup',
  'token_hash=a&type=sms',
])('finds no link in %j', (query) => {
  expect(read(query)).toBeNull()
})
