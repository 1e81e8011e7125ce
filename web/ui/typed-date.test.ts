import { expect, test } from 'vitest'
import { dateOfBirthError } from '../../domain/field-rules.ts'
import { dateOf, partsOf } from './typed-date.ts'

test.each([
  [{ day: '27', month: '3', year: '1965' }, '1965-03-27'],
  [{ day: ' 7 ', month: '03', year: '1965' }, '1965-03-07'],
  [{ day: '27', month: 'March', year: '1965' }, '1965-03-27'],
  [{ day: '1', month: 'sept', year: '1950' }, '1950-09-01'],
  [{ day: '1', month: '2', year: '58' }, '1958-02-01'],
  [{ day: '1', month: '2', year: '85' }, '1985-02-01'],
  [{ day: '', month: '', year: '' }, ''],
])('%j is the date %j', (typed, date) => {
  expect(dateOf(typed)).toBe(date)
})

test('an unfinished or impossible date is not empty', () => {
  expect(dateOf({ day: '27', month: '', year: '' })).not.toBe('')
  expect(dateOf({ day: '40', month: '13', year: '1965' })).toBe('1965-13-40')
})

test('a year that could be of either century stays as it was typed', () => {
  for (const year of ['5', '25', '165']) {
    const date = dateOf({ day: '1', month: '2', year })
    expect(dateOfBirthError(date, '2026-11-28')).toBe('Year must have 4 digits, for example 1960.')
  }
})

test('a date fills the boxes without leading zeros', () => {
  expect(partsOf('1965-03-07')).toEqual({ day: '7', month: '3', year: '1965' })
  expect(partsOf('')).toEqual({ day: '', month: '', year: '' })
})
