// Starts everything the site depends on, then its server processes, and restarts
// those.
import { join } from 'node:path'
import { startErrorMessage } from '../auth/standalone/start-error.ts'
import { warningLines } from '../server/config/env.ts'
import { readSiteEnv } from './read-site-env.ts'
import { launchWorkers } from './workers.ts'

const ROOT = join(import.meta.dirname, '..')

try {
  await start()
} catch (error) {
  console.error(startErrorMessage(error))
  process.exit(1)
}

async function start(): Promise<void> {
  const env = readSiteEnv()
  for (const line of warningLines(env)) console.error(line)
  const onLog = console.error
  const workers = launchWorkers({
    exec: join(ROOT, 'server', 'main.ts'),
    count: env.workers,
    // NODE_ENV is for libraries; the configuration says whether this is production. The owner's
    // address stays with this process.
    environment: { NODE_ENV: 'production', DATABASE_OWNER_URL: '' },
    onLog,
  })
  // Loaded late: in parallel with the server processes.
  const { openSite } = await import('./site.ts')
  const { step, welcome } = await import('./progress.ts')

  const site = await openSite(env, { step, onLog }).catch(async (error) => {
    await workers.stop()
    throw error
  })
  const stop = async () => {
    await workers.stop()
    await site.stop()
  }
  await step('Starting the site', () => workers.serve(site.env)).catch(async (error) => {
    await stop()
    throw error
  })
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      console.log('Stopping ...')
      // A second signal exits at once.
      for (const again of ['SIGINT', 'SIGTERM']) process.on(again, () => process.exit(1))
      stop().then(() => process.exit(0))
    })
  console.log(welcome(site.env))
}
