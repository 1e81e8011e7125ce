import { readdir, readFile } from 'node:fs/promises'
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
  const files = await readdir(new URL('./migrations/', import.meta.url))
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

test('counters keep their newest window when there is one of each', async () => {
  const own = new pg.Pool({ connectionString: await createEmptyDatabase(), max: 1 })
  await own.query('create schema auth')
  const folder = new URL('./migrations/', import.meta.url)
  for (const name of (await readdir(folder)).sort()) {
    if (name === '0009_rate_limits.sql') {
      await own.query(`insert into auth.request_counts values
        ('a', '2027-01-12T09:00Z', 3), ('a', '2027-01-12T10:00Z', 1), ('b', '2027-01-12T09:00Z', 2)`)
      await own.query(`insert into auth.guesses values ('wrong', 4, now())`)
    }
    await own.query(await readFile(new URL(name, folder), 'utf8'))
  }
  const counters = await own.query('select key, count from auth.rate_limits order by key')
  expect(counters.rows).toEqual([
    { key: 'a', count: 1 },
    { key: 'b', count: 2 },
  ])
  const failed = await own.query('select key, failures from auth.failed_attempts')
  expect(failed.rows).toEqual([{ key: 'wrong', failures: 4 }])
  await own.end()
})
