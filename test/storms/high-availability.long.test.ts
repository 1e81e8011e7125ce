// HA_KILLS, HA_HANGS, HA_SWITCHOVERS, HA_PARTITIONS, HA_BALANCER_KILLS and HA_POOLER_KILLS set the counts; 0 leaves
// one out. HA_PROGRAMS is a folder of programs (docs/high-availability.md, Versions).
import { loadavg } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeded, seedFrom } from '../app/seeded.ts'
import { reservePorts } from '../reserve-ports.ts'
import { type Cluster, openCluster } from './high-availability/cluster.ts'
import {
  FAULTS,
  inWords,
  MACHINE_SECONDS,
  type Outcome,
  PROCESS_SECONDS,
  survive,
} from './high-availability/faults.ts'
import { versions, whyNoCluster } from './high-availability/programs.ts'
import { type Rush, startRush } from './high-availability/rush.ts'
import { openSites, type Sites } from './high-availability/sites.ts'

const count = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const KILLS = count('HA_KILLS', 20)
const GIVEN: { what: keyof typeof FAULTS; times: number; limit: number }[] = [
  {
    what: "the primary's PostgreSQL killed",
    times: Math.ceil(KILLS / 2),
    limit: PROCESS_SECONDS,
  },
  { what: "the primary's machine killed", times: Math.floor(KILLS / 2), limit: MACHINE_SECONDS },
  { what: "the primary's machine hung", times: count('HA_HANGS', 5), limit: MACHINE_SECONDS },
  {
    what: "the primary's machine cut off",
    times: count('HA_PARTITIONS', 5),
    limit: MACHINE_SECONDS,
  },
  { what: 'a switch-over', times: count('HA_SWITCHOVERS', 5), limit: PROCESS_SECONDS },
  { what: 'HAProxy killed', times: count('HA_BALANCER_KILLS', 5), limit: PROCESS_SECONDS },
  { what: 'PgBouncer killed', times: count('HA_POOLER_KILLS', 5), limit: PROCESS_SECONDS },
]
const SEED = seedFrom(process.env.SEED)
const why = whyNoCluster()
console.log(why ?? versions())

let cluster: Cluster
let sites: Sites
let rush: Rush

describe.skipIf(why)('three database machines in a booking rush', () => {
  beforeAll(async () => {
    const port = await reservePorts()
    cluster = await openCluster(port + 20)
    sites = await openSites(cluster, port)
    rush = await startRush(sites, seeded(SEED))
  })
  afterAll(async () => {
    await rush?.stop()
    await sites?.close()
    await cluster?.close()
  }, 240_000)

  test.for(GIVEN.filter(({ times }) => times > 0))(
    'lose and double nothing: $times times $what',
    async ({ what, times, limit }) => {
      const outcomes: Outcome[] = []
      const before = rush.acknowledged()
      for (let n = 0; n < times; n++)
        outcomes.push(await survive({ cluster, sites, rush }, FAULTS[what]))
      const { lost, faults } = await rush.compare()
      const load = loadavg()[0]?.toFixed(1)
      const booked = rush.acknowledged() - before
      console.log(
        `${inWords(what, outcomes)}; ${booked} bookings acknowledged, ${lost} lost, ${faults.length} other faults; load ${load}, SEED=${SEED}`,
      )
      expect({ lost, faults }).toEqual({ lost: 0, faults: [] })
      expect(rush.faults).toEqual([])
      expect(rush.refused()).toEqual([])
      const longest = outcomes.flatMap(({ gaps }) => Object.values(gaps))
      expect(Math.max(...longest)).toBeLessThanOrEqual(limit)
    },
  )
})
