import pg from 'pg'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../../test/database/database.ts'
import { openDatabase } from './database.ts'
import { migrate, readMigrations } from './migrate.ts'

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
  await ask(url, `update schema_migrations set hash = 'of another text' where tag = '0000_first'`)
  await expect(migrate(url)).rejects.toThrow('0000_first ran and was changed since')
})

test('a migration that fails leaves nothing of itself', async () => {
  const url = await createEmptyDatabase()
  // The last table of the first migration exists already, so the migration fails late.
  await ask(url, 'create table error_reports (id int)')
  await expect(migrate(url)).rejects.toThrow('already exists')
  const { rows } = await ask(
    url,
    `select tablename from pg_tables where schemaname = 'public' order by tablename`,
  )
  expect(rows).toEqual([{ tablename: 'error_reports' }, { tablename: 'schema_migrations' }])
})

async function ask(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}
