// Started by openSite as a process of its own: migrates the database, adds the demo data to an
// unused one, and ends. What that loads would otherwise stay in memory beside the site.
import { once } from 'node:events'
import pg from 'pg'
import { startErrorMessage } from '../auth/standalone/start-error.ts'
import { whyTooMany } from '../server/platform/config/database-pool.ts'
import { findConnectionLimit } from '../server/platform/db/connection-limit.ts'
import { sealCanaries } from '../server/platform/db/field-key-canary.ts'
import { isUnused } from '../server/platform/db/is-unused.ts'
import { migrateDatabase } from './migrate-database.ts'
import type { Preparation } from './site.ts'

process.once('disconnect', () => process.exit(1))
const [preparation] = await once(process, 'message')
const problem = await prepare(preparation).catch(startErrorMessage)
process.send?.({ problem })
process.disconnect()

/** Null when the database is ready. */
async function prepare({ env, database }: Preparation): Promise<null> {
  await migrateDatabase(database, { onLog: console.error, fieldKeys: env.fieldKeys })
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  try {
    await sealCanaries(pool, env.fieldKeys)
    const excess = whyTooMany(env, await findConnectionLimit(pool))
    if (excess) console.error(`WARNING: ${excess}.`)
    // The demo's members sign in with the embedded service only.
    if (!env.demo || env.auth.url || !(await isUnused(pool))) return null
  } finally {
    await pool.end()
  }
  const { addDemo } = await import('./add-demo.ts')
  await addDemo(env)
  return null
}
