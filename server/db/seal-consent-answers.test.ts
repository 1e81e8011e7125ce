// Health answers stored in clear before migration 0011: no copy may remain on disk.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everythingAsText } from '../../test/app/test-app.queries.ts'
import { createEmptyDatabase } from '../../test/database/database.ts'
import { openConsent } from '../consent/sealed-consent.ts'
import { makeFieldKeys, openFieldKeys } from '../platform/field-keys.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const BEFORE = { upTo: '0011_seal_consent_answers' }
const GIVEN_AT = new Date('2026-06-12T09:00:00.123Z')
const fieldKeys = openFieldKeys(makeFieldKeys())
let url: string
let client: pg.Client
beforeAll(async () => {
  url = await createEmptyDatabase()
  await migrate(url, BEFORE)
  client = new pg.Client({ connectionString: url })
  await client.connect()
  await addClearConsents(client)
})
afterAll(() => client.end())

test('old consents need the keys: without them nothing is changed', async () => {
  await expect(migrate(url)).rejects.toThrow('needs FIELD_KEYS')
  const { rows } = await client.query('select answers from consents order by id')
  expect(rows).toMatchObject([
    { answers: { motherSideDetails: 'Dunnock detail' } },
    { answers: { medicationHistory: 'None' } },
  ])
})

test('are sealed for their own row, and nowhere readable afterwards', async () => {
  const before = await fileOfConsents()
  await migrate(url, { fieldKeys })
  expect(await fileOfConsents()).not.toBe(before)
  const { rows } = await client.query('select * from consents order by id')
  const opened = rows.map(({ member_id, event_id, given_at, sealed }) =>
    openConsent(fieldKeys, { memberId: member_id, eventId: event_id, givenAt: given_at, sealed }),
  )
  expect(opened).toEqual([
    {
      answers: { motherSideDetails: 'Dunnock detail', medicationHistory: 'Avodart' },
      gpSurgery: null,
      takenWith: null,
    },
    { answers: { medicationHistory: 'None' }, gpSurgery: null, takenWith: null },
  ])
  expect(rows[0]).not.toHaveProperty('answers')
  const { db, close } = openDatabase(url, { max: 1 })
  const text = await everythingAsText(db)
  await close()
  expect(text).toContain('Bellfounder')
  for (const canary of ['Dunnock', 'Avodart', 'medicationHistory'])
    expect(text).not.toContain(canary)
})

test('consents are append-only again', async () => {
  const change = client.query('update consents set sealed = sealed')
  await expect(change).rejects.toMatchObject({ code: '42501' })
  await expect(client.query('delete from consents')).rejects.toMatchObject({ code: '42501' })
  const { rows } = await client.query(
    `select tgenabled from pg_trigger where tgname = 'append_only' and tgrelid = 'consents'::regclass`,
  )
  expect(rows).toEqual([{ tgenabled: 'O' }])
})

/** The table's file on disk; a rewritten one holds no dropped column. */
async function fileOfConsents(): Promise<number> {
  const { rows } = await client.query(`select pg_relation_filenode('consents') as file`)
  return rows[0].file
}

async function addClearConsents(to: pg.Client): Promise<void> {
  await to.query(
    `insert into members (user_id, email, first_name, last_name, gender, date_of_birth, ethnicity,
       phone, home_address, occupation) values
       (gen_random_uuid(), 'a@example.org', 'A', 'B', 'Male', '1960-01-01', 'Not stated', '44', 'C', 'Bellfounder')`,
  )
  await to.query(`insert into products (name, price_pence) values ('PSA test', 2500)`)
  await to.query(
    `insert into events (name, starts_at, ends_at, session_minutes, product_id, exclusive_for)
     select 'Screening', now(), now() + interval '1 hour', 10, id, 'COMMUNITY' from products`,
  )
  await to.query(`insert into consent_words (version, words) values ('1', '{}')`)
  for (const answers of [
    { motherSideDetails: 'Dunnock detail', medicationHistory: 'Avodart' },
    { medicationHistory: 'None' },
  ])
    await to.query(
      `insert into consents (member_id, event_id, words_version, psa_test_date, answers, terms,
         sample_consent, gp_sharing, disclaimer, given_at)
       select members.id, events.id, '1', '2027-01-16', $1, true, true, false, true, $2
         from members, events`,
      [answers, GIVEN_AT],
    )
}
