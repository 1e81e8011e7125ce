import { expect, test } from 'vitest'
import { isLikelyTime, keptFor } from './days.ts'

const at = (time: string) => new Date(`2027-01-${time}:00Z`)
const HOURS = 3_600_000

test.each([
  ['24 hours at most', '12T09:00', 24],
  ['to the day after its end', '13T06:00', 12],
  ['an hour where the office opens it later', '20T06:00', 1],
])('a tablet keeps the people of a day %s', (_what, now, hours) => {
  expect(keptFor(at('12T18:00'), at(now)) / HOURS).toBe(hours)
})

test.each([
  ['12T13:00', true],
  ['12T13:01', false],
  ['10T09:00', true],
  ['10T08:59', false],
])('at noon, a press of %s for a slot at 10:00 is likely: %s', (time, expected) => {
  expect(isLikelyTime(at(time), { slot: at('12T10:00'), now: at('12T12:00') })).toBe(expected)
})
