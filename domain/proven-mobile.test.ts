import { expect, test } from 'vitest'
import { isSameNumber, provenMobile } from './proven-mobile.ts'

test.each([
  ['07700 900123', '07700 900123', '+447700900123'],
  ['+44 7700 900123', '07700900123', '+447700900123'],
  ['07700 900123', null, null],
  ['07700 900123', '', null],
  ['07700 900123', '07700 900124', null],
  ['', '07700 900123', null],
  ['01206 500100', '01206 500100', null],
  ['+33 6 12 34 56 78', '+33 6 12 34 56 78', null],
])('a text message to %o, of which %o was confirmed, goes to %o', (phone, provenPhone, mobile) => {
  expect(provenMobile({ phone, provenPhone })).toBe(mobile)
})

test('a number is the same in every way to type it, and a landline as it was typed', () => {
  expect(isSameNumber('07700 900123', '+44 (0)7700-900123')).toBe(true)
  expect(isSameNumber('07700 900123', '07700 900124')).toBe(false)
  expect(isSameNumber('01206 500100', '01206500100')).toBe(false)
  expect(isSameNumber('', '')).toBe(true)
})
