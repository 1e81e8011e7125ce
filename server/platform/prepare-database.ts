import type pg from 'pg'
import { listMissingAuthMigrations, migrateAuth } from '../../auth/db/migrate.ts'
import { grantErasureRights } from './db/erasure-role.ts'
import { listMissingMigrations, migrate, withMigrationLock } from './db/migrate.ts'
import { grantRights } from './db/rights.ts'
import { isJobsPrepared, prepareJobs } from './job-queues.ts'

/** Migrates all tables and grants the site's role its rights. */
export async function prepareDatabase(
  owner: pg.Pool,
  { siteRole }: { siteRole: string },
): Promise<void> {
  await migrate(owner)
  await migrateAuth(owner)
  await prepareJobs(owner)
  await withMigrationLock(owner, async (client) => {
    await grantRights(client, siteRole)
    await grantErasureRights(client, siteRole)
  })
}

export async function listUnprepared(pool: pg.Pool): Promise<string[]> {
  const missing = await listMissingMigrations(pool)
  if (missing.length > 0) return missing
  const missingAuth = await listMissingAuthMigrations(pool)
  if (missingAuth.length > 0) return missingAuth
  return (await isJobsPrepared(pool)) ? [] : ['jobs']
}
