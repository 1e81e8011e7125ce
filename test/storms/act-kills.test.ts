// A sample of act-kills.long.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEED, seeded } from '../app/seeded.ts'
import { surviveKilledActs } from './act-kills.ts'
import { openRushSite, type RushSite } from './rush-site.ts'

let site: RushSite
beforeAll(async () => {
  site = await openRushSite()
  await site.start()
})
afterAll(() => site.close())

test(`deaths, less contact and withdrawals are nothing or whole when the server process is killed (SEED=${SEED})`, async () => {
  const random = seeded(SEED)
  const killed = await surviveKilledActs(site, { victim: 'a server process', count: 24, random })
  expect(killed.wrong).toEqual([])
}, 180_000)
