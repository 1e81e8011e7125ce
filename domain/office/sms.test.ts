import { describe, expect, test } from 'vitest'
import { gsmText, smsLength, ukMobile } from './sms.ts'

describe('a UK mobile number in E.164', () => {
  test.each([
    ['07700 900123', '+447700900123'],
    ['+44 7700 900123', '+447700900123'],
    ['+44 (0)7700 900-123', '+447700900123'],
    ['0044 7700 900 123', '+447700900123'],
    ['447700900123', '+447700900123'],
    [' 07700.900.123 ', '+447700900123'],
    ['07624 000000', '+447624000000'],
    ['7700900123', '+447700900123'],
    ['\u202d07700 900777\u202c', '+447700900777'],
  ])('%s', (typed, number) => {
    expect(ukMobile(typed)).toBe(number)
  })

  test.each([
    ['', 'nothing'],
    ['01206 500100', 'a landline'],
    ['0808 157 0142', 'a free number'],
    ['070 1234 5678', 'a personal number'],
    ['07600 123456', 'a pager'],
    ['07700 90012', 'a digit too few'],
    ['07700 9001234', 'a digit too many'],
    ['07700 900123 (wife)', 'words'],
    ['+7 700 900 1234', 'another country'],
    ['+353 87 123 4567', 'another country'],
    ['07700 900123 or 07700 900124', 'two numbers'],
    ['07700 900123\n', null],
    ['٠٧٧٠٠٩٠٠١٢٣', 'digits of another script'],
  ])('%j is none: %s', (typed, why) => {
    expect(ukMobile(typed)).toBe(why === null ? '+447700900123' : null)
  })
})

describe('the length of an SMS', () => {
  test.each([
    ['', { alphabet: 'gsm', units: 0, parts: 0, left: 160 }],
    ['a'.repeat(160), { alphabet: 'gsm', units: 160, parts: 1, left: 0 }],
    ['a'.repeat(161), { alphabet: 'gsm', units: 161, parts: 2, left: 145 }],
    ['£25 é', { alphabet: 'gsm', units: 5, parts: 1, left: 155 }],
    ['€', { alphabet: 'gsm', units: 2, parts: 1, left: 158 }],
    // A typographic apostrophe costs the whole text its alphabet.
    ['’', { alphabet: 'unicode', units: 1, parts: 1, left: 69 }],
    ['’'.repeat(71), { alphabet: 'unicode', units: 71, parts: 2, left: 63 }],
    ['😀'.repeat(35), { alphabet: 'unicode', units: 70, parts: 1, left: 0 }],
    // 66 units fill the first part: the pair does not fit into its last.
    ['😀'.repeat(67), { alphabet: 'unicode', units: 134, parts: 3, left: 65 }],
    [`${'a'.repeat(152)}€${'a'.repeat(20)}`, { alphabet: 'gsm', units: 174, parts: 2, left: 131 }],
  ])('%j', (text, length) => {
    expect(smsLength(text)).toEqual(length)
  })
})

test.each([
  ['St Mary’s Hall – “main” room…', 'St Mary\'s Hall - "main" room...'],
  ['Tŷ Glas, Llanfair\u00a0Road', 'Ty Glas, Llanfair Road'],
  ['Cafe\u0301 Zoë', 'Café Zoe'],
  ['Hall 東', 'Hall ?'],
  ['', ''],
])('%j in the GSM alphabet', (typed, text) => {
  expect(gsmText(typed)).toBe(text)
  expect(smsLength(text).alphabet).toBe('gsm')
})
