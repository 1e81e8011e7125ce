import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../domain/durations.ts'
import { minutesInWords, spokenWarning } from './time-left.ts'

it('rounds the time left to whole minutes', () => {
  expect(minutesInWords(15 * MINUTE_MS)).toBe('15 minutes')
  expect(minutesInWords(4 * MINUTE_MS + 12_000)).toBe('4 minutes')
  expect(minutesInWords(MINUTE_MS)).toBe('1 minute')
  expect(minutesInWords(59_000)).toBe('less than a minute')
})

it('speaks at five minutes and at one, and not in between', () => {
  expect(spokenWarning(6 * MINUTE_MS)).toBe('')
  expect(spokenWarning(5 * MINUTE_MS)).toBe(spokenWarning(2 * MINUTE_MS))
  expect(spokenWarning(5 * MINUTE_MS)).toContain('5 more minutes')
  expect(spokenWarning(MINUTE_MS)).toContain('1 more minute.')
  expect(spokenWarning(0)).toBe('')
})
