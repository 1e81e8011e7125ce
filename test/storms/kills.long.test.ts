// SERVER_KILLS and POSTGRES_KILLS set the counts; SEED=n repeats the victims and their moments.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEED, seeded } from '../app/seeded.ts'
import { inWords, nothingYet, READY_MS, surviveKill, type Victim } from './kills.ts'
import { openRushSite, type RushSite } from './rush-site.ts'

// Every tenth kill of each kind is a harder one.
const OF_SERVERS: Victim[] = [
  ...Array<Victim>(8).fill('a server process'),
  'a server process and its successor',
  'the primary',
]
const OF_POSTGRES: Victim[] = [
  ...Array<Victim>(7).fill('PostgreSQL'),
  ...Array<Victim>(2).fill('a process of PostgreSQL'),
  'PostgreSQL and the server process',
]

const kills: { what: string; count: number; victims: Victim[] }[] = [
  { what: 'the server', count: Number(process.env.SERVER_KILLS ?? 100), victims: OF_SERVERS },
  { what: 'PostgreSQL', count: Number(process.env.POSTGRES_KILLS ?? 50), victims: OF_POSTGRES },
]

let site: RushSite
beforeAll(async () => {
  site = await openRushSite()
  await site.start()
}, 120_000)
afterAll(() => site.close())

test.for(kills)('SIGKILLs of $what lose no acknowledged booking', async (given) => {
  const { what, count, victims } = given
  const random = seeded(SEED)
  const score = nothingYet()
  const begun = Date.now()
  for (let n = 0; n < count; n++) {
    const victim = victims[(n * 3 + 1) % victims.length]
    if (victim) await surviveKill(site, victim, { random, score })
  }
  console.log(`${inWords(what, score, (Date.now() - begun) / 1_000)}, SEED=${SEED}`)
  expect(score.broken).toEqual([])
  expect(score.kills).toBe(count)
  expect(Math.max(0, ...score.readyMs)).toBeLessThanOrEqual(READY_MS)
})
