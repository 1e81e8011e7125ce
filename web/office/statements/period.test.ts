import { expect, test } from 'vitest'
import { monthsBack, periodIn, periodText, usualPeriods } from './period.ts'

test('a period is read from the address, and only months count', () => {
  expect(periodIn(new URLSearchParams('from=2027-01&to=2027-13'))).toEqual({
    from: '2027-01',
    to: undefined,
  })
})

test('months go back over the turn of a year', () => {
  expect(monthsBack('2027-02-28', 3)).toEqual(['2027-02', '2027-01', '2026-12'])
})

test('a financial year ends in the month before it begins', () => {
  const in2027 = (today: string) => usualPeriods(today).map(({ period }) => period)
  expect(in2027('2027-03-31').slice(2, 4)).toEqual([
    { from: '2026-04', to: '2027-03' },
    { from: '2025-04', to: '2026-03' },
  ])
  expect(in2027('2027-04-01').slice(0, 3)).toEqual([
    { from: '2027-04', to: '2027-04' },
    { from: '2027-03', to: '2027-03' },
    { from: '2027-04', to: '2028-03' },
  ])
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
