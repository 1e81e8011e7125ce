import { expect, test } from 'vitest'
import { weekdayAndDate } from './dates.ts'

test.each([
  ['2027-12-02', 'Thursday 2 December 2027'],
  ['2027-01-16', 'Saturday 16 January 2027'],
])('%s is written as %s', (date, words) => expect(weekdayAndDate(date)).toBe(words))
