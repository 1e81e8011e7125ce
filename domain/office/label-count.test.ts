import { expect, test } from 'vitest'
import { labelsToPrint, MOST_LABELS_AT_ONCE } from './label-count.ts'

test.each([
  ['a day of few', { booked: 6, keptBack: 2, tubes: 0, unused: 0 }, 13],
  ['a tenth to spare', { booked: 90, keptBack: 10, tubes: 0, unused: 0 }, 110],
  ['more walk-ins than labels', { booked: 90, keptBack: 10, tubes: 0, unused: 60 }, 50],
  ['tubes of the laboratory', { booked: 20, keptBack: 0, tubes: 20, unused: 0 }, 5],
  ['enough left over', { booked: 20, keptBack: 0, tubes: 0, unused: 40 }, 0],
  ['too many at once', { booked: 900, keptBack: 0, tubes: 0, unused: 0 }, MOST_LABELS_AT_ONCE],
])('%s', (_, day, count) => {
  expect(labelsToPrint(day).count).toBe(count)
})
