// A sample of waiting-list.long.test.ts, and what the same harness detects without each
// protection.
import { expect, test } from 'vitest'
import { seedFrom } from '../app/seeded.ts'
import type { Protection } from '../invariants/booking-invariants.queries.ts'
import type { WaitingProtection } from '../invariants/waiting-list-invariants.queries.ts'
import { playWaiting } from './waiting-list.ts'

const SEED = seedFrom(process.env.SEED)
const SAMPLE = 8
const MANY_ENOUGH = 100

test(`places that come free go to who waits first, whatever men do (SEED=${SEED})`, async () => {
  const { played, broken } = await playWaiting({ count: SAMPLE, seed: SEED })
  expect(broken).toEqual([])
  expect(played).toBe(SAMPLE)
}, 60_000)

const protections: { without: (Protection | WaitingProtection)[] }[] = [
  { without: ['a place knows to whom it is offered'] },
  { without: ['a wait knows that it was offered a place'] },
  { without: ['who waits is on the list'] },
  { without: ['a place knows who has it'] },
]

test.for(protections)(
  'a promise breaks without: $without',
  { timeout: 60_000 },
  async ({ without }) => {
    const { broken } = await playWaiting({ count: MANY_ENOUGH, seed: SEED, without })
    expect(broken).not.toEqual([])
  },
)
