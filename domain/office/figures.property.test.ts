// A host who knows the exact results of their own events subtracts them from the published year.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hideSmall, NO_OUTCOMES, OUTCOMES, type OutcomeCounts, toPublicCounts } from '../figures.ts'
import { type EventFigures, sumFigures, whyWithheld } from './figures.ts'

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
type Held = { host: string | null; outcomes: OutcomeCounts }

function eventsOf(held: readonly Held[]): EventFigures[] {
  return held.map((one, n) => ({
    ...one,
    event_id: n + 1,
    event_name: `Event ${n + 1}`,
    event_date: '2027-05-01',
    places: 60,
    booked: 60,
    came: 60,
    sampled: 60,
  }))
}
const of = (host: string | null, green: number, red = 0): Held => ({
  host,
  outcomes: { ...NO_OUTCOMES, green, red },
})
const why = (...held: Held[]) => whyWithheld(eventsOf(held))

describe('a year is withheld', () => {
  test('with fewer than three events that have results', () => {
    expect(why(of('A', 40), of('B', 40))).toBe('too_few_events')
    expect(why(of('A', 40), of('B', 40), of('C', 0))).toBe('too_few_events')
    expect(why(of('A', 40), of('B', 40), of('C', 40))).toBeNull()
    expect(why(of(null, 40), of(null, 40), of(null, 40))).toBeNull()
  })

  test('when all events but one, or all results but a few, are of one host', () => {
    expect(why(of('A', 40), of('a', 40), of('B', 40))).toBe('one_host')
    expect(why(of('A', 90), of('B', 3), of('C', 4))).toBe('one_host')
    expect(why(of('A', 90), of('B', 4), of('C', 4))).toBeNull()
  })
})

/** What the other events can have had together of one outcome, by the year's figure and the own. */
function restsOf(own: number, year: number): number[] {
  return Array.from({ length: year + 6 }, (_, rest) => rest).filter(
    (rest) => hideSmall(own + rest) === hideSmall(year),
  )
}

const count = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 20 }))
const held: fc.Arbitrary<Held> = fc.record({
  host: fc.constantFrom('A', 'B', 'C', 'D', null),
  outcomes: fc.record({ green: count, amber: count, red: count, no_number: count, no_band: count }),
})

test('no host subtracts to a count from 1 to 7, or to fewer than 8 results of all others', () => {
  fc.assert(
    fc.property(fc.array(held, { minLength: 3, maxLength: 7 }), (year) => {
      const events = eventsOf(year)
      fc.pre(whyWithheld(events) === null)
      const all = sumFigures(events).outcomes ?? NO_OUTCOMES
      const shown = toPublicCounts(events.length, all)
      for (const host of new Set(year.map((one) => one.host).filter((name) => name !== null))) {
        const own = sumFigures(events.filter((one) => one.host === host)).outcomes ?? NO_OUTCOMES
        let most = 0
        for (const one of OUTCOMES) {
          expect(shown[one]).toBe(hideSmall(all[one]))
          const rests = restsOf(own[one], all[one])
          const rest = all[one] - own[one]
          if (rest > 0 && rest < 8) expect(rests.length).toBeGreaterThan(1)
          most += Math.max(...rests)
        }
        expect(most).toBeGreaterThanOrEqual(8)
      }
    }),
    { seed: SEED, numRuns: 500 },
  )
})
