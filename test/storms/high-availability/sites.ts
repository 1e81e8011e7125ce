// Two sites on one cluster, one through HAProxy and one through PgBouncer before it, and members who book on both.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSigningKeys } from '../../../auth/tokens/keys.ts'
import type { CharityEvent } from '../../../domain/contract.ts'
import { openDatabase } from '../../../server/platform/db/database.ts'
import { makeFieldKeys } from '../../../server/platform/keys/field-keys.ts'
import { makeCrowd } from '../../app/crowd.ts'
import { until } from '../../until.ts'
import { makeRushData, publishRush } from '../rush-data.ts'
import { type Start, startSite, stopSite } from '../test-site.ts'
import type { Cluster } from './cluster.ts'

const BATCH = 300
const DAY_MINUTES = 600
const MEMBERS_SECONDS = 180

export type Sites = Awaited<ReturnType<typeof openSites>>

/** `port` and the fifteen after it are free. */
export async function openSites(cluster: Cluster, port: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'ha-sites-'))
  const signingKeys = await makeSigningKeys()
  const keys = {
    FIELD_KEYS: makeFieldKeys(),
    AUTH_SIGNING_KEYS: JSON.stringify(signingKeys),
    PUBLIC_URL: `http://localhost:${port}`,
  }
  const productId = await makeRushData(cluster)
  const database = openDatabase(cluster.url, { max: 4 })
  const starts: Start[] = []
  const paths = [
    { path: 'HAProxy', port, url: cluster.url },
    { path: 'PgBouncer', port: port + 8, url: cluster.pooledUrl },
  ]
  for (const { path, port: at, url } of paths)
    starts.push(
      await startSite({
        PORT: String(at),
        DATA_DIR: join(dataDir, path),
        DATABASE_URL: url,
        DATABASE_OWNER_URL: cluster.ownerUrl,
        DATABASE_POOL: '20',
        TILE_URL: '',
        // All members share one IP address.
        RATE_LIMIT_SCALE: '1000000',
        ...keys,
      }),
    )

  const sites = {
    paths,
    database: () => database,
    output: () => starts.map(({ output }) => output()).join('\n'),
    members: (count: number, event: CharityEvent) =>
      makeCrowd(database, { count, event, signingKeys, issuer: `${keys.PUBLIC_URL}/auth/v1` }),
    event: (places: number, perSlot: number) =>
      publishRush(database, {
        productId,
        places,
        sessionMinutes: Math.floor(DAY_MINUTES / Math.ceil(places / perSlot)),
      }),
    /** For what measures one site. */
    byHAProxy: {
      port,
      database: () => database,
      event: (places: number, perSlot: number) => sites.event(places, perSlot),
      members: (count: number, event: CharityEvent) => sites.members(count, event),
    },
    /** While the database is unavailable it tries again. */
    nextMembers: () =>
      until(async () => {
        const event = await sites.event(BATCH, 5)
        return { event, members: await sites.members(BATCH, event) }
      }, MEMBERS_SECONDS),
    async close(): Promise<void> {
      await database.close()
      for (const start of starts) await stopSite(start)
      await rm(dataDir, { recursive: true })
    },
  }
  return sites
}
