import { expect, test } from 'vitest'
import {
  brandOf,
  isCodeValid,
  isExpired,
  isNameValid,
  isNumberValid,
  isoExpiry,
  passesLuhn,
  spacedNumber,
  writtenExpiry,
} from './card-rules.ts'

test('a number needs its brand, its length and its checksum', () => {
  for (const number of ['4012888888881881', '2223000048400011', '371449635398431'])
    expect(isNumberValid(number)).toBe(true)
  for (const number of ['4012888888881882', '401288888888188', '9999999999999995', ''])
    expect(isNumberValid(number)).toBe(false)
  expect(passesLuhn('79927398713')).toBe(true)
  expect(passesLuhn('79927398710')).toBe(false)
})

test('a number is spaced as its brand prints it', () => {
  expect(spacedNumber('4012888888881881')).toBe('4012 8888 8888 1881')
  expect(spacedNumber('371449635398431')).toBe('3714 496353 98431')
  expect(spacedNumber('40128')).toBe('4012 8')
  expect(brandOf('371449635398431')?.code).toEqual({ name: 'CID', size: 4 })
})

test.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '12/3'],
  ['1230', '12/30'],
  ['5', '05'],
  ['530', '05/30'],
  ['5/30', '05/30'],
  ['12 / 30', '12/30'],
  ['12/2030', '12/30'],
  ['122030', '12/30'],
  ['12/', '12'],
])('an expiry typed %s is written %s', (typed, written) => {
  expect(writtenExpiry(typed)).toBe(written)
})

test('a card is valid to the last day of its month', () => {
  expect(isoExpiry('09/26')).toBe('2026-09')
  expect(isoExpiry('13/26')).toBeNull()
  expect(isoExpiry('9/26')).toBeNull()
  expect(isExpired('2026-09', new Date('2026-09-30T23:59:59Z'))).toBe(false)
  expect(isExpired('2026-09', new Date('2026-10-01T00:00:00Z'))).toBe(true)
})

test('a code has the digits its brand has, and a name is no number', () => {
  expect(isCodeValid('123', 3)).toBe(true)
  expect(isCodeValid('123', 4)).toBe(false)
  expect(isCodeValid('12a', 3)).toBe(false)
  expect(isNameValid('Zoë O’Neill')).toBe(true)
  expect(isNameValid('4012 8888 8888 1881')).toBe(false)
  expect(isNameValid(' ')).toBe(false)
})
