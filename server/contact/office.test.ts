import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { insertMessage } from './contact.queries.ts'

let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp()
  clerk = await site.staff(['office'])
  for (const [n, spamReason] of [null, null, 'sent within 2 s'].entries()) {
    await insertMessage(site.deps.database.db, {
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
    expect(open.tabs).toEqual({ open: 2, handled: 0, spam: 1 })
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
})
