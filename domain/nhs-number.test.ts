import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cleanNhsInput,
  groupNhsNumber,
  isNhsNumber,
  isPlaceholderNumber,
  looksMistyped,
  onlyNhsDigits,
} from './nhs-number.ts'

describe('the digits of typed text', () => {
  test.each([
    ['ten digits', '9990000018', '9990000018'],
    ['as the NHS prints it', '999 000 0018', '9990000018'],
    ['with dashes', '999-000-0018', '9990000018'],
    ['pasted with long dashes and hard spaces', '999–000\u00a00018', '9990000018'],
    ['a number that begins with 0', '012 345 6789', '0123456789'],
    ['still being typed', '999 0', '9990'],
    ['nothing', '', ''],
    ['only spaces', '  ', ''],
    ['letters that look like digits', '999 000 OO18', null],
    ['a National Insurance number', 'QQ 12 34 56 C', null],
    ['eleven digits', '99900000181', null],
    ['other digits than 0 to 9', '٩٩٩٠٠٠٠٠١٨', null],
    ['a plus sign', '+999', null],
  ])('%s', (_situation, typed, digits) => {
    expect(onlyNhsDigits(typed)).toBe(digits)
  })

  test('are at most ten, or null', () => {
    const keys = [...'0123456789 -–−\u00a0x٩½😀', '\ud800', '\u0301']
    const anything = fc.string({ unit: fc.constantFrom(...keys), maxLength: 20 })
    fc.assert(
      fc.property(anything, (typed) => {
        const digits = onlyNhsDigits(typed)
        expect(digits === null || /^[0-9]{0,10}$/.test(digits)).toBe(true)
        expect(typeof looksMistyped(typed)).toBe('boolean')
        expect(typeof groupNhsNumber(typed)).toBe('string')
      }),
    )
  })

  test('grouping and stripping undo each other', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{0,10}$/), (digits) => {
        expect(onlyNhsDigits(groupNhsNumber(digits))).toBe(digits)
      }),
    )
  })
})

describe('cleanNhsInput', () => {
  test.each([
    ['999 000 0018', '9990000018', false],
    ['999–000-0018', '9990000018', false],
    ['999a', '999', true],
    ['QQ 12 34 56 C', '123456', true],
    ['99900000181', '9990000018', true],
    ['٩٩٩', '', true],
    ['', '', false],
  ])('of %j the digits %j', (typed, digits, isRefused) => {
    expect(cleanNhsInput(typed)).toEqual({ digits, isRefused })
  })
})

describe('ten digits', () => {
  test.each([
    ['9990000018', true],
    ['999000001', false],
    ['99900000181', false],
    ['999 000 0018', false],
    ['9990000018\n', false],
    ['', false],
  ])('%j: %s', (s, expected) => {
    expect(isNhsNumber(s)).toBe(expected)
  })
})

describe('a wrong check digit only warns', () => {
  test.each([
    '9990000018',
    '9991000003',
    '9991158383',
    '9991237577',
    '9991316760',
    '9991395954',
    '9991475141',
    '9991554335',
    '9991633529',
    '9991712712',
    '9991791906',
    '9991871098',
    '9434765919',
  ])('%s is sound', (number) => {
    expect(looksMistyped(number)).toBe(false)
  })

  test.each(['9991234567', '4857773456', '9876544321', '9991234560', '9990000081'])(
    '%s looks mistyped',
    (number) => {
      expect(looksMistyped(number)).toBe(true)
    },
  )

  test.each(['', '999', '99900000181', 'QQ123456C'])('%j is no number to check', (typed) => {
    expect(looksMistyped(typed)).toBe(false)
  })
})

test.each(Array.from({ length: 10 }, (_, digit) => [String(digit).repeat(10)]))(
  'case 20: %s is nobody’s number, and looks mistyped',
  (number) => {
    expect(isPlaceholderNumber(number)).toBe(true)
    expect(looksMistyped(number)).toBe(true)
  },
)

test.each(['9990000018', '999999999', '99999999990', '1111111112'])(
  'case 20: %s is no placeholder',
  (typed) => {
    expect(isPlaceholderNumber(typed)).toBe(false)
  },
)

describe('groupNhsNumber', () => {
  test.each([
    ['9990000018', '999 000 0018'],
    ['999000', '999 000'],
    ['9990', '999 0'],
    ['', ''],
  ])('%s is %s', (digits, shown) => {
    expect(groupNhsNumber(digits)).toBe(shown)
  })
})
