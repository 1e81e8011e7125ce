// INTERLEAVINGS sets the count; SEED=n, printed with each failure, repeats a schedule: npm run
// test:long -- INTERLEAVINGS=1 SEED=4711 interleavings
import { expect, test } from 'vitest'
import { playAndPrint } from '../app/schedules.ts'
import { SEED } from '../app/seeded.ts'
import { playInterleavings } from './bookings.ts'

const COUNT = Number(process.env.INTERLEAVINGS ?? 20_000)

test('whatever members do at once, every invariant holds and every response matches the database', async () => {
  const which = { count: COUNT, seed: SEED }
  const { played, broken } = await playAndPrint('interleavings', which, playInterleavings)
  expect(broken).toEqual([])
  expect(played).toBe(COUNT)
})

// Rare: it takes hundreds, also when one schedule is repeated. The quick test covers the other
// protections.
test('an invariant is broken without one hold per member', async () => {
  const { broken } = await playInterleavings({
    count: Math.max(COUNT, 5_000),
    seed: SEED,
    without: ['one hold per member'],
  })
  expect(broken).not.toEqual([])
})
