import pg from 'pg'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../test/database/database.ts'
import { until } from '../../../test/until.ts'
import { openDatabase } from './database.ts'
import { applyMigrations, type Migration, migrate, readMigrations } from './migrate.ts'

test('four servers that start at once on an empty database each find it migrated, once', async () => {
  const url = await createEmptyDatabase()
  const starters = Array.from({ length: 4 }, () => openDatabase(url, { max: 2 }))
  await Promise.all(
    starters.map(async ({ pool }) => {
      await migrate(pool)
      await pool.query('select id from members')
    }),
  )
  const { rows } = await ask(
    url,
    `select tag from schema_migrations where tag <> 'lock' order by applied_at`,
  )
  const tags = (await readMigrations()).map(({ tag }) => ({ tag }))
  expect(rows).toEqual(tags)
  await Promise.all(starters.map((starter) => starter.close()))
})

test('a second start changes nothing', async () => {
  const url = await createEmptyDatabase()
  await migrate(url)
  const before = await ask(url, 'select * from schema_migrations order by tag')
  await migrate(url)
  expect(await ask(url, 'select * from schema_migrations order by tag')).toEqual(before)
})

test('a migration that was edited after it ran stops the start', async () => {
  const url = await createEmptyDatabase()
  await migrate(url)
  await ask(
    url,
    `update schema_migrations set hash = 'of another text' where tag = '0074_baseline'`,
  )
  await expect(migrate(url)).rejects.toThrow('0074_baseline ran and was changed since')
})

test('a migration that fails leaves nothing of itself', async () => {
  const url = await createEmptyDatabase()
  // A table of the first migration exists already, so the migration fails in its midst.
  await ask(url, 'create table error_reports (id int)')
  await expect(migrate(url)).rejects.toThrow('already exists')
  const { rows } = await ask(
    url,
    `select tablename from pg_tables where schemaname = 'public' order by tablename`,
  )
  expect(rows).toEqual([{ tablename: 'error_reports' }, { tablename: 'schema_migrations' }])
})

test('a table in use is waited for without a queue behind the wait', async () => {
  const url = await createEmptyDatabase()
  await ask(url, 'create table pages (id int)')
  const [reader, migrator] = await Promise.all([connect(url), connect(url)])
  await reader.query('begin; select * from pages')
  const added = applyMigrations(migrator, [
    migration('0001_title', ['alter table pages add column title text']),
  ])
  // Would wait for ever behind the migration, which itself waits for the reader.
  await until(async () => expect(await isWaiting(url)).toBe(true))
  await ask(url, 'select * from pages')
  await reader.query('commit')
  await added
  await ask(url, 'select title from pages')
  await Promise.all([reader.end(), migrator.end()])
})

test('an index is built while the table is written to, once, by one of two machines', async () => {
  const url = await createEmptyDatabase()
  await ask(url, 'create table pages (id int)')
  const machines = await Promise.all([connect(url), connect(url)])
  const built = migration('0001_index', [
    '-- outside a transaction\ndrop index concurrently if exists pages_by_id',
    'create index concurrently pages_by_id on pages (id)',
  ])
  await Promise.all(machines.map((machine) => applyMigrations(machine, [built])))
  const { rows } = await ask(
    url,
    `select indisvalid from pg_index where indexrelid = 'pages_by_id'::regclass`,
  )
  expect(rows).toEqual([{ indisvalid: true }])
  await Promise.all(machines.map((machine) => machine.end()))
})

function migration(tag: string, statements: string[]): Migration {
  return { tag, statements, hash: statements.join() }
}

async function isWaiting(url: string): Promise<boolean> {
  const { rows } = await ask(url, 'select 1 from pg_locks where not granted')
  return rows.length > 0
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function ask(url: string, text: string): Promise<pg.QueryResult> {
  const client = await connect(url)
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}
