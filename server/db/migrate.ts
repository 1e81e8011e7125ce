import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { z } from 'zod/mini'
import type { FieldKeys } from '../platform/field-keys.ts'
import { databaseFault } from './database-fault.ts'
import { sealConsentAnswers } from './seal-consent-answers.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
const Journal = z.object({ entries: z.array(z.object({ tag: z.string() })) })

export type Migration = { tag: string; statements: string[]; hash: string }

/** Runs the outstanding migrations before `upTo`. Throws when an applied one has been changed. */
export async function migrate(
  target: string | pg.Pool,
  { fieldKeys = null, upTo }: { fieldKeys?: FieldKeys | null; upTo?: string } = {},
): Promise<void> {
  const pool =
    typeof target === 'string' ? new pg.Pool({ connectionString: target, max: 1 }) : target
  const all = await readMigrations()
  const end = all.findIndex(({ tag }) => tag === upTo)
  const migrations = end < 0 ? all : all.slice(0, end)
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await createMigrationsTable(client)
    for (const migration of migrations) await applyOnce(client, migration, fieldKeys)
    await client.query('reset statement_timeout')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  } finally {
    if (pool !== target) await pool.end()
  }
}

export async function withMigrationLock(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await createMigrationsTable(client)
    await client.query('begin')
    await acquireLock(client)
    await work(client)
    await client.query('commit')
    await client.query('reset statement_timeout; reset idle_in_transaction_session_timeout')
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

export async function readMigrations(): Promise<Migration[]> {
  const journal = Journal.parse(
    JSON.parse(await readFile(new URL('meta/_journal.json', FOLDER), 'utf8')),
  )
  return Promise.all(
    journal.entries.map(async ({ tag }) => {
      const text = (await readFile(new URL(`${tag}.sql`, FOLDER), 'utf8')).replaceAll('\r\n', '\n')
      const hash = createHash('sha256').update(text).digest('hex')
      return { tag, statements: text.split('--> statement-breakpoint'), hash }
    }),
  )
}

async function createMigrationsTable(client: pg.PoolClient): Promise<void> {
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

async function applyOnce(
  client: pg.PoolClient,
  { tag, statements, hash }: Migration,
  fieldKeys: FieldKeys | null,
): Promise<void> {
  await client.query('begin')
  await acquireLock(client)
  const before = await client.query<{ hash: string }>(
    'select hash from schema_migrations where tag = $1',
    [tag],
  )
  const [applied] = before.rows
  if (applied && applied.hash !== hash)
    throw new Error(
      `Migration ${tag} ran and was changed since: add a new one instead of editing it`,
    )
  if (!applied) {
    for (const statement of statements) {
      const step = /^\s*-- run: (\S+)\s*$/.exec(statement)?.[1]
      if (step === undefined) await client.query(statement)
      else await runStep(client, step, fieldKeys)
    }
    await client.query('insert into schema_migrations (tag, hash) values ($1, $2)', [tag, hash])
  }
  await client.query('commit')
}

async function runStep(
  client: pg.PoolClient,
  name: string,
  fieldKeys: FieldKeys | null,
): Promise<void> {
  if (name !== 'seal-consent-answers') throw new Error(`There is no migration step ${name}`)
  await sealConsentAnswers(client, fieldKeys)
}

async function acquireLock(client: pg.PoolClient): Promise<void> {
  await client.query(`select 1 from schema_migrations where tag = 'lock' for update`)
}

// "if not exists" is not atomic.
function isConcurrentCreation(error: unknown): boolean {
  return ['23505', '42P07', '42710'].includes(databaseFault(error)?.state ?? '')
}
