// PAYMENTS says how many; SEED=n repeats the luck of each, as far as processes that race can repeat.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seeded, seedFrom } from '../server/test-app/seeded.ts'
import { inWords, payThroughFaults } from './payment-faults.ts'
import { openRushSite, type RushSite } from './rush-site.ts'

let site: RushSite
beforeAll(async () => {
  site = await openRushSite({ port: 24_690 })
  await site.start({ WORKERS: '2' })
}, 120_000)
afterAll(() => site.close())

test('every captured penny is a booking or a refund', async () => {
  const seed = seedFrom(process.env.SEED)
  const count = Number(process.env.PAYMENTS ?? 2_000)
  const begun = Date.now()
  const score = await payThroughFaults(site, { count, random: seeded(seed), seed })
  console.log(`${inWords(score, (Date.now() - begun) / 1_000)}, SEED=${seed}`)
  expect(score.wrong).toEqual([])
  expect(score.booked).toBeGreaterThan(0)
})
