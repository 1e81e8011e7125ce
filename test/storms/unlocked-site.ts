// `npm start`, but its server processes do not lock the row of a payment, for the test that proves that
// the lock matters.
import cluster from 'node:cluster'
import { once } from 'node:events'
import type pg from 'pg'
import { readSiteEnv } from '../../scripts/read-site-env.ts'
import { openSite } from '../../scripts/site.ts'
import { launchWorkers } from '../../scripts/workers.ts'
import { startServer, stopOnSignal } from '../../server/main.ts'
import type { Env } from '../../server/platform/config/env.ts'
import { openDatabase } from '../../server/platform/db/database.ts'
import { textOf, wrapQueries } from '../database/wrap-queries.ts'

const ROW_LOCK = /( from "payments" .*) for update$/
/** Printed at each lock that was not taken. */
const NOT_LOCKED = 'a payment was not locked'

if (cluster.isPrimary) await startSite()
else await serve()

async function startSite(): Promise<void> {
  const env = readSiteEnv()
  const onLog = console.error
  const workers = launchWorkers({
    exec: import.meta.filename,
    count: env.workers,
    drainMs: 0,
    onLog,
    environment: { NODE_ENV: 'production' },
  })
  const site = await openSite(env, { step: (_, work) => work(), onLog })
  process.once('SIGTERM', async () => {
    await workers.stop()
    await site.stop()
    process.exit(0)
  })
  await workers.serve(site.env)
  console.log('Stop with Ctrl-C')
}

async function serve(): Promise<void> {
  const [env]: Env[] = await once(process, 'message')
  if (!env) throw new Error('no configuration was sent')
  stopOnSignal(await startServer(env, { open: openUnlocked }))
  process.send?.('listening')
}

function openUnlocked(...options: Parameters<typeof openDatabase>) {
  const database = openDatabase(...options)
  database.pool.on('connect', (client) => {
    wrapQueries(
      client,
      (query) =>
        (statement, ...rest) =>
          query(withoutRowLock(statement), ...rest),
    )
  })
  return database
}

function withoutRowLock(statement: unknown): unknown {
  const text = textOf(statement)
  if (!ROW_LOCK.test(text)) return statement
  console.log(NOT_LOCKED)
  const config = typeof statement === 'string' ? {} : (statement as pg.QueryConfig)
  return { ...config, text: text.replace(ROW_LOCK, '$1') }
}
