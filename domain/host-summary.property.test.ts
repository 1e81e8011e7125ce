// A host who knows how many were tested reads the summary beside the published figures of the year.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hideSmall, NO_OUTCOMES, type OutcomeCounts } from './figures.ts'
import { toHostSummary } from './host-summary.ts'

const SEED = Number(process.env.SEED)
const PARTS = ['green', 'amber', 'red'] as const
const count = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 24 }))
const small = fc.integer({ min: 0, max: 3 })
// Just above the limit, one large count tells most about the small ones.
const nearTheLimit = fc.record({ green: fc.integer({ min: 8, max: 12 }), amber: small, red: small })
const counts = fc.oneof(nearTheLimit, fc.record({ green: count, amber: count, red: count }))
type Counts = { green: number; amber: number; red: number }

function summaryOf(known: Counts) {
  const tested = known.green + known.amber + known.red
  const outcomes: OutcomeCounts = { ...NO_OUTCOMES, ...known }
  return toHostSummary({ booked: tested + 3, came: tested + 1, sampled: tested, outcomes })
}

/** Every way in which the event can have come out, by what the host reads and knows. */
function candidates(known: Counts, year: Counts): Counts[] {
  const shown = JSON.stringify(summaryOf(known))
  const total = known.green + known.amber + known.red
  const found: Counts[] = []
  for (let green = 0; green <= total; green += 1)
    for (let amber = 0; amber <= total - green; amber += 1) {
      const one = { green, amber, red: total - green - amber }
      const fitsYear = PARTS.every((part) => restsOf(one[part], year[part]).length > 0)
      if (fitsYear && JSON.stringify(summaryOf(one)) === shown) found.push(one)
    }
  return found
}

/** What the other events of the year can have together, by its published figure. */
function restsOf(ofEvent: number, ofYear: number): number[] {
  const shown = hideSmall(ofYear)
  return Array.from({ length: ofYear + 6 }, (_, rest) => rest).filter(
    (rest) => hideSmall(ofEvent + rest) === shown,
  )
}

describe('the summary of an event beside the figures of its year', () => {
  test('gives no count from 1 to 7, of the event or of the others', () => {
    fc.assert(
      fc.property(
        counts,
        fc.option(counts, { nil: { green: 0, amber: 0, red: 0 } }),
        (own, rest) => {
          fc.pre(summaryOf(own).outcomes !== null)
          const year = {
            green: own.green + rest.green,
            amber: own.amber + rest.amber,
            red: own.red + rest.red,
          }
          const possible = candidates(own, year)
          for (const part of PARTS) {
            const values = new Set(possible.map((one) => one[part]))
            if (own[part] > 0 && own[part] < 8) expect(values.size).toBeGreaterThan(1)
            const rests = new Set([...values].flatMap((value) => restsOf(value, year[part])))
            if (rest[part] > 0 && rest[part] < 8) expect(rests.size).toBeGreaterThan(1)
          }
        },
      ),
      { seed: SEED, numRuns: 600 },
    )
  })

  test('does not say that everybody had the same result', () => {
    const { outcomes } = summaryOf({ green: 20, amber: 0, red: 0 })
    expect(outcomes).toEqual({ green: 20, amber: null, red: null, no_number: null, no_band: null })
    expect(summaryOf({ green: 18, amber: 0, red: 2 })).toEqual({
      ...summaryOf({ green: 20, amber: 0, red: 0 }),
    })
  })
})

test('nine tested, of them one red: the bands would tell it, so none is shown', () => {
  expect(summaryOf({ green: 8, amber: 0, red: 1 }).outcomes).toBeNull()
  expect(summaryOf({ green: 8, amber: 1, red: 1 }).outcomes).toBeNull()
})

test('fewer than eight booked: nothing is shown', () => {
  const outcomes = { ...NO_OUTCOMES, green: 7 }
  expect(toHostSummary({ booked: 7, came: 7, sampled: 7, outcomes })).toEqual({
    booked: null,
    came: null,
    tested: null,
    outcomes: null,
  })
})

test('bands are shown once every sample has its result', () => {
  const outcomes = { ...NO_OUTCOMES, green: 20, amber: 9 }
  const counted = { booked: 40, came: 33, sampled: 30 }
  expect(toHostSummary({ ...counted, outcomes })).toEqual({
    booked: 40,
    came: 35,
    tested: 30,
    outcomes: null,
  })
  expect(toHostSummary({ ...counted, sampled: 29, outcomes }).outcomes).toMatchObject({
    green: 20,
    amber: 10,
    red: null,
  })
})
