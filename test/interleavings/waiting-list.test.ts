// A sample of waiting-list.long.test.ts, and what the same harness detects without each
// protection.
import { expect, test } from 'vitest'
import { SEED } from '../app/seeded.ts'
import type { Protection } from '../invariants/booking-invariants.queries.ts'
import type { WaitingProtection } from '../invariants/waiting-list-invariants.queries.ts'
import { playWaiting } from './waiting-list.ts'

const SAMPLE = 8
const MOST = 100

test(`whatever members do, released places go to the first who waits (SEED=${SEED})`, async () => {
  const { played, broken } = await playWaiting({ count: SAMPLE, seed: SEED })
  expect(broken).toEqual([])
  expect(played).toBe(SAMPLE)
})

const protections: { without: (Protection | WaitingProtection)[] }[] = [
  { without: ['a place records its offer'] },
  { without: ['a wait records its offer'] },
  { without: ['a join puts the member on the list'] },
  { without: ['a place records who has it'] },
]

test.for(protections)(
  'an invariant is broken without: $without',
  { timeout: 60_000 },
  async ({ without }) => {
    const { broken } = await playWaiting({ count: MOST, seed: SEED, without })
    expect(broken).not.toEqual([])
  },
)
