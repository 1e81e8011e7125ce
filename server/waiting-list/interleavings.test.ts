// A sample of interleavings.long.test.ts, and what the same harness sees without each protection.
import { expect, test } from 'vitest'
import type { Protection } from '../bookings/promises/queries.ts'
import { seedFrom } from '../test-app/seeded.ts'
import { playWaiting } from './interleavings.ts'
import type { WaitingProtection } from './promises/queries.ts'

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
