import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod/mini'
import {
  type PublishedMigration,
  parseHashes,
  ranFormerHistory,
} from '../../../auth/db/former-history.ts'
import { databaseFault } from './database-fault.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
/** Stands for the migrations that former.sha256 lists (decision 72). */
const BASELINE = '0074_baseline'
const Journal = z.object({ entries: z.array(z.object({ tag: z.string() })) })

// A statement that waits for a table's lock holds up everybody behind it.
const TABLE_LOCK_TIMEOUT = '3s'
const TABLE_LOCK_TRIES = 40
const PAUSE_MS = 250
const OUTSIDE = /^-- outside a transaction$/m
// Any number that nothing else locks.
const OUTSIDE_LOCK = 5_120_051

/** `replaces` lists the former migrations for which a baseline stands (decision 72). */
export type Migration = {
  tag: string
  statements: string[]
  hash: string
  replaces?: PublishedMigration[]
}

/**
 * Runs the outstanding migrations; the baseline counts as run where all those that it replaces
 * ran. Throws when an applied one has been changed, when a replaced one is missing, and when a
 * table stays locked for two minutes.
 */
export async function migrate(target: string | pg.Pool): Promise<void> {
  const pool =
    typeof target === 'string' ? new pg.Pool({ connectionString: target, max: 1 }) : target
  const migrations = await readMigrations()
  const client = await pool.connect()
  try {
    await applyMigrations(client, migrations)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  } finally {
    if (pool !== target) await pool.end()
  }
}

/**
 * Each file runs whole or not at all; one that says '-- outside a transaction' runs statement by
 * statement, from its first again after a failure.
 */
export async function applyMigrations(
  client: pg.ClientBase,
  migrations: Migration[],
): Promise<void> {
  await createMigrationsTable(client)
  for (const migration of migrations)
    if (migration.statements.some((statement) => OUTSIDE.test(statement)))
      await applyOutside(client, migration)
    else await applyWhole(client, migration)
}

export async function withMigrationLock(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await createMigrationsTable(client)
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await acquireLock(client)
    await work(client)
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

export async function listMissingMigrations(pool: pg.Pool): Promise<string[]> {
  const { rows } = (await hasTable(pool, 'schema_migrations'))
    ? await pool.query<{ tag: string }>('select tag from schema_migrations')
    : { rows: [] }
  const applied = new Set(rows.map(({ tag }) => tag))
  return (await readMigrations()).map(({ tag }) => tag).filter((tag) => !applied.has(tag))
}

async function hasTable(pool: pg.Pool, name: string): Promise<boolean> {
  const { rows } = await pool.query('select to_regclass($1) is not null as has', [name])
  return rows[0].has
}

/** The name of the newest migration of this version. */
export async function lastMigration(): Promise<string> {
  return (await readMigrations()).at(-1)?.tag ?? 'none'
}

export async function readMigrations(): Promise<Migration[]> {
  const journal = Journal.parse(
    JSON.parse(await readFile(new URL('meta/_journal.json', FOLDER), 'utf8')),
  )
  const former = parseHashes(await readFile(new URL('former.sha256', FOLDER), 'utf8'))
  return Promise.all(
    journal.entries.map(async ({ tag }) => {
      const text = (await readFile(new URL(`${tag}.sql`, FOLDER), 'utf8')).replaceAll('\r\n', '\n')
      const hash = createHash('sha256').update(text).digest('hex')
      const migration = { tag, statements: text.split('--> statement-breakpoint'), hash }
      return tag === BASELINE ? { ...migration, replaces: former } : migration
    }),
  )
}

async function createMigrationsTable(client: pg.ClientBase): Promise<void> {
  for (;;) {
    try {
      await client.query(
        `create table if not exists schema_migrations (
           tag text primary key, hash text, applied_at timestamptz not null default now())`,
      )
      await client.query(
        `insert into schema_migrations (tag) values ('lock') on conflict do nothing`,
      )
      return
    } catch (error) {
      if (!isConcurrentCreation(error)) throw error
    }
  }
}

async function applyWhole(client: pg.ClientBase, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await applyInTransaction(client, migration)
    } catch (error) {
      await client.query('rollback')
      if (databaseFault(error)?.state !== '55P03' || tries === TABLE_LOCK_TRIES) throw error
      await wait(PAUSE_MS)
    }
  }
}

async function applyInTransaction(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('begin')
  await client.query('set local statement_timeout = 0')
  await acquireLock(client)
  if (!(await isApplied(client, migration))) {
    await client.query(`set local lock_timeout = '${TABLE_LOCK_TIMEOUT}'`)
    if (!(await ranReplaced(client, migration)))
      for (const statement of migration.statements) await client.query(statement)
    await markApplied(client, migration)
  }
  await client.query('commit')
}

async function ranReplaced(client: pg.ClientBase, { replaces }: Migration): Promise<boolean> {
  if (!replaces) return false
  const { rows } = await client.query<PublishedMigration>(
    `select tag || '.sql' as name, hash from schema_migrations`,
  )
  return ranFormerHistory(rows, replaces)
}

// CREATE INDEX CONCURRENTLY waits for every statement under way, so nobody may wait for the
// lock within one. Lock and limit belong to the session: this connection must not lead through a
// pooler in transaction mode.
async function applyOutside(client: pg.ClientBase, migration: Migration): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select pg_try_advisory_lock(${OUTSIDE_LOCK}) as has`)
    if (rows[0].has) break
    await wait(PAUSE_MS)
  }
  try {
    if (await isApplied(client, migration)) return
    await client.query('set statement_timeout = 0')
    for (const statement of migration.statements) await client.query(statement)
    await markApplied(client, migration)
  } finally {
    await client.query('reset statement_timeout')
    await client.query(`select pg_advisory_unlock(${OUTSIDE_LOCK})`)
  }
}

async function isApplied(client: pg.ClientBase, { tag, hash }: Migration): Promise<boolean> {
  const { rows } = await client.query<{ hash: string }>(
    'select hash from schema_migrations where tag = $1',
    [tag],
  )
  if (rows[0] && rows[0].hash !== hash)
    throw new Error(
      `Migration ${tag} ran and was changed since: add a new one instead of editing it`,
    )
  return rows.length > 0
}

async function markApplied(client: pg.ClientBase, { tag, hash }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (tag, hash) values ($1, $2)', [tag, hash])
}

async function acquireLock(client: pg.ClientBase): Promise<void> {
  await client.query(`select 1 from schema_migrations where tag = 'lock' for update`)
}

// "if not exists" is not atomic.
function isConcurrentCreation(error: unknown): boolean {
  return ['23505', '42P07', '42710'].includes(databaseFault(error)?.state ?? '')
}
