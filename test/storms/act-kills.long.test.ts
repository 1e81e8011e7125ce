// KILLED_ACTS sets the count of kills; SEED=n repeats their moments.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEED, seeded } from '../app/seeded.ts'
import { surviveKilledActs } from './act-kills.ts'
import type { Victim } from './kills.ts'
import { openRushSite, type RushSite } from './rush-site.ts'

const KILLS = Number(process.env.KILLED_ACTS ?? 20)
const VICTIMS: Victim[] = ['a server process', 'the primary', 'PostgreSQL']

let site: RushSite
beforeAll(async () => {
  site = await openRushSite()
  await site.start()
}, 120_000)
afterAll(() => site.close())

test(`deaths, less contact and withdrawals are nothing or whole through kills (SEED=${SEED})`, async () => {
  const random = seeded(SEED)
  let unanswered = 0
  for (let n = 0; n < KILLS; n++) {
    const victim = VICTIMS[n % VICTIMS.length] ?? 'the primary'
    const killed = await surviveKilledActs(site, { victim, count: 24, random })
    expect(killed.wrong).toEqual([])
    unanswered += killed.unanswered
  }
  console.log(`${KILLS} kills: ${unanswered} acts had no answer, none is half`)
  expect(unanswered).toBeGreaterThan(0)
})
