import { expect, test } from 'vitest'
import { readBirthDate, readMoment } from './read-dates.ts'

test.each([
  ['1974-07-26T23:00:00.000Z', '1974-07-27'],
  ['1974-07-27T00:00:00Z', '1974-07-27'],
  ['1974-01-27T00:00:00Z', '1974-01-27'],
  ['1974-07-27T00:00:00+01:00', '1974-07-27'],
  ['1974-07-27T00:00', '1974-07-27'],
  ['27/07/1974 00:00:00', '1974-07-27'],
])('a birth date written as %s is %s', (text, date) => {
  expect(readBirthDate(text)).toEqual({ date })
})

test.each(['1974-07-26T22:00:00Z', '1974-07-27T00:00:00+02:00', '27/07/1974 23:00', 27237.958])(
  'a birth date written as %s leaves two days possible',
  (cell) => {
    expect(readBirthDate(cell)).toEqual({ problem: 'birth_date_with_time' })
  },
)

test.each([
  ['2027-07-16T10:20:00Z', '2027-07-16T11:20'],
  ['2027-01-16T10:20:00Z', '2027-01-16T10:20'],
  ['2027-07-16 23:30+0000', '2027-07-17T00:30'],
  ['2027-07-16T10:20', '2027-07-16T10:20'],
  ['16/01/2027 10:20 am', null],
])('the moment %s is %s in London', (text, moment) => {
  expect(readMoment(text)).toBe(moment)
})

test('days of a workbook count from its own year, and a text there is no day', () => {
  expect(readBirthDate(22040)).toEqual({ date: '1960-05-04' })
  expect(readBirthDate(20578, 1904)).toEqual({ date: '1960-05-04' })
  expect(readBirthDate('20578', 1904)).toEqual({ problem: 'date_unreadable' })
})
