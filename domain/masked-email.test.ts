import { expect, test } from 'vitest'
import { maskedEmail } from './masked-email.ts'

test.each([
  ['robert.lindsay@example.org', 'r•••y@example.org'],
  ['bob@example.org', 'b•••@example.org'],
  ['anna@example.org', 'a•••a@example.org'],
  ['"a@b"@example.org', '"•••"@example.org'],
  ['nobody', ''],
  ['@example.org', ''],
])('%s is shown as %s', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown)
})
