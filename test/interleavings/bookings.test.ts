// A sample of bookings.long.test.ts, and what the same harness detects without each protection.
import { describe, expect, test } from 'vitest'
import { seedFrom } from '../app/seeded.ts'
import type { Protection } from '../invariants/booking-invariants.queries.ts'
import { playInterleavings } from './bookings.ts'

const SEED = seedFrom(process.env.SEED)
const SAMPLE = 30
const MANY_ENOUGH = 400

const protections: { without: Protection[] }[] = [
  { without: ['a place knows who has it'] },
  { without: ['one live appointment per event', 'one upcoming appointment'] },
  { without: ['one upcoming appointment'] },
  { without: ['the first answer is kept'] },
]

describe('whatever men do at once', () => {
  test(`every promise holds and what was answered is stored (SEED=${SEED})`, async () => {
    const { played, broken } = await playInterleavings({ count: SAMPLE, seed: SEED })
    expect(broken).toEqual([])
    expect(played).toBe(SAMPLE)
  }, 60_000)

  test.for(protections)(
    'a promise breaks without: $without',
    { timeout: 60_000 },
    async ({ without }) => {
      const { broken } = await playInterleavings({ count: MANY_ENOUGH, seed: SEED, without })
      expect(broken).not.toEqual([])
    },
  )
})
