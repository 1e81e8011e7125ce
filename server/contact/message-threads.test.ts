// Answers, notes, the owner and complaints about data: what is sent to whom, and what stays sealed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everythingAsText } from '../../test/app/test-app.queries.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { until } from '../../test/until.ts'
import { insertMessage } from './contact.queries.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp({ now: START })
  clerk = await site.staff(['office'])
})
afterAll(() => site.close())

type Method = 'GET' | 'POST' | 'PUT'
const ask = (method: Method, id: number, end = '', body?: object, as = clerk) =>
  site.ask(method, `/api/office/messages/${id}${end}`, { as, ...(body && { body }) })
const mailsTo = (email: string) => site.mails.filter(({ to }) => to === email)
const thread = async (id: number) => (await ask('GET', id)).body
const answer = (id: number, more: object = {}, as = clerk) =>
  ask('POST', id, '/replies', { text: 'Yes, on Friday.\n\nIn Ely.', handled: true, ...more }, as)

let written = 0
async function receive({ spamReason = null }: { spamReason?: string | null } = {}) {
  written += 1
  const email = `writes-${written}@example.org`
  await insertMessage(site.deps.database.db, site.deps, {
    firstName: 'James',
    lastName: 'Carter',
    email,
    phoneNumber: '07700 900118',
    message: 'Is there an event near Ely?',
    state: spamReason ? 'held' : 'received',
    spamReason,
    receivedAt: site.deps.now(),
  })
  const { rows } = await site.deps.database.pool.query(
    'select id::int from contact_messages where email = $1',
    [email],
  )
  return { id: Number(rows[0].id), email }
}

test('an answer is mailed to the sender with what they wrote, kept sealed, and handles the message', async () => {
  const { id, email } = await receive()
  expect((await answer(id)).status).toBe(204)
  await until(() => expect(mailsTo(email)).toHaveLength(1))
  const [mail] = mailsTo(email)
  expect(mail?.subject).toBe('Your message to CHAPS')
  expect(mail?.text).toMatch(/Dear James.*Yes, on Friday\.\s+In Ely\..*you wrote to us.*near Ely/s)
  expect(await thread(id)).toMatchObject({
    handled_by: clerk.name,
    entries: [{ kind: 'reply', text: 'Yes, on Friday.\n\nIn Ely.', by: clerk.name }],
  })
  expect(await everythingAsText(site.deps.database.db)).not.toContain('on Friday')
})

test('a note is for colleagues alone, and neither mails nor handles', async () => {
  const { id, email } = await receive()
  expect((await ask('POST', id, '/notes', { text: 'Rang, no answer' })).status).toBe(204)
  expect(mailsTo(email)).toEqual([])
  expect(await thread(id)).toMatchObject({
    handled_at: null,
    entries: [{ kind: 'note', text: 'Rang, no answer' }],
  })
  expect((await ask('POST', id, '/notes', { text: ' ' })).status).toBe(400)
})

test('a message is handed to somebody who reads messages, is theirs alone in the list, and returned', async () => {
  const { id } = await receive()
  const other = await site.staff(['office'])
  const treasurer = await site.staff(['treasurer'])
  expect((await ask('PUT', id, '/owner', { staff_id: treasurer.id })).status).toBe(404)
  expect((await ask('PUT', id, '/owner', { staff_id: other.id })).status).toBe(204)
  const mine = async (as: typeof clerk) =>
    (await site.ask('GET', '/api/office/messages?tab=mine', { as })).body.data
  expect(await mine(other)).toMatchObject([{ id, owner: { id: other.id, name: other.name } }])
  expect(await mine(clerk)).toEqual([])
  expect((await ask('PUT', id, '/owner', { staff_id: null })).status).toBe(204)
  expect((await thread(id)).owner).toBeNull()
})

test('a complaint is acknowledged by the first answer and finished by its outcome, once', async () => {
  const { id } = await receive()
  const complaints = async () =>
    (await site.ask('GET', '/api/office/today', { as: clerk })).body.complaints ?? []
  expect((await answer(id, { tells_outcome: true })).body.code).toBe('no_complaint')
  const mark = (complaint: boolean) => ask('PUT', id, '/complaint', { complaint })
  expect((await mark(true)).status).toBe(204)
  expect((await mark(true)).status).toBe(204)
  expect((await thread(id)).complaint).toEqual({ step: 'acknowledgement', by: '2027-02-11' })
  expect(await complaints()).toMatchObject([
    { id, name: 'James Carter', step: 'acknowledgement', by: '2027-02-11' },
  ])
  expect((await answer(id, { handled: false })).status).toBe(204)
  expect((await thread(id)).complaint).toEqual({ step: 'outcome', by: '2027-02-11' })
  expect((await mark(false)).status).toBe(204)
  expect((await mark(true)).status).toBe(204)
  expect((await thread(id)).complaint).toEqual({ step: 'outcome', by: '2027-02-11' })
  expect((await answer(id, { handled: false, tells_outcome: true })).status).toBe(204)
  expect(await thread(id)).toMatchObject({
    complaint: { step: null, by: null },
    handled_by: clerk.name,
  })
  expect(await complaints()).toEqual([])
  expect((await mark(false)).body.code).toBe('complaint_answered')
})

test('a held message is not answered, and no other role reads or answers one', async () => {
  const { id, email } = await receive({ spamReason: 'sent within 2 s' })
  expect((await answer(id)).body.code).toBe('held_message')
  expect(mailsTo(email)).toEqual([])
  for (const role of ['venue', 'clinician', 'treasurer', 'admin'] as const) {
    const as = await site.staff([role])
    const statuses = [
      (await ask('GET', id, '', undefined, as)).status,
      (await answer(id, {}, as)).status,
    ]
    expect([role, ...statuses]).toEqual([role, 403, 403])
  }
  expect((await ask('GET', 999_999)).status).toBe(404)
})

test('nobody mails one sender more than five answers in a day', async () => {
  const { id, email } = await receive()
  const codes = []
  for (let n = 0; n < 6; n++) codes.push((await answer(id)).status)
  expect(codes).toEqual([204, 204, 204, 204, 204, 429])
  await until(() => expect(mailsTo(email)).toHaveLength(5))
})
