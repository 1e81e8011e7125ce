import { expect, test } from 'vitest'
import { formatRuns, parseRuns } from './id-runs.ts'

test.each([
  [[], ''],
  [[7], '7'],
  [[1, 2, 3], '1-3'],
  [[1, 2, 4, 6, 7, 100], '1-2,4,6-7,100'],
])('%j is written %j, and read again', (ids, text) => {
  expect(formatRuns(ids)).toBe(text)
  expect(parseRuns(text)).toEqual(ids)
})

test.each([
  ['words', 'a'],
  ['a fraction', '1.5'],
  ['a set beyond any batch', '1-99999999999'],
])('%s is refused', (_what, text) => {
  expect(() => parseRuns(text)).toThrow()
})
