import { describe, expect, test } from 'vitest'
import { refundArrivesBy, refundCutOff, refundOf } from './refunds.ts'
import { ukInstant } from './uk-time.ts'

const PAID = { capturedPence: 2500, feePence: 103, paidAt: null }

describe('trap 47: a refund is counted in business days', () => {
  test.each([
    ['in a plain week', ['2027-01-21', '10:20'], ['2027-01-19', '10:20']],
    ['over a weekend', ['2027-01-26', '10:20'], ['2027-01-22', '10:20']],
    ['of a Monday', ['2027-01-25', '09:00'], ['2027-01-21', '09:00']],
    ['of a Saturday', ['2027-01-23', '09:00'], ['2027-01-21', '09:00']],
    ['of a Sunday', ['2027-01-24', '09:00'], ['2027-01-21', '09:00']],
    ['over Easter', ['2027-03-30', '10:00'], ['2027-03-24', '10:00']],
    ['over Christmas and its substitute day', ['2026-12-30', '10:00'], ['2026-12-24', '10:00']],
    ['over the turn of the year', ['2027-01-04', '10:00'], ['2026-12-30', '10:00']],
    ['over the clocks of spring', ['2026-03-31', '10:00'], ['2026-03-27', '10:00']],
    ['over the clocks of autumn', ['2026-10-27', '10:00'], ['2026-10-23', '10:00']],
    ['of the hour that autumn repeats', ['2026-10-25', '01:30'], ['2026-10-22', '01:30']],
    ['after midnight', ['2027-01-26', '00:20'], ['2027-01-22', '00:20']],
  ] as const)('%s', (_, [day, time], [cutOffDay, cutOffTime]) => {
    const startsAt = ukInstant(day, time)
    const cutOff = ukInstant(cutOffDay, cutOffTime)
    expect(refundCutOff(startsAt)).toEqual(cutOff)
    const justBefore = new Date(cutOff.getTime() - 1)
    expect(refundOf({ ...PAID, startsAt, now: justBefore })).toBe(2397)
    expect(refundOf({ ...PAID, startsAt, now: cutOff })).toBe(0)
  })

  test('in London time, so that an autumn day has 25 hours', () => {
    const hours = (startsAt: Date) =>
      (startsAt.getTime() - refundCutOff(startsAt).getTime()) / 3_600_000
    expect(hours(ukInstant('2026-10-27', '10:00'))).toBe(4 * 24 + 1)
    expect(hours(ukInstant('2026-03-31', '10:00'))).toBe(4 * 24 - 1)
  })
})

describe('the refund', () => {
  const startsAt = ukInstant('2027-01-26', '10:20')
  const now = ukInstant('2027-01-12', '09:00')

  test.each([
    [2500, 103, 2397],
    [2500, 0, 2500],
    [30, 30, 0],
    [20, 31, 0],
  ])('of %i pence with a charge of %i: %i', (capturedPence, feePence, back) => {
    expect(refundOf({ capturedPence, feePence, startsAt, paidAt: null, now })).toBe(back)
  })

  test('is nothing once the appointment has begun', () => {
    expect(refundOf({ ...PAID, startsAt, now: startsAt })).toBe(0)
    expect(refundOf({ ...PAID, startsAt, now: ukInstant('2027-02-26', '10:20') })).toBe(0)
  })
})

describe('within 14 days of paying, all of it goes back', () => {
  const paidAt = ukInstant('2027-03-20', '23:50')
  const refundAt = (now: Date, startsAt = ukInstant('2027-05-04', '10:20')) =>
    refundOf({ ...PAID, startsAt, paidAt, now })

  test.each([
    ['at once', paidAt, 2500],
    ['in the last minute of the 14th day', ukInstant('2027-04-03', '23:59'), 2500],
    ['on the 15th day', ukInstant('2027-04-04', '00:00'), 2397],
  ])('%s', (_, now, back) => {
    expect(refundAt(now)).toBe(back)
  })

  test('also less than two business days before, until the appointment begins', () => {
    const startsAt = ukInstant('2027-03-23', '10:20')
    expect(refundAt(new Date(startsAt.getTime() - 1), startsAt)).toBe(2500)
    expect(refundAt(startsAt, startsAt)).toBe(0)
  })

  test('and arrives within 14 days', () => {
    const paid = { startsAt: ukInstant('2027-05-04', '10:20'), paidAt }
    expect(refundArrivesBy(ukInstant('2027-04-03', '23:59'), paid)).toBe('2027-04-17')
    expect(refundArrivesBy(ukInstant('2027-04-04', '00:00'), paid)).toBe('2027-04-22')
  })
})

describe('a refund arrives within 14 business days', () => {
  test.each([
    ['decided in the week', ukInstant('2027-01-12', '09:00'), '2027-02-01'],
    ['on a Saturday', ukInstant('2027-01-16', '09:00'), '2027-02-04'],
    ['before Christmas', ukInstant('2026-12-10', '23:59'), '2027-01-04'],
    ['before Easter', ukInstant('2027-03-25', '12:00'), '2027-04-16'],
    ['after midnight in London, not yet in UTC', new Date('2027-06-14T23:30:00Z'), '2027-07-05'],
  ])('%s', (_, decidedAt, by) => {
    expect(refundArrivesBy(decidedAt, null)).toBe(by)
  })
})
