import fc from 'fast-check'
import { expect } from 'vitest'
import { calendarDate, clockTime, fuzzNumber, fuzzText, rulesOf } from '../test/fuzz/values.ts'
import { DAY_MS, HOUR_MS } from './durations.ts'
import { pounds } from './money.ts'
import {
  addDays,
  dateParts,
  isCalendarDate,
  longDate,
  momentInWords,
  slashDate,
  ukDate,
  ukInstant,
  ukTime,
  weekday,
} from './uk-time.ts'

const holds = rulesOf('time and money')

const instant = fc
  .tuple(calendarDate, fc.integer({ min: -26 * HOUR_MS, max: 26 * HOUR_MS }))
  .map(([date, ms]) => new Date(Date.parse(date) + ms))
const days = fc.integer({ min: -50_000, max: 50_000 })

holds('London is an hour ahead between the last Sundays of March and October', [instant], (at) => {
  const wall = new Date(at.getTime() + (isSummer(at) ? HOUR_MS : 0)).toISOString()
  expect([ukDate(at), ukTime(at)]).toEqual([wall.slice(0, 10), wall.slice(11, 16)])
})

holds(
  'a date and time mean the first instant that shows them',
  [calendarDate, clockTime],
  (date, time) => {
    const at = ukInstant(date, time)
    const isSkipped = date === lastSunday(date, '03') && time.startsWith('01')
    expect([ukDate(at), ukTime(at)]).toEqual([date, isSkipped ? `02${time.slice(2)}` : time])
    const before = new Date(at.getTime() - HOUR_MS)
    expect([ukDate(before), ukTime(before)]).not.toEqual([date, time])
  },
)

holds('an instant is found again, or the same time an hour before', [instant], (at) => {
  const back = ukInstant(ukDate(at), ukTime(at)).getTime()
  const minute = at.getTime() - (((at.getTime() % 60_000) + 60_000) % 60_000)
  const isRepeated = ukDate(at) === lastSunday(ukDate(at), '10') && ukTime(at).startsWith('01')
  expect(back === minute || (isRepeated && back === minute - HOUR_MS)).toBe(true)
})

holds('later on the clock is later in time', [calendarDate, clockTime, clockTime], (date, a, b) => {
  const [first = a, second = b] = [a, b].sort()
  if (date === lastSunday(date, '03')) return
  expect(ukInstant(date, first) <= ukInstant(date, second)).toBe(true)
})

holds('days are counted there and back, whatever clocks do', [calendarDate, days], (date, n) => {
  const later = addDays(date, n)
  expect(isCalendarDate(later)).toBe(true)
  expect(addDays(later, -n)).toBe(date)
  expect(Math.round((Date.parse(later) - Date.parse(date)) / DAY_MS)).toBe(n)
  expect(weekday(later)).toBe(((((weekday(date) - 1 + n) % 7) + 7) % 7) + 1)
})

holds('days that no calendar has room for are refused', [fuzzText, fuzzNumber], (text, n) => {
  for (const date of [text, '2027-01-16', '9999-12-31', '0001-01-01']) {
    expect(isCalendarDate(valueOr(() => addDays(date, n), '2027-01-16'))).toBe(true)
  }
})

holds('only days of the calendar are dates', [fuzzText], (text) => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, day)
  const isReal =
    year > 0 &&
    /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) &&
    at.getUTCDate() === day &&
    at.getUTCMonth() + 1 === month
  expect(isCalendarDate(text)).toBe(isReal)
})

holds('invalid dates and times are refused with RangeError', [fuzzText, fuzzText], (date, time) => {
  for (const [day, clock] of [
    [date, time],
    [date, '10:00'],
    ['2027-01-16', time],
  ] as const) {
    const at = valueOr(() => ukInstant(day, clock), null)
    expect(at === null || !Number.isNaN(at.getTime())).toBe(true)
  }
  for (const say of [longDate, dateParts, weekday]) valueOr(() => say(date), null)
})

holds('dates in words name the same day', [calendarDate, clockTime], (date, time) => {
  const { weekday: name, day, month, year } = dateParts(date)
  expect(new Date(`${day} ${month} ${year} UTC`).toISOString().slice(0, 10)).toBe(date)
  expect(longDate(date)).toBe(`${name}, ${day} ${month} ${year}`)
  expect(slashDate(date).split('/').reverse().join('-')).toBe(date)
  expect(momentInWords(ukInstant(date, time))).toMatch(
    /^\d{2}:\d{2} on [A-Z][a-z]+day \d{1,2} [A-Z][a-z]+ \d{4}$/,
  )
})

holds('pence are found again in the pounds', [fc.integer({ min: -1e11, max: 1e11 })], (pence) => {
  expect(Number(pounds(pence).replace(/[£,.]/g, ''))).toBe(pence)
})

holds('what is no whole number of pence is refused', [fuzzNumber], (pence) => {
  const said = valueOr(() => pounds(pence), null)
  expect(said !== null).toBe(Number.isSafeInteger(pence))
})

function valueOr<Value, Other>(make: () => Value, other: Other): Value | Other {
  try {
    return make()
  } catch (error) {
    if (error instanceof RangeError) return other
    throw error
  }
}

function isSummer(at: Date): boolean {
  const date = at.toISOString()
  const change = (month: string) => Date.parse(`${lastSunday(date, month)}T01:00:00Z`)
  return at.getTime() >= change('03') && at.getTime() < change('10')
}

function lastSunday(date: string, month: string): string {
  const last = new Date(`${date.slice(0, 4)}-${month}-31T00:00:00Z`)
  return new Date(last.getTime() - last.getUTCDay() * DAY_MS).toISOString().slice(0, 10)
}
