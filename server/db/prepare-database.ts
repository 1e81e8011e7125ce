import type pg from 'pg'
import { listMissingAuthMigrations, migrateAuth } from '../../auth/db/migrate.ts'
import type { FieldKeys } from '../platform/field-keys.ts'
import { isJobsPrepared, prepareJobs } from '../platform/job-queues.ts'
import { listMissingMigrations, migrate, withMigrationLock } from './migrate.ts'
import { grantRights } from './rights.ts'

/**
 * Brings everything that lives in the database up to date: the charity's tables, those of the
 * embedded authentication service and the job queues, and the rights that the site's role has on
 * them. `owner` connects as the role that owns them, or is to. Processes may do this at the same time.
 * Only a database without consents needs no `fieldKeys`.
 */
export async function prepareDatabase(
  owner: pg.Pool,
  { siteRole, fieldKeys }: { siteRole: string; fieldKeys: FieldKeys | null },
): Promise<void> {
  await migrate(owner, { fieldKeys })
  await migrateAuth(owner)
  await prepareJobs(owner)
  await withMigrationLock(owner, (client) => grantRights(client, siteRole))
}

/** What prepareDatabase has not done yet, by name; for a role that cannot do it. */
export async function listUnprepared(pool: pg.Pool): Promise<string[]> {
  const missing = await listMissingMigrations(pool)
  if (missing.length > 0) return missing
  const missingAuth = await listMissingAuthMigrations(pool)
  if (missingAuth.length > 0) return missingAuth
  return (await isJobsPrepared(pool)) ? [] : ['jobs']
}

/** Whether nobody has used the charity's tables yet: no event and no member. */
export async function isUnused(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    'select 1 where exists (select 1 from events) or exists (select 1 from members)',
  )
  return rows.length === 0
}
