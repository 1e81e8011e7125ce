import { expect, test } from 'vitest'
import { monthsBack, periodIn, periodText } from './period.ts'

test('a period is read from the address, and only months count', () => {
  expect(periodIn(new URLSearchParams('from=2027-01&to=2027-13'))).toEqual({
    from: '2027-01',
    to: undefined,
  })
})

test('months go back over the turn of a year', () => {
  expect(monthsBack('2027-02-28', 3)).toEqual(['2027-02', '2027-01', '2026-12'])
})

test.each([
  [{}, 'All time'],
  [{ from: '2027-01', to: '2027-01' }, 'January 2027'],
  [{ from: '2026-12', to: '2027-01' }, 'December 2026 to January 2027'],
  [{ from: '2027-01' }, 'Since January 2027'],
  [{ to: '2027-01' }, 'Until January 2027'],
])('%j is %s', (period, words) => {
  expect(periodText(period)).toBe(words)
})
