import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../server/platform/db/embedded-postgres.ts'
import { type Start, startSite, stopSite } from '../test/storms/test-site.ts'
import { SITE_PORT, TILE_ORIGIN } from './site.ts'
import { startTileService } from './tile-service.ts'

/**
 * Starts what `npm start` starts, once for all browser tests, with temporary data. Tests can
 * use its database (queries.ts) and read its log.
 */
export default async function startForBrowsers(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'site-'))
  const postgres = await startEmbeddedPostgres({ dataDir, onLog: console.error })
  const tiles = await startTileService()
  process.env.E2E_DATABASE_URL = postgres.url
  process.env.E2E_DATA_DIR = dataDir
  const end = async (site?: Start) => {
    if (site) await stopSite(site)
    tiles.close()
    tiles.closeAllConnections()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const site = await startSite({
    PORT: String(SITE_PORT),
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    TILE_URL: `${TILE_ORIGIN}/{z}/{x}/{y}.png`,
    // All tests share one IP address.
    RATE_LIMIT_SCALE: '1000',
  }).catch(async (error) => {
    await end()
    throw error
  })
  const log = join(dataDir, 'site.log')
  process.env.E2E_SITE_LOG = log
  const logFile = createWriteStream(log)
  for (const stream of [site.process.stdout, site.process.stderr]) {
    stream?.on('data', (text) => logFile.write(text))
  }
  site.process.stderr?.on('data', (text) => process.stderr.write(text))
  return () => end(site)
}
