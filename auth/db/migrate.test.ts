import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../test/database/database.ts'
import { deleteStale } from '../queries/clean-up.queries.ts'
import { migrateAuth } from './migrate.ts'

let pool: pg.Pool

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await createEmptyDatabase(), max: 8 })
})
afterAll(() => pool.end())

test('several processes that start at once make one schema', async () => {
  await Promise.all(Array.from({ length: 6 }, () => migrateAuth(pool)))
  const { rows } = await pool.query(
    `select name from auth.migrations where name <> 'lock' order by name`,
  )
  const names = await readdir(new URL('./migrations/', import.meta.url))
  const files = names.filter((name) => name.endsWith('.sql'))
  expect(rows.map(({ name }) => name)).toEqual(files.sort())
})

test('a second start changes nothing', async () => {
  await pool.query(`insert into auth.failed_attempts values ('kept', 1, now())`)
  await migrateAuth(pool)
  const { rows } = await pool.query('select key from auth.failed_attempts')
  expect(rows).toEqual([{ key: 'kept' }])
})

test('a migration that was changed after it ran stops the start', async () => {
  await pool.query(`update auth.migrations set hash = 'other' where name <> 'lock'`)
  await expect(migrateAuth(pool)).rejects.toThrow('was changed since')
})

test('the clean-up deletes rows older than a day and leaves the rest', async () => {
  const now = new Date('2027-01-14T11:20:00Z')
  const old = new Date('2027-01-13T11:19:00Z')
  await pool.query(`insert into auth.failed_attempts values ('old', 1, $1), ('new', 1, $2)`, [
    old,
    now,
  ])
  await deleteStale(pool, now)
  const { rows } = await pool.query(
    `select key from auth.failed_attempts where key in ('old', 'new')`,
  )
  expect(rows).toEqual([{ key: 'new' }])
})
