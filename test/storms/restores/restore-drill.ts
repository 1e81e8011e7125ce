// A site in a booking rush on an archived PostgreSQL, whose backups are restored to chosen seconds.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSigningKeys } from '../../../auth/tokens/keys.ts'
import { openDatabase } from '../../../server/platform/db/database.ts'
import { makeFieldKeys } from '../../../server/platform/keys/field-keys.ts'
import { makeCrowd } from '../../app/crowd.ts'
import { reservePorts } from '../../reserve-ports.ts'
import { until } from '../../until.ts'
import { makeRushData, publishRush } from '../rush-data.ts'
import { type Start, startSite, stopSite } from '../test-site.ts'
import { openArchivedPostgres } from './archived-postgres.ts'

const SCRIPTS = join(import.meta.dirname, '../../../scripts')
const BATCH = 100
const PASSPHRASE = 'only for this drill, and long enough'

export type RestoreDrill = Awaited<ReturnType<typeof openRestoreDrill>>

/** Sets up PostgreSQL, keeper, tables and the first backup, and starts the site. */
export async function openRestoreDrill() {
  const port = await reservePorts()
  const [restoredPort, ports] = [port + 4, [port + 8, port + 9] as [number, number]]
  const dataDir = await mkdtemp(join(tmpdir(), 'restores-site-'))
  const keys = {
    FIELD_KEYS: makeFieldKeys(),
    AUTH_SIGNING_KEYS: JSON.stringify(await makeSigningKeys()),
  }
  const postgres = await openArchivedPostgres(ports)
  await postgres.start()
  await postgres.startKeeper()
  await postgres.makeRoles()
  const productId = await makeRushData(postgres)
  await backup('backup.ts', 'full')
  const database = openDatabase(postgres.url, { max: 2 })
  const sites: Start[] = []
  await startOn(postgres, port)

  return {
    port,
    postgres,
    database,
    backup,
    /** Throws what the command printed when it fails. */
    restore: (...options: string[]) => command('restore.ts', options),
    restoreWith: (environment: Record<string, string>, ...options: string[]) =>
      command('restore.ts', options, environment),
    /** The site on the restored database, with the keys of an export. Throws its output. */
    startRestored: (given: Record<string, string>) =>
      startOn(
        { url: postgres.restoredUrl, ownerUrl: postgres.restoredOwnerUrl },
        restoredPort,
        given,
      ),
    /** The site on the first database, with other settings. */
    startAgain: (given: Record<string, string>) => startOn(postgres, restoredPort, given),
    restoredPort,

    /** Exports the keys, encrypted, and reads them from that file. */
    async exportedKeys(): Promise<Record<string, string>> {
      const file = join(dataDir, 'keys.chaps')
      await command('keys.ts', ['export', file], { ...keys, PASSPHRASE })
      const said = await command('keys.ts', ['import', file], { PASSPHRASE })
      return Object.fromEntries(
        [...said.matchAll(/^(\w+)='(.*)'$/gm)].map(([, name, value]) => [name ?? '', value ?? '']),
      )
    },
    /** While the database is being restored it tries again. */
    nextMembers: () => until(makeMembers),
    async close(): Promise<void> {
      await database.close()
      for (const one of sites) await stopSite(one)
      await postgres.close()
      await rm(dataDir, { recursive: true })
    },
  }

  async function startOn(
    { url, ownerUrl }: { url: string; ownerUrl: string },
    at: number,
    given: Record<string, string> = {},
  ): Promise<Start> {
    const start = await startSite({
      PORT: String(at),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: join(dataDir, String(at)),
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      DATABASE_POOL: '12',
      TILE_URL: '',
      RATE_LIMIT_SCALE: '1000000',
      ...keys,
      ...given,
    })
    sites.push(start)
    return start
  }

  async function makeMembers() {
    const event = await publishRush(database, { productId, places: BATCH, sessionMinutes: 30 })
    const issuer = `http://localhost:${port}/auth/v1`
    const crowd = { count: BATCH, event, signingKeys: JSON.parse(keys.AUTH_SIGNING_KEYS), issuer }
    return { event, members: await makeCrowd(database, crowd) }
  }

  function backup(script: 'backup.ts' | 'backup-check.ts', ...options: string[]) {
    return command(script, options)
  }

  function command(
    script: string,
    options: string[],
    { PASSPHRASE: typed, ...environment }: Record<string, string> = {},
  ): Promise<string> {
    const env = { ...process.env, DATA_DIR: dataDir, ...postgres.environment, ...environment }
    return new Promise((resolve, reject) => {
      const child = execFile(
        process.execPath,
        [join(SCRIPTS, script), ...options],
        { env, maxBuffer: 10_000_000 },
        (error, out, problem) =>
          error ? reject(new Error(`${out}${problem}`, { cause: error })) : resolve(out),
      )
      child.stdin?.end(typed ? `${typed}\n` : '')
    })
  }
}
