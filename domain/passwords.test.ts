import { expect, test } from 'vitest'
import { passwordError, weakPasswordText } from './passwords.ts'

test.each([
  ['12345', 6, 'Please use a longer password.'],
  ['123456', 6, null],
  ['😀😀😀', 6, 'Please use a longer password.'],
  ['eleven char', 12, 'Please use a longer password.'],
  ['twelve chars', 12, null],
] as const)('%j with at least %i characters: %j', (password, minLength, words) => {
  expect(passwordError(password, minLength)).toBe(words)
})

test.each([
  [['length'], 'Please use a longer password.'],
  [['length', 'pwned'], 'Please use a longer password.'],
  [['pwned'], 'Please choose a password that is harder to guess.'],
  [['characters'], 'Please choose a password that is harder to guess.'],
  [[], 'Please choose a password that is harder to guess.'],
])('a refusal for %j says %j', (reasons, words) => {
  expect(weakPasswordText(reasons)).toBe(words)
})
