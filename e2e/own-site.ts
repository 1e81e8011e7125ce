import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Start, startSite, stopSite } from '../test/storms/test-site.ts'
import { test } from './fixtures.ts'
import { SITE_PORT } from './site.ts'

/**
 * Starts a separate site before the tests of the file, on a port of its own, and stops it after
 * them. They share it, so they run in one process.
 */
export function ownSite(offset: number, settings: Record<string, string>) {
  const port = SITE_PORT + offset
  let site: Start
  let dataDir: string
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'site-'))
    site = await startSite({
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      TILE_URL: '',
      ...settings,
    })
  })
  test.afterAll(async () => {
    await stopSite(site)
    await rm(dataDir, { recursive: true, force: true })
  })
  return { port, url: `http://localhost:${port}` }
}
