import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../server/db/embedded-postgres.ts'
import { SITE_PORT, SITE_URL } from './site.ts'

/**
 * Starts what `npm start` starts, once for all browser tests, on data of its own that goes with it.
 * The tests reach the same database for what a journey finds on arrival (queries.ts).
 */
export default async function startSite(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'site-'))
  const postgres = await startEmbeddedPostgres({ dataDir, onLog: console.error })
  process.env.E2E_DATABASE_URL = postgres.url

  const site = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      ...process.env,
      PORT: String(SITE_PORT),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      TILE_URL: '',
      // Every test comes from one address.
      RATE_LIMIT_SCALE: '1000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  site.stdout.on('data', (text) => {
    said += text
  })
  await ready(site).catch((error) => {
    site.kill()
    throw new Error(`${error.message}\n${said}`)
  })

  return async () => {
    site.kill('SIGTERM')
    if (site.exitCode === null) await once(site, 'exit')
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function ready(site: { exitCode: number | null }): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (site.exitCode !== null) throw new Error(`The site stopped with code ${site.exitCode}.`)
    const answer = await fetch(`${SITE_URL}/readyz`).catch(() => null)
    if (answer?.ok) return
    await wait(200)
  }
  throw new Error('The site was not ready within a minute.')
}
