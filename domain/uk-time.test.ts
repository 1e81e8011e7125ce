import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  dateParts,
  dayInWords,
  isCalendarDate,
  longDate,
  momentInWords,
  slashDate,
  ukDate,
  ukInstant,
  ukTime,
  weekday,
} from './uk-time.ts'

describe('trap 25: the instant that a London date and time mean', () => {
  test.each([
    ['in winter London is on UTC', '2027-01-16', '10:00', '2027-01-16T10:00:00.000Z'],
    ['in summer it is an hour ahead', '2027-07-16', '10:00', '2027-07-16T09:00:00.000Z'],
    [
      'just after midnight in summer is the day before in UTC',
      '2027-07-16',
      '00:30',
      '2027-07-15T23:30:00.000Z',
    ],
    ['seconds are kept', '2027-07-16', '10:00:30', '2027-07-16T09:00:30.000Z'],
    ['before railway time too', '1801-01-01', '00:00', '1801-01-01T00:00:00.000Z'],
    ['midnight is the start of its date', '2027-01-16', '00:00:00', '2027-01-16T00:00:00.000Z'],
    [
      'spring: the last minute before the change',
      '2027-03-28',
      '00:59',
      '2027-03-28T00:59:00.000Z',
    ],
    [
      'spring: a time that is skipped moves an hour on',
      '2027-03-28',
      '01:30',
      '2027-03-28T01:30:00.000Z',
    ],
    [
      'spring: the first skipped minute is 02:00',
      '2027-03-28',
      '01:00',
      '2027-03-28T01:00:00.000Z',
    ],
    [
      'spring: the first minute after the change',
      '2027-03-28',
      '02:00',
      '2027-03-28T01:00:00.000Z',
    ],
    ['spring: the evening before', '2027-03-27', '23:30', '2027-03-27T23:30:00.000Z'],
    ['spring: noon of the day', '2027-03-28', '12:00', '2027-03-28T11:00:00.000Z'],
    [
      'autumn 2026: before the hour that comes twice',
      '2026-10-25',
      '00:59',
      '2026-10-24T23:59:00.000Z',
    ],
    [
      'autumn 2026: of a time that comes twice, the first',
      '2026-10-25',
      '01:30',
      '2026-10-25T00:30:00.000Z',
    ],
    [
      'autumn 2026: after the hour that comes twice',
      '2026-10-25',
      '02:00',
      '2026-10-25T02:00:00.000Z',
    ],
    [
      'autumn 2027: before the hour that comes twice',
      '2027-10-31',
      '00:59',
      '2027-10-30T23:59:00.000Z',
    ],
    [
      'autumn 2027: the first minute that comes twice',
      '2027-10-31',
      '01:00',
      '2027-10-31T00:00:00.000Z',
    ],
    [
      'autumn 2027: the last minute that comes twice',
      '2027-10-31',
      '01:59',
      '2027-10-31T00:59:00.000Z',
    ],
    [
      'autumn 2027: after the hour that comes twice',
      '2027-10-31',
      '02:00',
      '2027-10-31T02:00:00.000Z',
    ],
  ])('%s', (_situation, date, time, instant) => {
    expect(ukInstant(date, time).toISOString()).toBe(instant)
  })

  test.each([
    ['a day that no month has', '2027-02-29', '10:00'],
    ['a month that no year has', '2027-13-01', '10:00'],
    ['no date at all', 'soon', '10:00'],
    ['an hour that no day has', '2027-01-16', '24:00'],
    ['a minute that no hour has', '2027-01-16', '10:60'],
    ['no time at all', '2027-01-16', ''],
  ])('%s is refused', (_situation, date, time) => {
    expect(() => ukInstant(date, time)).toThrow(RangeError)
  })
})

describe('what clocks and calendars in London show', () => {
  test.each([
    ['in winter', '2027-01-16T23:59:59Z', '2027-01-16', '23:59'],
    ['at midnight', '2027-01-16T00:00:00Z', '2027-01-16', '00:00'],
    [
      'at midnight in summer, when UTC is still on the day before',
      '2027-07-15T23:00:00Z',
      '2027-07-16',
      '00:00',
    ],
    ['a moment before clocks go forward', '2027-03-28T00:59:59.999Z', '2027-03-28', '00:59'],
    ['when clocks go forward', '2027-03-28T01:00:00Z', '2027-03-28', '02:00'],
    ['in the repeated hour, the first time', '2026-10-25T00:30:00Z', '2026-10-25', '01:30'],
    ['in the repeated hour, the second time', '2026-10-25T01:30:00Z', '2026-10-25', '01:30'],
    ['on New Year’s Eve', '2026-12-31T23:59:00Z', '2026-12-31', '23:59'],
  ])('%s', (_situation, instant, date, time) => {
    expect([ukDate(new Date(instant)), ukTime(new Date(instant))]).toEqual([date, time])
  })
})

const anyMinute = fc
  .integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2037, 11) / 60_000 })
  .map((minute) => new Date(minute * 60_000))

describe('round trips', () => {
  test('from an instant over London date and time to the instant, or an hour earlier in autumn', () => {
    fc.assert(
      fc.property(anyMinute, (at) => {
        const back = ukInstant(ukDate(at), ukTime(at))
        const hoursBefore = (at.getTime() - back.getTime()) / 3_600_000
        expect(hoursBefore === 0 || (hoursBefore === 1 && isInRepeatedHour(at))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('from London date and time over the instant, unless the clocks skip them', () => {
    const hhmm = fc
      .integer({ min: 0, max: 1439 })
      .map((m) => new Date(m * 60_000).toISOString().slice(11, 16))
    fc.assert(
      fc.property(anyMinute, hhmm, (day, time) => {
        const date = day.toISOString().slice(0, 10)
        const isSkipped = date === lastSunday(date.slice(0, 4), '03') && time.startsWith('01')
        const at = ukInstant(date, time)
        expect([ukDate(at), ukTime(at)]).toEqual([date, isSkipped ? `02${time.slice(2)}` : time])
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['2026-10-25', 25],
    ['2027-03-28', 23],
    ['2027-10-31', 25],
    ['2027-10-30', 24],
  ])('%s lasts %i hours', (date, hours) => {
    const length =
      ukInstant(addDays(date, 1), '00:00').getTime() - ukInstant(date, '00:00').getTime()
    expect(length / 3_600_000).toBe(hours)
  })
})

describe('days', () => {
  test.each([
    ['2027-01-16', 1, '2027-01-17'],
    ['2027-01-16', 0, '2027-01-16'],
    ['2027-01-01', -1, '2026-12-31'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-03-27', 2, '2027-03-29'],
    ['2027-11-01', -3, '2027-10-29'],
  ])('%s and %i days is %s', (date, n, expected) => {
    expect(addDays(date, n)).toBe(expected)
  })

  test.each([
    ['9999-12-31', 1],
    ['0001-01-01', -1],
    ['2027-01-16', 0.5],
    ['2027-01-16', Number.NaN],
  ])('%s and %d days is no date', (date, n) => {
    expect(() => addDays(date, n)).toThrow(RangeError)
  })

  test.each([
    ['2027-01-18', 1],
    ['2027-01-23', 6],
    ['2027-01-24', 7],
  ])('%s is day %i of the week', (date, day) => {
    expect(weekday(date)).toBe(day)
  })

  test.each([
    ['2027-02-28', true],
    ['2028-02-29', true],
    ['2027-02-29', false],
    ['2027-02-30', false],
    ['0000-01-01', false],
    ['9999-12-31', true],
    ['2027-00-10', false],
    ['2027-1-10', false],
    ['2027-01-16T00:00', false],
    ['', false],
  ])('%s on a calendar: %s', (date, expected) => {
    expect(isCalendarDate(date)).toBe(expected)
  })
})

describe('dates in words', () => {
  test('a card’s date has weekday, two-digit day, month and year', () => {
    expect(longDate('2027-01-16')).toBe('Saturday, 16 January 2027')
    expect(longDate('2027-09-05')).toBe('Sunday, 05 September 2027')
  })
  test('the parts of a date', () => {
    expect(dateParts('2027-01-05')).toEqual({
      weekday: 'Tuesday',
      day: '05',
      month: 'January',
      year: '2027',
    })
  })
  test('a payment’s date is written with slashes', () => {
    expect(slashDate('2027-01-05')).toBe('05/01/2027')
  })
  test('a day without a leading zero', () => {
    expect(dayInWords('2027-01-05')).toBe('5 January 2027')
  })
  test('a moment in London time', () => {
    expect(momentInWords(new Date('2027-01-14T11:20:00Z'))).toBe(
      '11:20 on Thursday 14 January 2027',
    )
    expect(momentInWords(new Date('2027-08-04T23:20:00Z'))).toBe('00:20 on Thursday 5 August 2027')
  })
})

/** Computed from the law (last Sunday of March and October at 01:00 UTC), not from Intl. */
function lastSunday(year: string, month: '03' | '10'): string {
  const last = new Date(`${year}-${month}-31T00:00:00Z`)
  return new Date(last.getTime() - last.getUTCDay() * 86_400_000).toISOString().slice(0, 10)
}

function isInRepeatedHour(at: Date): boolean {
  const utc = at.toISOString()
  return utc.startsWith(`${lastSunday(utc.slice(0, 4), '10')}T01`)
}
