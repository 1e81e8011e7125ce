import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { splitAddress } from '../../domain/postal-address.ts'
import { openTestDatabase, type TestDatabase } from '../../test/database/database.ts'

const MIGRATION = new URL('./migrations/0031_members_without_account.sql', import.meta.url)

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const WORDS = [
  '14 Sample Street',
  'Flat 2',
  'Mill Lane',
  'Bures',
  'co8 5aa',
  'x CO85AA',
  'England',
  'Unit',
  'uk',
]

test('the migration splits stored addresses as the program splits new ones', async () => {
  const texts = ['', 'CO8 5AA', '1 A\nB\r\nC \n co1 1aa', ' ,, ,', 'a,b,c,d,e,f,Bures, CO8 5AA']
  for (const one of WORDS)
    for (const two of WORDS) for (const three of WORDS) texts.push([one, two, three].join(', '))
  const { pool } = database
  await pool.query(
    `insert into members (user_id, email, first_name, last_name, gender, date_of_birth, ethnicity,
        phone, home_address)
      select gen_random_uuid(), 'split@example.org', 'A', 'B', 'Male', '1960-01-01', 'Not stated',
        '1', t from unnest($1::text[]) t`,
    [texts],
  )
  const statements = (await readFile(MIGRATION, 'utf8')).split('--> statement-breakpoint')
  const splitting = statements.filter((statement) => statement.includes('update members'))
  expect(splitting).toHaveLength(1)
  await pool.query(splitting.join())

  const { rows } = await pool.query(
    `select home_address, address_lines as lines, town, postcode from members
      where email = 'split@example.org'`,
  )
  expect(rows).toHaveLength(texts.length)
  for (const { home_address: text, ...address } of rows)
    expect([text, address]).toEqual([text, splitAddress(text)])
})
