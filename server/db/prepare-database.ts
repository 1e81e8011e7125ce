import type pg from 'pg'
import { migrateAuth } from '../../auth/db/migrate.ts'
import { prepareJobs } from '../jobs.ts'
import { migrate } from './migrate.ts'

/**
 * Brings everything that lives in the database up to date: the charity's tables, those of the
 * embedded authentication service and the job queues. Processes may do this at the same time.
 */
export async function prepareDatabase(pool: pg.Pool): Promise<void> {
  await migrate(pool)
  await migrateAuth(pool)
  await prepareJobs(pool)
}
