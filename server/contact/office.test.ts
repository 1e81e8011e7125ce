import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { insertMessage } from './contact.queries.ts'
import { sealMessages } from './seal-messages.ts'

let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp()
  clerk = await site.staff(['office'])
  for (const [n, spamReason] of [null, null, 'sent within 2 s'].entries()) {
    await insertMessage(site.deps.database.db, site.deps, {
      firstName: 'James',
      lastName: `Carter ${n}`,
      email: `james-${n}@example.org`,
      phoneNumber: '07700 900118',
      message: 'Is there an event near Ely?',
      state: spamReason ? 'held' : 'received',
      spamReason,
      receivedAt: site.deps.now(),
    })
  }
})
afterAll(() => site.close())

const list = async (query = '') =>
  (await site.ask('GET', `/api/office/messages${query}`, { as: clerk })).body
const handle = (id: number, handled: boolean) =>
  site.ask('PUT', `/api/office/messages/${id}/handled`, { as: clerk, body: { handled } })

describe('the messages', () => {
  test('are listed newest first, spam apart, and found by their words', async () => {
    const open = await list()
    expect(open.tabs).toEqual({ open: 2, mine: 0, complaints: 0, handled: 0, spam: 1 })
    expect(open.data.map(({ name }: { name: string }) => name)).toEqual([
      'James Carter 1',
      'James Carter 0',
    ])
    expect((await list('?tab=spam')).data[0].spam_reason).toBe('sent within 2 s')
    expect((await list('?q=carter+1')).total).toBe(1)
    expect((await list('?q=100%25')).total).toBe(0)
  })

  test('are handled by a person, once, and opened again', async () => {
    const [message] = (await list()).data
    expect((await handle(message.id, true)).status).toBe(204)
    const again = await handle(message.id, true)
    expect([again.status, again.body.code]).toEqual([409, 'changed_meanwhile'])
    const [handled] = (await list('?tab=handled')).data
    expect(handled).toMatchObject({ id: message.id, handled_by: clerk.name })
    expect((await handle(message.id, false)).status).toBe(204)
    const { rows } = await site.deps.database.pool.query(
      'select action from audit_log where subject = $1 order by id',
      [`message ${message.id}`],
    )
    expect(rows.map(({ action }) => action)).toEqual(['message handled', 'message opened again'])
  })

  test('are taken out of spam, and put there, by a person, once', async () => {
    const mark = (id: number, spam: boolean) =>
      site.ask('PUT', `/api/office/messages/${id}/spam`, { as: clerk, body: { spam } })
    const [held] = (await list('?tab=spam')).data
    expect((await mark(held.id, false)).status).toBe(204)
    expect((await mark(held.id, false)).body.code).toBe('changed_meanwhile')
    const [open] = (await list()).data
    expect(open).toMatchObject({ id: held.id, spam_reason: null })
    expect((await mark(held.id, true)).status).toBe(204)
    expect((await list('?tab=spam')).data[0].spam_reason).toBe('a colleague says so')
    expect((await mark(999_999, true)).status).toBe(409)
  })

  test('name the members who have the sender’s address', async () => {
    const member = await site.member({ email: 'James-0@example.org', lastName: 'Quartz' })
    const messages = (await list()).data
    const of = (email: string) =>
      messages.find((message: { email: string }) => message.email === email).members
    expect(of('james-0@example.org')).toEqual([
      { id: member.id, name: expect.stringMatching(/ Quartz$/) },
    ])
    expect(of('james-1@example.org')).toEqual([])
  })

  test('are sealed, also those stored in clear, and found by what they say', async () => {
    const { pool } = site.deps.database
    await pool.query(`update contact_messages set message = 'My PSA was raised', seal_id = null,
      sealed = null where last_name = 'Carter 0'`)
    expect((await list('?q=psa+was')).total).toBe(1)
    await sealMessages(site.deps)
    const { rows } = await pool.query(
      'select distinct message, sealed is null as clear from contact_messages',
    )
    expect(rows).toEqual([{ message: 'sealed', clear: false }])
    expect((await list('?q=psa+was')).data).toMatchObject([{ message: 'My PSA was raised' }])
    expect((await list('?q=sealed')).total).toBe(0)
  })
})
