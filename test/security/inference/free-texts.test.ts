// Every column in which a person may write anything is sealed, or listed with what stands in it.
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../database/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Codes, words that the program chooses, texts of the charity about itself, and what a round seals. */
const NO_HEALTH = new Set([
  'access_log.reason',
  'attendance_actions.note',
  'attendance_actions.reason',
  'audit_log.details',
  'consent_words.words',
  'contact_messages.message',
  'error_reports.description',
  'error_reports.message',
  'events.description',
  'idempotent_answers.body',
  'letter_batches.reason',
  'likely_doubles.reason',
  'mail_texts.text',
  'banners.words',
  'newsletters.body',
  'saved_texts.text',
  'members.support_note',
  'merge_requests.proposal',
  'money_differences.reason',
  'payments.description',
  'refunds.reason',
  'result_import_rows.reason',
  'webhook_events.body',
])
const IS_FREE =
  /(note|reason|message|explanation|description|text|words|comment|details|proposal|body)$/

/** Texts and JSON without a list of values. */
async function listFreeTexts(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    select c.relname || '.' || a.attname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attgenerated = ''
        and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'varchar'::regtype)
        and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
          and a.attnum = any(k.conkey) and pg_get_constraintdef(k.oid) like '%ARRAY%')
      order by 1`)
  return rows.map(({ name }) => name).filter((name) => IS_FREE.test(name))
}

function listOnPage(): string[] {
  const page = new URL('../../../docs/data-protection.md', import.meta.url)
  const [, after = ''] = readFileSync(page, 'utf8').split('### Words in clear')
  const [section = ''] = after.split(/\n##+ /)
  return [...section.matchAll(/^\| `(\w+\.\w+)` \| [^|]{10,} \| [^|]{10,} \|$/gm)].map(
    ([, name]) => name ?? '',
  )
}

test('each column of free words is sealed, without health, or listed with its reason', async () => {
  const free = await listFreeTexts(database.owner.pool)
  expect(free.length).toBeGreaterThan(15)
  const listed = listOnPage()
  expect(free.filter((name) => !NO_HEALTH.has(name) && !listed.includes(name))).toEqual([])
  expect([...NO_HEALTH, ...listed].filter((name) => !free.includes(name))).toEqual([])
})
