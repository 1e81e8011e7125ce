import { expect, test } from 'vitest'
import { readMemberSearch } from './member-search.ts'

const nothing = {
  words: [],
  numbers: [],
  email: null,
  dateOfBirth: null,
  dateOrNumber: null,
  appointment: null,
}

test.each([
  ['', nothing],
  ['O’Brien smi', { words: ['o', 'brien', 'smi'] }],
  ['Jo.Carter@example.org', { words: ['jo', 'carter'], email: 'jo.carter@example.org' }],
  ['carter jo@exam', { words: ['carter', 'jo'], email: 'jo@exam' }],
  ['@example.org', { words: ['example', 'org'] }],
  ['14/5/1968', { dateOfBirth: '1968-05-14' }],
  ['carter 1968-05-14', { words: ['carter'], dateOfBirth: '1968-05-14' }],
  ['31/02/1968', { words: ['31', '02', '1968'] }],
  ['+44 7700 900118', { numbers: [{ start: '7700900118', end: '447700900118' }] }],
  ['07700 900118', { numbers: [{ start: '7700900118', end: '07700900118' }] }],
  ['555 123', { numbers: [{ start: '555123', end: '555123' }] }],
  ['rose 07700900118', { words: ['rose'], numbers: [{ start: '7700900118', end: '07700900118' }] }],
  ['K7QM-2XRD', { words: ['k7qm', '2xrd'], appointment: 'K7QM-2XRD' }],
  ['k7qm 2xrd', { words: ['k7qm', '2xrd'], appointment: 'K7QM-2XRD' }],
  ['K7QM', { words: ['k7qm'], appointment: 'K7QM' }],
  ['k7qm2', { words: ['k7qm2'], appointment: 'K7QM-2' }],
  ['Mr Toms', { words: ['toms'] }],
  ['Oz 270350', { words: ['oz'], dateOfBirth: '1950-03-27' }],
])('%s', (typed, wanted) => {
  expect(readMemberSearch(typed)).toMatchObject({ ...nothing, ...wanted })
})

test('digits may be a date or the end of a telephone number', () => {
  const number = { start: '270350', end: '270350' }
  expect(readMemberSearch('270350')).toMatchObject({
    dateOfBirth: '1950-03-27',
    dateOrNumber: number,
  })
})

test('the reference of a payment is read in small letters and with spaces', () => {
  expect(readMemberSearch('8ab12345 cd678901e').paymentCodes).toContain('8AB12345CD678901E')
  expect(readMemberSearch('smith').paymentCodes).toEqual([])
})

test.each([
  '1958-03-14',
  '14/03/1958',
  '14/3/58',
  '14.3.1958',
  '14 3 58',
  '140358',
  '14031958',
  '14 March 1958',
  '14th mar 58',
  'March 14, 1958',
  'Friday 14 March 1958',
  '14th of March 1958',
  '14mar58',
])('a birth date is read in any usual form: %s', (typed) => {
  expect(readMemberSearch(typed)).toMatchObject({ dateOfBirth: '1958-03-14', words: [] })
  if (typed.length > 8)
    expect(readMemberSearch(`Hale ${typed}`)).toMatchObject({
      dateOfBirth: '1958-03-14',
      words: ['hale'],
    })
})

test('a telephone number is no date', () => {
  expect(readMemberSearch('07700 900471')).toMatchObject({ dateOfBirth: null })
  expect(readMemberSearch('99 99 58')).toMatchObject({ dateOfBirth: null })
})
