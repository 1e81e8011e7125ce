// A site for rushes and kills: `npm start` with its own data, PostgreSQL with fsync on, no demo
// data, and a connection of the test's to its database.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSigningKeys } from '../../auth/tokens/keys.ts'
import type { CharityEvent } from '../../domain/contract.ts'
import type { Role } from '../../domain/office/permissions.ts'
import { addDays, ukDate, ukInstant } from '../../domain/uk-time.ts'
import { createEvent } from '../../server/events/create-event.ts'
import { insertProduct } from '../../server/events/publishing.queries.ts'
import { type Database, openDatabase } from '../../server/platform/db/database.ts'
import { startEmbeddedPostgres } from '../../server/platform/db/embedded-postgres.ts'
import { openHome } from '../../server/platform/db/postgres-home.ts'
import { readLock } from '../../server/platform/db/postgres-lock.ts'
import { choosePostgresOwner } from '../../server/platform/db/postgres-owner.ts'
import { findPrograms } from '../../server/platform/db/postgres-programs.ts'
import { prepareDatabase } from '../../server/platform/prepare-database.ts'
import { makeClerk, makeCrowd } from '../app/crowd.ts'
import type { TestMember } from '../app/test-app.ts'
import { reservePorts } from '../reserve-ports.ts'
import { type Start, serversOf, startSite, stopSite } from './test-site.ts'

export type RushSite = Awaited<ReturnType<typeof openRushSite>>
/** What a rush or a storm needs of a site. */
export type BookedSite = Pick<RushSite, 'port' | 'event' | 'members'> & { database(): Database }

/** Creates the data of a site on free ports; start it before use and close it at the end. */
export async function openRushSite() {
  const port = await reservePorts()
  const dataDir = await mkdtemp(join(tmpdir(), 'rush-'))
  const signingKeys = await makeSigningKeys()
  const productId = await makeData(dataDir)
  const owner = await choosePostgresOwner()
  const { cluster, password, ownerPassword } = await openHome(
    dataDir,
    owner,
    await findPrograms(owner),
  )
  let running: Start | null = null
  let database: (Database & { url: string }) | null = null
  let tables: Database | null = null

  return {
    port,
    cards: `http://127.0.0.1:${port + 1}`,
    output: () => running?.output() ?? '',
    database: () => opened(database),
    owner: () => opened(tables).db,

    /** `program` is `npm start` by default. */
    async start(environment: Record<string, string> = {}, program?: string): Promise<void> {
      const settings = {
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        TILE_URL: '',
        // All members share one IP address.
        RATE_LIMIT_SCALE: '1000000',
        AUTH_SIGNING_KEYS: JSON.stringify(signingKeys),
        ...environment,
      }
      running = await startSite(settings, program ? [process.execPath, program] : undefined)
      const lock = await readLock(cluster)
      const at = `127.0.0.1:${lock?.port}/charity`
      const url = `postgresql://charity:${password}@${at}`
      // PostgreSQL keeps its port after a kill, but not always after an orderly stop.
      if (database?.url === url) return
      await closeDatabases()
      database = { ...openDatabase(url, { max: 4 }), url }
      tables = openDatabase(`postgresql://charity_owner:${ownerPassword}@${at}`, { max: 1 })
    },
    async stop(): Promise<void> {
      if (running) await stopSite(running)
    },
    async close(): Promise<void> {
      await closeDatabases()
      await this.stop()
      await rm(dataDir, { recursive: true, force: true })
    },

    primary: (): number => opened(running).process.pid ?? 0,
    servers: (): number[] => serversOf(opened(running).process),
    postmaster: async (): Promise<number> => (await readLock(cluster))?.pid ?? 0,
    async backend(): Promise<number> {
      const postmaster = await this.postmaster()
      const { rows } = await opened(database).pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'charity' and pid <> pg_backend_pid()`,
      )
      return rows[Math.floor(Math.random() * rows.length)]?.pid ?? postmaster
    },

    /** Opens a connection; `ended` resolves when PostgreSQL closes it. */
    async lossOfConnection(): Promise<{ ended: Promise<void> }> {
      const client = await opened(database).pool.connect()
      const ended = new Promise<void>((resolve) => client.once('end', resolve))
      return { ended: ended.then(() => client.release(true)) }
    },

    async payments(): Promise<StoredPayment[]> {
      const { rows } = await opened(database).pool.query<StoredPayment>(
        `select p.id, p.state, p.member_id, p.event_id,
          coalesce(a.status = 'booked', false) as is_booked,
          (select coalesce(sum(amount_pence), 0) from ledger_entries l
            where l.payment_id = p.id and l.kind <> 'fee') as entered
          from payments p left join appointments a on a.id = p.appointment_id`,
      )
      return rows
    },
    /** Expires the hold of the member that `pick` selects. */
    async letHoldsRunOut(pick: number): Promise<void> {
      await opened(database).pool.query(
        `update places set held_until = now() - interval '1 second' where hold_id = (
          select hold_id from places where held_until > now() order by hold_id
            offset $1 % greatest(1, (select count(*) from places where held_until > now())) limit 1)`,
        [pick],
      )
    },

    /**
     * A public event in thirty days with `places` places, `perSlot` at each time; free by
     * default.
     */
    event(places: number, perSlot: number, pricePence = 0): Promise<CharityEvent> {
      const day = addDays(ukDate(new Date()), 30)
      const sessionMinutes = Math.floor((10 * 60) / Math.ceil(places / perSlot))
      return opened(database).transaction((tx) =>
        createEvent(tx, {
          name: 'Rush',
          startsAt: ukInstant(day, '08:00'),
          endsAt: ukInstant(day, '18:00'),
          sessionMinutes,
          places,
          productId,
          pricePence,
          paymentRequired: pricePence > 0,
        }),
      )
    },
    /** Of the role office, or of these. */
    clerk: (roles?: Role[]): Promise<{ cookie: string; name: string }> =>
      makeClerk(
        opened(database),
        { signingKeys, issuer: `http://localhost:${port}/auth/v1` },
        roles,
      ),
    members: (count: number, event: CharityEvent): Promise<TestMember[]> =>
      makeCrowd(opened(database), {
        count,
        event,
        signingKeys,
        issuer: `http://localhost:${port}/auth/v1`,
      }),
  }

  async function closeDatabases(): Promise<void> {
    await tables?.close()
    await database?.close()
  }
}

type StoredPayment = {
  id: string
  state: string
  member_id: number
  event_id: number
  is_booked: boolean
  entered: number
}

// With a product and an event the database is in use, so the site adds no demo data.
async function makeData(dataDir: string): Promise<number> {
  const postgres = await startEmbeddedPostgres({ dataDir, onLog: console.error })
  const owner = openDatabase(postgres.ownerUrl, { max: 2 })
  await prepareDatabase(owner.pool, { siteRole: 'charity' })
  await owner.close()
  const database = openDatabase(postgres.url, { max: 2 })
  const productId = await insertProduct(database.db, { name: 'Total PSA Test', pricePence: 0 })
  const [startsAt, endsAt] = [ukInstant('2026-01-12', '10:00'), ukInstant('2026-01-12', '11:00')]
  await database.transaction((tx) =>
    createEvent(tx, { name: 'First', startsAt, endsAt, sessionMinutes: 20, places: 0, productId }),
  )
  await database.close()
  await postgres.stop()
  return productId
}

function opened<T>(part: T | null): T {
  if (part === null) throw new Error('the site was not started')
  return part
}
