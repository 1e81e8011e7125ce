// MEMBERS and PLACES set the counts; rules §10.2 ask for 5,000 on 200 within 10 s, with one and two
// processes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inWords, runRush } from './rush.ts'
import { openRushSite, type RushSite } from './rush-site.ts'

const MEMBERS = Number(process.env.MEMBERS ?? 5_000)
const PLACES = Number(process.env.PLACES ?? 200)
const LIMIT_S = 10

let site: RushSite
beforeAll(async () => {
  site = await openRushSite()
}, 120_000)
afterAll(() => site.close())

test.for([1, 2])('a rush with %i server processes ends well and in time', async (workers) => {
  await site.start({ WORKERS: String(workers) })
  const rush = await runRush(site, { members: MEMBERS, places: PLACES })
  console.log(inWords({ members: MEMBERS, places: PLACES, workers }, rush))
  await site.stop()
  expect(rush).toMatchObject({ booked: PLACES, appointments: PLACES, faults: 0 })
  expect(rush.read.faults).toBe(0)
  expect(rush.seconds).toBeLessThanOrEqual(LIMIT_S)
})
