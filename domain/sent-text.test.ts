import { expect, test } from 'vitest'
import { withoutLinks } from './sent-text.ts'

test.each([
  ['no link', 'no link'],
  [
    'Pay here:\nhttps://chaps.example/pay/s3cret?a=1#b\n\nThanks',
    'Pay here:\n[link to chaps.example]\n\nThanks',
  ],
  ['http://localhost:3000/pay#s3cret.', '[link to localhost:3000]'],
  ['https://a.example/x and https://b.example', '[link to a.example] and [link to b.example]'],
])('the words %j are kept as %j', (text, kept) => {
  expect(withoutLinks(text)).toBe(kept)
})
