// KILLED_DAYS sets the count; SEED=n repeats the moments of the kills.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEED, seeded } from '../app/seeded.ts'
import { surviveCancelledDay, surviveChangedHall } from './bulk-kills.ts'
import type { Victim } from './kills.ts'
import { openRushSite, type RushSite } from './rush-site.ts'

const DAYS = Number(process.env.KILLED_DAYS ?? 5)
const VICTIMS: Victim[][] = [
  ['the primary'],
  ['a server process', 'the primary'],
  ['PostgreSQL and the server process'],
  ['a server process', 'a server process', 'PostgreSQL'],
]

let site: RushSite
beforeAll(async () => {
  site = await openRushSite()
  await site.start()
}, 120_000)
afterAll(() => site.close())

test(`days with 40 booked members are cancelled whole through kills (SEED=${SEED})`, async () => {
  const random = seeded(SEED)
  const day = { booked: 40, paid: 30, waiting: 5, silent: 4 }
  for (let n = 0; n < DAYS; n++) {
    const victims = VICTIMS[n % VICTIMS.length] ?? []
    expect(await surviveCancelledDay(site, day, { victims, random })).toEqual([])
  }
})

test(`20 booked members get one mail about a new hall through kills (SEED=${SEED})`, async () => {
  const random = seeded(SEED)
  for (let n = 0; n < DAYS; n++) {
    const victims = VICTIMS[n % VICTIMS.length] ?? []
    expect(await surviveChangedHall(site, 20, { victims, random })).toEqual([])
  }
})
