// Every database table is in the copy, has a stated reason for being left out, or has nothing about
// members.
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MY_DATA_LISTS } from '../../../domain/my-data-lists.ts'
import { ERASURE_RULES } from '../../../domain/office/erasure-rules.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { NOT_INCLUDED, TABLES } from './tables.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const isOfQueue = (name: string) => name.startsWith('jobs.') && name !== 'jobs.job'

async function namesOf(query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await database.db.execute<{ name: string }>(query)
  return rows.map(({ name }) => name).filter((name) => !isOfQueue(name))
}

test('every table of every schema is decided about', async () => {
  const tables = await namesOf(sql`
    select schemaname || '.' || tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`)
  expect(tables.length).toBeGreaterThan(40)
  expect(tables.toSorted()).toEqual(Object.keys(TABLES).toSorted())
})

test('docs/operations.md says of every table when its rows are deleted, or why they stay', () => {
  const section = readFileSync('docs/operations.md', 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith('What is deleted'))
  const named = new Set(section?.match(/(?<=`)(auth|jobs)?\.?\w+(?=`)/g))
  const tables = Object.keys(TABLES).map((name) => name.replace('public.', ''))
  expect(tables.filter((name) => !named.has(name))).toEqual([])
})

test('no table that refers to a member is listed as without member data', async () => {
  const leading = await namesOf(sql`
    with recursive led (id) as (
      select attrelid from pg_attribute where not attisdropped and attnum > 0 and attname in
        ('member_id', 'user_id', 'held_by', 'actor_user_id', 'email', 'phone', 'relates_to',
          'ip', 'ip_address', 'address_hash', 'caller_hash', 'who', 'nhs_number_index')
      union select conrelid from pg_constraint join led on confrelid = led.id)
    select distinct nspname || '.' || relname as name from led
      join pg_class on pg_class.oid = led.id and relkind = 'r'
      join pg_namespace on pg_namespace.oid = relnamespace
      where nspname not in ('pg_catalog', 'information_schema')`)
  expect(leading).toEqual(
    expect.arrayContaining(['public.refunds', 'public.ledger_entries', 'auth.mfa_challenges']),
  )
  expect(leading.filter((name) => TABLES[name] === 'nobody')).toEqual([])
})

test('every table in the copy names an existing part, and every part has a table', () => {
  const parts = Object.values(TABLES).flatMap((place) =>
    place !== 'nobody' && 'in' in place ? [place.in] : [],
  )
  const all = ['profile', 'account', ...MY_DATA_LISTS.map(([list]) => list)]
  // Profile changes come from the audit log.
  const told = new Set([...parts, 'profile_changes'])
  expect(all.filter((part) => !told.has(part))).toEqual([])
})

test('every reason for leaving something out is a sentence', () => {
  for (const sentence of Object.values(NOT_INCLUDED)) expect(sentence).toMatch(/^[A-Z].+\.$/)
})

test('an erasure has a rule for every table with data of members, and says why anything stays', () => {
  const ofMembers = Object.keys(TABLES).filter((name) => TABLES[name] !== 'nobody')
  expect(Object.keys(ERASURE_RULES).toSorted()).toEqual(ofMembers.toSorted())
  for (const rule of Object.values(ERASURE_RULES))
    if (rule.fate !== 'goes') expect(rule.why).toMatch(/^[A-Z].+\.$/)
})

test('the erasure deletes from every table of which it says that its rows go', () => {
  const erasure = readFileSync('server/platform/db/erasure/erase_member.sql', 'utf8')
  const going = Object.entries(ERASURE_RULES)
    .filter(([name, { fate }]) => fate === 'goes' && name.startsWith('public.'))
    .map(([name]) => name.replace('public.', ''))
  expect(going.length).toBeGreaterThan(15)
  const deletes = (name: string) => new RegExp(`delete from ${name}\\b`).test(erasure)
  // Held places are released like any others, before the function runs.
  expect(going.filter((name) => !deletes(name))).toEqual(['places'])
})
