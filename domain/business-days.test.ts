import { describe, expect, test } from 'vitest'
import { addBusinessDays, businessDaysBefore, isBusinessDay } from './business-days.ts'

describe('a business day', () => {
  test.each([
    ['2027-01-15', true, 'a Friday'],
    ['2027-01-16', false, 'a Saturday'],
    ['2027-01-17', false, 'a Sunday'],
    ['2027-03-26', false, 'Good Friday'],
    ['2027-12-25', false, 'a Christmas Day on a Saturday'],
    ['2027-12-28', false, 'the Tuesday in place of a Boxing Day on a Sunday'],
    ['2027-12-29', true, 'the day after'],
    ['2031-12-25', true, 'a year whose bank holidays are not listed'],
  ])('%s: %s (%s)', (date, is) => {
    expect(isBusinessDay(date)).toBe(is)
  })

  test('is a day of the calendar', () => {
    expect(() => isBusinessDay('2027-02-29')).toThrow(RangeError)
  })
})

describe('business days before a date', () => {
  test.each([
    ['2027-01-21', 2, '2027-01-19', 'within a week'],
    ['2027-01-19', 2, '2027-01-15', 'over a weekend'],
    ['2027-01-17', 2, '2027-01-14', 'of a Sunday'],
    ['2027-01-18', 1, '2027-01-15', 'of a Monday'],
    ['2027-03-31', 2, '2027-03-25', 'over Easter'],
    ['2027-01-04', 2, '2026-12-30', 'over New Year'],
    ['2026-12-29', 2, '2026-12-23', 'over Christmas with its substitute day'],
    ['2027-01-17', 0, '2027-01-17', 'none'],
  ])('%s, %i: %s (%s)', (date, n, before) => {
    expect(businessDaysBefore(date, n)).toBe(before)
  })
})

describe('business days after a date', () => {
  test.each([
    ['2027-01-12', 14, '2027-02-01', 'over three weekends'],
    ['2027-01-16', 1, '2027-01-18', 'of a Saturday'],
    ['2026-12-10', 14, '2027-01-04', 'over Christmas and New Year'],
    ['2027-03-25', 1, '2027-03-30', 'over Easter'],
  ])('%s, %i: %s (%s)', (date, n, after) => {
    expect(addBusinessDays(date, n)).toBe(after)
  })

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%s of them cannot be', (n) => {
    expect(() => addBusinessDays('2027-01-12', n)).toThrow(RangeError)
  })
})
