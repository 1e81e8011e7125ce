// Starts everything the site depends on, then its server processes, and restarts
// those.
import { dirname, join } from 'node:path'
import { startErrorMessage } from '../auth/standalone/start-error.ts'
import { type Env, warningLines } from '../server/platform/config/env.ts'
import { workerConfiguration } from '../server/platform/config/worker-configuration.ts'
import { readSiteEnv } from './read-site-env.ts'
import { launchWorkers, type Workers } from './workers.ts'

// As it was called, which may be by a link to the current version: then a rolling restart starts
// the one that the link names by then.
const ROOT = join(dirname(process.argv[1] ?? import.meta.filename), '..')

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
    exec: join(ROOT, 'build', 'program', 'main.js'),
    count: env.workers,
    drainMs: env.drainSeconds * 1000,
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
  let metrics: Awaited<ReturnType<typeof openMetrics>> = null
  const stop = async () => {
    await metrics?.close()
    await workers.stop()
    await site.stop()
  }
  const serve = async () => {
    await workers.serve(workerConfiguration(site.env, process.env))
    metrics = await openMetrics(site.env)
  }
  await step('Starting the site', serve).catch(async (error) => {
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
  // A terminal sends SIGHUP when it closes, and the site has to end then.
  if (!process.stdin.isTTY) process.on('SIGHUP', () => replace(workers))
  console.log(welcome(site.env))
}

/** Loaded late, because a start without it needs none of this. */
async function openMetrics({ metrics: settings }: Env) {
  if (!settings) return null
  const { serveClusterMetrics } = await import('../server/operations/metrics/cluster-metrics.ts')
  return serveClusterMetrics(settings, (error) => console.error(error.message))
}

function replace(workers: Workers): void {
  console.log('Replacing the server processes ...')
  workers.replace().then(
    () => console.log('The server processes were replaced.'),
    (error: Error) => console.error(`The server processes were not all replaced: ${error.message}`),
  )
}
