import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { deleteMailsTo, listMailsTo, MOST_SHOWN } from './mails-to.ts'

const LATER = { afterSeconds: 3_600 }
let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ settings: { rateLimitScale: 1 } })
})
afterAll(() => site.close())

async function queue(to: string, subject: string): Promise<void> {
  const { db } = site.deps.database
  await site.deps.jobs.enqueue(db, 'mail', { to, subject, text: 'words' }, LATER)
}

test('unsent mails are found by the hash of their recipient, and no other is opened', async () => {
  const { db } = site.deps.database
  await queue('Heron@example.org', 'one of theirs')
  await queue('kestrel@example.org', 'one of another')
  await db.execute(sql`update jobs.job set data = jsonb_set(data, '{sealed}', '"spoilt"')
    where name = 'mail' and data->>'recipient' <> (
      select data->>'recipient' from jobs.job where name = 'mail' order by created_on, id limit 1)`)
  const mails = await listMailsTo(db, site.deps, { email: 'heron@example.org', phone: '' })
  expect(mails.map(({ subject }) => subject)).toEqual(['one of theirs'])
  const rows = await db.execute(sql`select data::text as text from jobs.job where name = 'mail'`)
  expect(JSON.stringify(rows.rows)).not.toMatch(/heron|kestrel/i)
})

test('a number that nobody proved shows no message to it in the copy, which is made eight times a day', async () => {
  const { db } = site.deps.database
  const phone = '07700 900942'
  const stranger = await site.member({ phone })
  const sms = { phone: '+447700900942', subject: 'News for the member', text: 'words' }
  await site.deps.jobs.enqueue(db, 'sms', sms, LATER)
  const owner = await site.member({ phone, provenPhone: phone })
  const own = await site.ask('GET', '/api/my-data', { as: owner })
  expect(own.body.mails_waiting).toMatchObject([{ subject: sms.subject }])
  const copy = () => site.ask('GET', '/api/my-data', { as: stranger })
  expect((await copy()).body.mails_waiting).toEqual([])
  for (let n = 0; n < 7; n++) expect((await copy()).status).toBe(200)
  expect((await copy()).status).toBe(429)
})

test('an erasure takes all of them, however many; a copy shows the first 500', async () => {
  const { db } = site.deps.database
  const to = { email: 'dunnock@example.org', phone: '' }
  for (let n = 0; n < 510; n++) await queue(to.email, `news ${n}`)
  expect(await listMailsTo(db, site.deps, to, MOST_SHOWN)).toHaveLength(500)
  await deleteMailsTo(db, site.deps, to)
  expect(await listMailsTo(db, site.deps, to)).toEqual([])
})
