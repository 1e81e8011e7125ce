import { expect, it } from 'vitest'
import { minutesInWords, spokenWarning } from './time-left.ts'

const MINUTE = 60_000

it('rounds the time left to whole minutes', () => {
  expect(minutesInWords(15 * MINUTE)).toBe('15 minutes')
  expect(minutesInWords(4 * MINUTE + 12_000)).toBe('4 minutes')
  expect(minutesInWords(MINUTE)).toBe('1 minute')
  expect(minutesInWords(59_000)).toBe('less than a minute')
})

it('speaks at five minutes and at one, and not in between', () => {
  expect(spokenWarning(6 * MINUTE)).toBe('')
  expect(spokenWarning(5 * MINUTE)).toBe(spokenWarning(2 * MINUTE))
  expect(spokenWarning(5 * MINUTE)).toContain('5 more minutes')
  expect(spokenWarning(MINUTE)).toContain('1 more minute.')
  expect(spokenWarning(0)).toBe('')
})
