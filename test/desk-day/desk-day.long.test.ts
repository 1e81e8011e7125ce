// DESK_DAYS sets how many days of 500 acts; SEED=n repeats them.
import { Agent } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEED, seeded } from '../app/seeded.ts'
import { testLimits } from '../app/settings.ts'
import { callOverHttp } from '../storms/call-over-http.ts'
import { killAndWait } from '../storms/kills.ts'
import { openRushSite, type RushSite } from '../storms/rush-site.ts'
import { until } from '../until.ts'
import { type Desk, makeCalls, workAtOneDay } from './desk-day.ts'

const DAYS = Number(process.env.DESK_DAYS ?? 4)
const ACTS = 500
const KILLS = 6
/** A cancellation of more members can be stopped for ten minutes first. */
const CALLS = testLimits.one_person_members

let site: RushSite
beforeAll(async () => {
  site = await openRushSite()
  await site.start()
}, 120_000)
afterAll(() => site.close())

test(`two clerks and a treasurer call each member once and count each pound once through kills (SEED=${SEED})`, async () => {
  const random = seeded(SEED)
  for (let n = 0; n < DAYS; n++) {
    const agent = new Agent({ keepAlive: true })
    const { broken, ...counts } = await workAtOneDay(await openDesk(agent, random), {
      acts: ACTS,
      kills: KILLS,
      random,
    })
    agent.destroy()
    expect(broken).toEqual([])
    expect(counts.rung).toBe(CALLS)
    console.log(`Day ${n + 1}: ${JSON.stringify(counts)}`)
  }
})

async function openDesk(agent: Agent, random: ReturnType<typeof seeded>): Promise<Desk> {
  const ask: Desk['ask'] = ({ as, ...call }) =>
    callOverHttp({ agent, port: site.port, cookie: as.cookie }, { key: undefined, ...call })
  const event = await site.event(12, 2, 2500)
  const off = await site.event(CALLS, 2)
  const members = await site.members(8, event)
  const silent = await site.members(CALLS, off)
  const [clerk, colleague] = [await site.clerk(), await site.clerk()]
  const treasurer = await site.clerk(['office', 'treasurer'])
  const { pool, db } = site.database()
  const open = async () =>
    (
      await pool.query('select 1 from care_loops where event_id = $1 and closed_at is null', [
        off.event_id,
      ])
    ).rowCount
  const memberIds = silent.map(({ id }) => id)
  const callIds = await makeCalls(
    { ask, pool },
    {
      as: treasurer,
      event: off,
      memberIds,
      settle: () => until(async () => expect(await open()).toBe(CALLS)),
    },
  )
  return {
    clerks: [clerk, colleague],
    treasurer,
    event,
    memberIds: members.map(({ id }) => id),
    callIds,
    ask,
    strike: () => killAndWait(site, 'a server process', random),
    pool,
    db,
    now: () => new Date(),
  }
}
