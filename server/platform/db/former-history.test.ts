// A database that ran the former migrations one by one, before the baseline stood for them. The
// dump is of one that commit 6b07aa7 migrated.
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { migrateAuth } from '../../../auth/db/migrate.ts'
import { createEmptyDatabase } from '../../../test/database/database.ts'
import { describeSchema } from '../../../test/database/describe-schema.ts'
import { listMissingMigrations, migrate, readMigrations } from './migrate.ts'

const DUMP = new URL('../../../test/database/former-database.sql.gz', import.meta.url)
const FIRST_STEP = 'Start commit 6b07aa7 on it once'

const pools: pg.Pool[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()))
})

async function openEmpty(): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: await createEmptyDatabase(), max: 6 })
  pools.push(pool)
  return pool
}

async function openFormer(): Promise<pg.Pool> {
  const pool = await openEmpty()
  await pool.query(gunzipSync(await readFile(DUMP)).toString())
  return pool
}

async function update(pool: pg.Pool): Promise<void> {
  await migrate(pool)
  await migrateAuth(pool)
}

const listRan = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ name: string }>(
    `select tag as name from schema_migrations where tag <> 'lock'
     union all select name from auth.migrations where name <> 'lock' order by name`,
  )
  return rows.map(({ name }) => name)
}

test('is brought over: the baseline counts as run, the later ones follow, and rows stay', async () => {
  const pool = await openFormer()
  const former = await listRan(pool)
  expect(former).toHaveLength(75 + 11)
  await pool.query(`insert into labs (name) values ('Kestrel')`)
  await pool.query(`insert into auth.used_id_tokens values ('\\x01', now())`)
  await update(pool)

  const tags = (await readMigrations()).map(({ tag }) => tag)
  const ran = await listRan(pool)
  expect(ran).toEqual([...former, ...tags, '0011_baseline.sql'].sort())
  expect(await listMissingMigrations(pool)).toEqual([])
  expect((await pool.query('select name from labs')).rows).toEqual([{ name: 'Kestrel' }])
  expect((await pool.query('select mark from auth.used_id_tokens')).rows).toHaveLength(1)
  await update(pool)
  expect(await listRan(pool)).toEqual(ran)
})

test('has then the schema of a fresh one: tables, rights, functions and triggers', async () => {
  const [former, fresh] = await Promise.all([openFormer(), openEmpty()])
  await Promise.all([update(former), update(fresh)])
  const expected = await describeSchema(fresh)
  expect(expected.length).toBeGreaterThan(2_000)
  expect(await describeSchema(former)).toEqual(expected)
})

test('is brought over once by several processes that start at once', async () => {
  const pool = await openFormer()
  await Promise.all(Array.from({ length: 3 }, () => update(pool)))
  expect(await listMissingMigrations(pool)).toEqual([])
})

test.each([
  ['schema_migrations', 'tag', '0074_results_without_a_release_index', ''],
  ['schema_migrations', 'tag', '0042_attendance_reviews', ''],
  ['auth.migrations', 'name', '0011_idle_sessions', '.sql'],
])('is refused, and stays as it is, when %s lacks a %s: %s', async (table, column, name, end) => {
  const pool = await openFormer()
  await pool.query(`delete from ${table} where ${column} >= $1`, [`${name}${end}`])
  await pool.query(`insert into ${table} (${column}, hash) values ('later', '')`)
  const before = [await listRan(pool), await describeSchema(pool)]
  const run = () => (table === 'auth.migrations' ? migrateAuth(pool) : migrate(pool))
  await expect(run()).rejects.toThrow(`lacks the former migration ${name}.sql`)
  await expect(run()).rejects.toThrow(FIRST_STEP)
  expect([await listRan(pool), await describeSchema(pool)]).toEqual(before)
})

test.each([
  ['schema_migrations', 'tag', '0001_append_only'],
  ['auth.migrations', 'name', '0003_sign_in_links.sql'],
])('is refused when %s has another text of a %s: %s', async (table, column, name) => {
  const pool = await openFormer()
  await pool.query(`update ${table} set hash = 'other' where ${column} = $1`, [name])
  const run = () => (table === 'auth.migrations' ? migrateAuth(pool) : migrate(pool))
  await expect(run()).rejects.toThrow(/another text of the former migration 000[13]_\w+\.sql/)
})
