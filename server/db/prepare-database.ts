import type pg from 'pg'
import { migrateAuth } from '../../auth/db/migrate.ts'
import type { FieldKeys } from '../field-keys.ts'
import { prepareJobs } from '../job-queues.ts'
import { migrate } from './migrate.ts'

/**
 * Brings everything that lives in the database up to date: the charity's tables, those of the
 * embedded authentication service and the job queues. Processes may do this at the same time. Only an
 * empty database needs no `fieldKeys`.
 */
export async function prepareDatabase(
  pool: pg.Pool,
  { fieldKeys }: { fieldKeys: FieldKeys | null },
): Promise<void> {
  await migrate(pool, { fieldKeys })
  await migrateAuth(pool)
  await prepareJobs(pool)
}

/** Whether nobody has used the charity's tables yet: no event and no member. */
export async function isUnused(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    'select 1 where exists (select 1 from events) or exists (select 1 from members)',
  )
  return rows.length === 0
}
