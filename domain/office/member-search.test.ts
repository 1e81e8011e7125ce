import { expect, test } from 'vitest'
import { readMemberSearch } from './member-search.ts'

const nothing = { words: [], email: null, dateOfBirth: null, reference: null }

test.each([
  ['', nothing],
  ['O’Brien smi', { words: ['o', 'brien', 'smi'] }],
  ['Jo.Carter@example.org', { words: ['jo', 'carter'], email: 'jo.carter@example.org' }],
  ['carter jo@exam', { words: ['carter', 'jo'], email: 'jo@exam' }],
  ['@example.org', { words: ['example', 'org'] }],
  ['14/5/1968', { dateOfBirth: '1968-05-14' }],
  ['carter 1968-05-14', { words: ['carter'], dateOfBirth: '1968-05-14' }],
  ['31/02/1968', { words: ['31', '02', '1968'] }],
  ['+44 7700 900118', { words: ['7700900118'] }],
  ['07700 900118', { words: ['7700900118'] }],
  ['carter 07700900118', { words: ['carter', '7700900118'] }],
  ['K7QM-2XRD', { words: ['k7qm', '2xrd'], reference: 'K7QM-2XRD' }],
])('%s', (typed, wanted) => {
  expect(readMemberSearch(typed)).toEqual({ ...nothing, ...wanted })
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
