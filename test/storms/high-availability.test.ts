// A sample of high-availability.long.test.ts, and what its comparison detects.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEED, seeded } from '../app/seeded.ts'
import { reservePorts } from '../reserve-ports.ts'
import { until } from '../until.ts'
import { type Cluster, openCluster } from './high-availability/cluster.ts'
import { FAULTS, inWords, survive } from './high-availability/faults.ts'
import { whyNoCluster } from './high-availability/programs.ts'
import { type Rush, startRush } from './high-availability/rush.ts'
import { openSites, type Sites } from './high-availability/sites.ts'

const LIMIT_SECONDS = 120
const why = whyNoCluster()
if (why) console.log(why)

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
  // From the last to the first, each whatever became of the one before.
  afterAll(() => cluster?.close())
  afterAll(() => sites?.close())
  afterAll(() => rush?.stop())

  test('lose nothing when PostgreSQL is killed', { timeout: 240_000 }, async () => {
    const what = "the primary's PostgreSQL killed"
    const outcome = await survive({ cluster, sites, rush }, FAULTS[what])
    console.log(inWords(what, [outcome]))
    expect(await rush.compare()).toMatchObject({ lost: 0, faults: [] })
    expect([...rush.faults, ...rush.refused()]).toEqual([])
  })

  test('without synchronous replicas the comparison detects what is lost', {
    timeout: 480_000,
  }, async () => {
    // Patroni itself would lose no more than the megabyte that its setting allows.
    await cluster.configure({ synchronous_mode: false, maximum_lag_on_failover: 2 ** 30 })
    await until(async () => {
      const waits = await sites.database().pool.query('show synchronous_standby_names')
      expect(waits.rows[0].synchronous_standby_names).toBe('')
    }, LIMIT_SECONDS)
    const former = await cluster.primary()
    const goOn = cluster.stopReplicas()
    await rush.tenSince(Date.now(), LIMIT_SECONDS)
    await cluster.machine(former).kill()
    goOn()
    await until(async () => expect(await cluster.primary()).not.toBe(former), LIMIT_SECONDS)
    await rush.tenSince(Date.now(), LIMIT_SECONDS)
    expect((await rush.compare()).lost).toBeGreaterThan(0)
  })
})
