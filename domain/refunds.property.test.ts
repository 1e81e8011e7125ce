import fc from 'fast-check'
import { expect } from 'vitest'
import { calendarDate, clockTime, rulesOf } from '../test/fuzz/values.ts'
import { addBusinessDays, businessDaysBefore, isBusinessDay } from './business-days.ts'
import { refundArrivesBy, refundCutOff, refundOf } from './refunds.ts'
import { addDays, ukDate, ukInstant, ukTime } from './uk-time.ts'

const holds = rulesOf('refunds')
const count = fc.integer({ min: 1, max: 30 })
const date = fc.oneof(
  calendarDate,
  fc.integer({ min: 0, max: 1825 }).map((n) => addDays('2026-01-01', n)),
)
const pence = fc.integer({ min: 0, max: 1_000_000 })
const paidBefore = fc.option(fc.integer({ min: 0, max: 60 * 24 * 60 }))
const daysAfter = fc.integer({ min: 0, max: 30 })
const minutes = fc.integer({ min: -60 * 24 * 20, max: 60 * 24 * 20 })

holds('exactly n business days lie between, either way', [date, count], (day, n) => {
  const after = addBusinessDays(day, n)
  expect(isBusinessDay(after)).toBe(true)
  expect(businessDaysAmong(addDays(day, 1), after)).toBe(n)
  const before = businessDaysBefore(day, n)
  expect(isBusinessDay(before)).toBe(true)
  expect(businessDaysAmong(before, addDays(day, -1))).toBe(n)
})

holds('the last moment shows the appointment’s time of day', [date, clockTime], (day, time) => {
  const startsAt = ukInstant(day, time)
  const cutOff = refundCutOff(startsAt)
  expect(ukTime(cutOff)).toBe(ukTime(startsAt))
  expect(businessDaysAmong(ukDate(cutOff), addDays(ukDate(startsAt), -1))).toBe(2)
})

holds(
  'all but the charge or nothing goes back, and waiting never pays',
  [date, clockTime, pence, pence, minutes, minutes, paidBefore],
  (day, time, capturedPence, feePence, a, b, paid) => {
    const startsAt = ukInstant(day, time)
    const at = (minute: number) => new Date(startsAt.getTime() + minute * 60_000)
    const paidAt = paid === null ? null : at(-paid)
    const back = (now: Date) => refundOf({ capturedPence, feePence, startsAt, paidAt, now })
    const most = Math.max(0, capturedPence - feePence)
    const [early, late] = [back(at(Math.min(a, b))), back(at(Math.max(a, b)))]
    expect(paidAt === null ? [0, most] : [0, most, capturedPence]).toContain(early)
    expect(late).toBeLessThanOrEqual(early)
    expect(back(at(0))).toBe(0)
  },
)

holds(
  'all of it goes back to the end of the 14th London day after paying, before the appointment',
  [date, clockTime, clockTime, pence, pence, fc.integer({ min: 0, max: 40 }), daysAfter],
  (day, paidTime, time, capturedPence, feePence, until, after) => {
    const paidAt = ukInstant(day, paidTime)
    const startsAt = ukInstant(addDays(day, until), time)
    const by = (now: Date) => ({
      back: refundOf({ capturedPence, feePence, startsAt, paidAt, now }),
      without: refundOf({ capturedPence, feePence, startsAt, paidAt: null, now }),
    })
    const now = ukInstant(addDays(day, after), time)
    const { back, without } = by(now)
    expect(back).toBe(after <= 14 && now < startsAt ? capturedPence : without)
    const midnight = ukInstant(addDays(day, 15), '00:00')
    if (startsAt <= midnight) return
    expect(by(new Date(midnight.getTime() - 1)).back).toBe(capturedPence)
    expect(by(midnight).back).toBe(by(midnight).without)
  },
)

holds(
  'a refund by right arrives within 14 days, and never later than another',
  [date, clockTime, daysAfter],
  (day, time, after) => {
    const paidAt = ukInstant(day, time)
    const startsAt = ukInstant(addDays(day, 60), time)
    const decidedAt = ukInstant(addDays(day, after), time)
    const by = refundArrivesBy(decidedAt, { startsAt, paidAt })
    const other = refundArrivesBy(decidedAt, null)
    expect(by).toBe(after <= 14 ? addDays(ukDate(decidedAt), 14) : other)
    expect(by <= other).toBe(true)
  },
)

holds('it arrives on a business day, 14 of them later', [date, clockTime], (day, time) => {
  const decidedAt = ukInstant(day, time)
  const by = refundArrivesBy(decidedAt, null)
  expect(businessDaysAmong(addDays(ukDate(decidedAt), 1), by)).toBe(14)
  expect(isBusinessDay(by)).toBe(true)
})

function businessDaysAmong(from: string, to: string): number {
  let found = 0
  for (let day = from; day <= to; day = addDays(day, 1)) if (isBusinessDay(day)) found += 1
  return found
}
