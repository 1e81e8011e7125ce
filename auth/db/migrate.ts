import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { inTransaction, type Queryable, sqlState } from './database.ts'
import { type PublishedMigration, parseHashes, ranFormerHistory } from './former-history.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
/** Stands for the migrations that former.sha256 lists (decision 72). */
const BASELINE = '0011_baseline.sql'

/**
 * Runs each migration once, in its own transaction; the baseline counts as run where all those that
 * it replaces ran. Throws when one has changed since it ran, and when a replaced one is missing.
 */
export async function migrateAuth(pool: pg.Pool): Promise<void> {
  await createMigrationsTable(pool)
  for (const name of await listFiles()) {
    const sql = (await readFile(new URL(name, FOLDER), 'utf8')).replaceAll('\r\n', '\n')
    await inTransaction(pool, (client) => applyOnce(client, name, sql))
  }
}

export async function listMissingAuthMigrations(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from auth.migrations')
  const applied = new Set(rows.map(({ name }) => name))
  return (await listFiles()).filter((name) => !applied.has(name))
}

async function listFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}

async function applyOnce(client: Queryable, name: string, sql: string): Promise<void> {
  const hash = createHash('sha256').update(sql).digest('hex')
  await client.query(`select 1 from auth.migrations where name = 'lock' for update`)
  const applied = await client.query<{ hash: string }>(
    'select hash from auth.migrations where name = $1',
    [name],
  )
  const appliedHash = applied.rows[0]?.hash
  if (appliedHash === hash) return
  if (appliedHash)
    throw new Error(`auth/db/migrations/${name} ran and was changed since: add a new one`)
  if (name !== BASELINE || !(await ranReplaced(client))) await client.query(sql)
  await client.query('insert into auth.migrations (name, hash) values ($1, $2)', [name, hash])
}

async function ranReplaced(client: Queryable): Promise<boolean> {
  const former = parseHashes(await readFile(new URL('former.sha256', FOLDER), 'utf8'))
  const { rows } = await client.query<PublishedMigration>('select name, hash from auth.migrations')
  return ranFormerHistory(rows, former)
}

async function createMigrationsTable(pool: pg.Pool): Promise<void> {
  for (;;) {
    try {
      await pool.query('create schema if not exists auth')
      await pool.query(
        `create table if not exists auth.migrations (
           name text primary key, hash text not null, applied_at timestamptz not null default now())`,
      )
      await pool.query(
        `insert into auth.migrations (name, hash) values ('lock', '') on conflict do nothing`,
      )
      return
    } catch (error) {
      if (!isCreationRace(error)) throw error
    }
  }
}

// "if not exists" is not atomic: concurrent creation fails with a duplicate row, schema or type.
function isCreationRace(error: unknown): boolean {
  return ['23505', '42P06', '42P07', '42710'].includes(sqlState(error))
}
