// A sample of kills.long.test.ts, bulk-kills.long.test.ts and rush.long.test.ts on one site, then what the same checks
// detect without each protection in the site's database.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEED, seeded } from '../app/seeded.ts'
import { dropProtection, type Protection } from '../invariants/booking-invariants.queries.ts'
import { surviveCancelledDay } from './bulk-kills.ts'
import { nothingYet, surviveKill, type Victim } from './kills.ts'
import { runRush } from './rush.ts'
import { openRushSite, type RushSite } from './rush-site.ts'

const KILLS: Victim[] = ['a server process', 'PostgreSQL', 'the primary']
const CROWD = { members: 300, places: 20 }
// Each kill shows it with a chance of a third or more.
const ENOUGH = 40

let site: RushSite
beforeAll(async () => {
  site = await openRushSite()
  await site.start()
})
afterAll(() => site.close())

describe('in a rush', () => {
  test(`kills lose no acknowledged booking, and the site is ready again by itself (SEED=${SEED})`, async () => {
    const score = nothingYet()
    const random = seeded(SEED)
    for (const victim of KILLS) await surviveKill(site, victim, { random, score })
    expect(score.broken).toEqual([])
    expect(score.acknowledged).toBeGreaterThan(0)
    // How soon is measured by the long run, which has the machine to itself (decision 37).
    expect(score.readyMs).toHaveLength(KILLS.length)
  }, 180_000)

  test(`a cancelled day reaches every member once through a kill (SEED=${SEED})`, async () => {
    const day = { booked: 8, paid: 4, waiting: 2, silent: 2 }
    const kills = { victims: ['the primary' as const], random: seeded(SEED) }
    expect(await surviveCancelledDay(site, day, kills)).toEqual([])
  }, 180_000)

  test('two server processes book every place once and answer everyone', async () => {
    await site.stop()
    await site.start({ WORKERS: '2' })
    const rush = await runRush(site, CROWD)
    expect(rush).toMatchObject({ booked: 20, appointments: 20, faults: 0, read: { faults: 0 } })
    expect(rush.answers.booked).toBe(20)
  }, 180_000)
})

describe('the same checks detect', () => {
  test('bookings lost by a killed PostgreSQL whose commits do not wait for its log', async () => {
    await without('a commit waits for the log')
    // From its restart on, the site's connections use that setting.
    await surviveKill(site, 'PostgreSQL', { random: seeded(SEED), score: nothingYet() })
    await detect('PostgreSQL: a booking was acknowledged and lost')
  }, 180_000)

  test('a repeat refused because of its own booking, where first responses are not saved', async () => {
    await without('the first response is saved')
    await detect('a server process: a booking without answer is stored, its repeat got duplicate')
  }, 180_000)

  test('more bookings than places, where a place does not record who has it', async () => {
    await without('a place records who has it')
    const { appointments } = await runRush(site, CROWD)
    expect(appointments).toBeGreaterThan(20)
  }, 180_000)
})

async function without(...protections: Protection[]): Promise<void> {
  for (const protection of protections) await dropProtection(site.owner(), protection)
}

/** Kills the victim until `violation` is found. */
async function detect(violation: string): Promise<void> {
  const victim = KILLS.find((name) => violation.startsWith(`${name}: `)) ?? 'the primary'
  const score = nothingYet()
  const random = seeded(SEED)
  while (!score.broken.includes(violation) && score.kills < ENOUGH)
    await surviveKill(site, victim, { random, score })
  expect(score.broken).toContain(violation)
}
