// A sample of bookings.long.test.ts, and what the same harness detects without each protection.
import { describe, expect, test } from 'vitest'
import { SEED } from '../app/seeded.ts'
import type { Protection } from '../invariants/booking-invariants.queries.ts'
import { playInterleavings } from './bookings.ts'

const SAMPLE = 30
const MOST = 400

const protections: { without: Protection[] }[] = [
  { without: ['a place records who has it'] },
  { without: ['one live appointment per event', 'one upcoming appointment'] },
  { without: ['one upcoming appointment'] },
  { without: ['the first response is saved'] },
]

describe('whatever members do at once', () => {
  test(`every invariant holds and every response matches the database (SEED=${SEED})`, async () => {
    const { played, broken } = await playInterleavings({ count: SAMPLE, seed: SEED })
    expect(broken).toEqual([])
    expect(played).toBe(SAMPLE)
  })

  test.for(protections)(
    'an invariant is broken without: $without',
    { timeout: 60_000 },
    async ({ without }) => {
      const { broken } = await playInterleavings({ count: MOST, seed: SEED, without })
      expect(broken).not.toEqual([])
    },
  )
})
