import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLAIM_CODE_NUMBERS, claimCodeOf, readClaimCode } from './claim-code.ts'

const { length, below } = CLAIM_CODE_NUMBERS
const numbers = fc.array(fc.nat(below - 1), { minLength: length, maxLength: length })

test('a code has three groups of four, without characters that look alike', () => {
  fc.assert(
    fc.property(numbers, (drawn) => {
      expect(claimCodeOf(drawn)).toMatch(/^[^0125IOLSZBAEU]{4}(-[^0125IOLSZBAEU]{4}){2}$/)
    }),
  )
})

test('a code is read however it is typed', () => {
  const code = claimCodeOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  for (const typed of [code, code.toLowerCase(), code.replaceAll('-', ''), ` ${code} `])
    expect(readClaimCode(typed)).toBe(code)
  expect(readClaimCode(code.replaceAll('-', ' – '))).toBe(code)
})

test('one wrong character is found, and two neighbours that changed places', () => {
  fc.assert(
    fc.property(numbers, fc.nat(length), fc.nat(below - 1), (drawn, at, other) => {
      const code = claimCodeOf(drawn).replaceAll('-', '')
      const letters = [...code]
      const replacement = claimCodeOf(Array(length).fill(other)).at(0) ?? ''
      const wrong = letters.with(at, replacement).join('')
      expect(readClaimCode(wrong) === null).toBe(wrong !== code)
      if (at === length) return
      const [one = '', next = ''] = letters.slice(at, at + 2)
      const swapped = letters
        .with(at, next)
        .with(at + 1, one)
        .join('')
      expect(readClaimCode(swapped) === null).toBe(swapped !== code)
    }),
  )
})

test.each(['', 'HJK3', 'HJK3-479W-XY6I', `${'3'.repeat(13)}`, '３４６７８９ＣＤＦＧＨＪ'])(
  '%j is no code',
  (typed) => {
    expect(readClaimCode(typed)).toBeNull()
  },
)

test('fewer numbers, or one outside the alphabet, make no code', () => {
  expect(() => claimCodeOf([1, 2, 3])).toThrow(RangeError)
  expect(() => claimCodeOf(Array(length).fill(below))).toThrow(RangeError)
})
