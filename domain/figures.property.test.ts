import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hideSmall, OUTCOMES, type OutcomeCounts, toPublicCounts } from './figures.ts'

const SEED = Number(process.env.SEED)
const count = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 5000 }))
const counts: fc.Arbitrary<OutcomeCounts> = fc.record({
  green: count,
  amber: count,
  red: count,
  no_number: count,
  no_band: count,
})

test('a count outside the office is 0, hidden, or a multiple of 5 near it', () => {
  expect([0, 1, 7, 8, 12, 13, 2398].map(hideSmall)).toEqual([0, null, null, 10, 10, 15, 2400])
})

describe('nobody can work out a count from 1 to 7', () => {
  test('by subtracting: any other such count gives the same figures', () => {
    fc.assert(
      fc.property(
        counts,
        fc.constantFrom(...OUTCOMES),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 60 }),
        (known, part, one, other, events) => {
          expect(toPublicCounts(events, { ...known, [part]: one })).toEqual(
            toPublicCounts(events, { ...known, [part]: other }),
          )
        },
      ),
      { seed: SEED },
    )
  })

  test('nor by adding up: the total is the sum of what is shown', () => {
    fc.assert(
      fc.property(counts, (known) => {
        const { tested, ...parts } = toPublicCounts(1, known)
        const shown = OUTCOMES.map((one) => parts[one] ?? 0)
        expect(tested).toBe(shown.reduce((sum, part) => sum + part, 0))
        expect(tested % 5).toBe(0)
      }),
      { seed: SEED },
    )
  })
})
