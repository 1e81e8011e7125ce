// PAYMENTS sets the count; SEED=n repeats the faults, as far as concurrent processes allow.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEED, seeded } from '../app/seeded.ts'
import { dropProtection } from '../invariants/booking-invariants.queries.ts'
import { inWords, payThroughFaults } from './payment-faults.ts'
import { openRushSite, type RushSite } from './rush-site.ts'

const UNLOCKED = join(import.meta.dirname, 'unlocked-site.ts')
const MOST_ROUNDS = 5

let site: RushSite
beforeAll(async () => {
  site = await openRushSite()
  await site.start({ WORKERS: '2' })
}, 120_000)
afterAll(() => site.close())

test('every captured penny is a booking or a refund', async () => {
  const count = Number(process.env.PAYMENTS ?? 2_000)
  const begun = Date.now()
  const score = await payThroughFaults(site, { count, random: seeded(SEED), seed: SEED })
  console.log(`${inWords(score, (Date.now() - begun) / 1_000)}, SEED=${SEED}`)
  expect(score.wrong).toEqual([])
  expect(score.booked).toBeGreaterThan(0)
})

test('the same checks detect wrong money where a payment has neither row lock nor lease', async () => {
  await site.stop()
  await site.start({ WORKERS: '2' }, UNLOCKED)
  await dropProtection(site.owner(), 'a payment records its lease')
  const random = seeded(SEED)
  let wrong: string[] = []
  // Two processes must handle the same webhook within a few milliseconds, which may take several
  // rounds.
  for (let round = 0; round < MOST_ROUNDS && wrong.length === 0; round++) {
    const score = await payThroughFaults(site, { count: 200, random, seed: SEED + round })
    console.log(
      `without lock and lease: ${inWords(score, 0)}: ${score.wrong.join('; ')}, SEED=${SEED}`,
    )
    wrong = score.wrong
  }
  expect(site.output()).toContain('a payment was not locked')
  expect(wrong).not.toEqual([])
})
