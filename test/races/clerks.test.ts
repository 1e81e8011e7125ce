// More rounds: clerks.long.test.ts.
import { expect, test } from 'vitest'
import type { Protection } from '../invariants/booking-invariants.queries.ts'
import { RACES_OF_CLERKS, runRacesOfClerks } from './clerks.ts'

const ROUNDS = 4

test.for(RACES_OF_CLERKS)('one truth: %s', async (race) => {
  expect(await runRacesOfClerks(race, { rounds: ROUNDS })).toEqual({
    cancelled: ROUNDS,
    broken: [],
  })
})

test.for(RACES_OF_CLERKS)(
  'several, where an appointment does not record its cancellation: %s',
  { retry: 20 },
  async (race) => {
    const without: Protection[] = ['an appointment records its cancellation']
    const { cancelled, broken } = await runRacesOfClerks(race, { rounds: 1, without })
    expect(cancelled).toBeGreaterThan(1)
    expect(broken.join('; ')).toContain('an appointment that is booked has exactly one place')
  },
)
