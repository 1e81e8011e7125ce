import { expect, test } from 'vitest'
import { addMonths, weeksOf } from './event-months.ts'

test.each([
  ['2026-12', 1, '2027-01'],
  ['2027-01', -1, '2026-12'],
  ['2026-06', 0, '2026-06'],
  ['2026-11', 14, '2028-01'],
])('%s and %i months are %s', (month, n, expected) => {
  expect(addMonths(month, n)).toBe(expected)
})

test('weeks begin on Monday and show the days of the month alone, once each', () => {
  const weeks = weeksOf('2026-11')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null])
  expect(weeks.flat().filter(Boolean)).toHaveLength(30)
})

test('a February of four whole weeks has four', () => {
  expect(weeksOf('2027-02')).toHaveLength(4)
})
