// A sample of payment-faults.long.test.ts. server/checkout/payments/lock.test.ts shows what the same
// checks detect without the payment's lock.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEED, seeded } from '../app/seeded.ts'
import { payThroughFaults } from './payment-faults.ts'
import { openRushSite, type RushSite } from './rush-site.ts'

let site: RushSite
beforeAll(async () => {
  site = await openRushSite()
  await site.start({ WORKERS: '2' })
})
afterAll(() => site.close())

test(`twenty payments through faults: every captured penny is a booking or a refund (SEED=${SEED})`, async () => {
  const score = await payThroughFaults(site, { count: 20, random: seeded(SEED), seed: SEED })
  expect(score.wrong).toEqual([])
  expect(score.booked).toBeGreaterThan(0)
}, 240_000)
