import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp()
  clerk = await site.staff(['office'])
})
afterAll(() => site.close())

const EMAIL = { by: 'email', name: 'Parking', subject: 'Where to park', text: 'Use the back yard.' }
const call = (method: 'GET' | 'POST' | 'PUT', path = '', body?: object, as = clerk) =>
  site.ask(method, `/api/office/saved-texts${path}`, { as, ...(body && { body }) })
const list = async () => (await call('GET')).body.data

test('a text is kept, changed and removed, and the audit log has what stood there', async () => {
  const { status, body } = await call('POST', '', EMAIL)
  expect([status, body]).toEqual([201, { id: body.id, ...EMAIL, version: 1 }])
  const saved = { ...EMAIL, text: 'Use the front yard.' }
  expect((await call('PUT', `/${body.id}`, { version: 1, saved })).body).toMatchObject({
    text: 'Use the front yard.',
    version: 2,
  })
  expect(await list()).toMatchObject([{ id: body.id, text: 'Use the front yard.' }])
  const stale = await call('PUT', `/${body.id}`, { version: 1, saved: EMAIL })
  expect(stale.body).toMatchObject({ code: 'changed_meanwhile', by: clerk.name })
  expect((await call('POST', `/${body.id}/removal`, { version: 1 })).status).toBe(409)
  expect((await call('POST', `/${body.id}/removal`, { version: 2 })).status).toBe(204)
  expect((await call('POST', `/${body.id}/removal`, { version: 2 })).status).toBe(404)
  expect(await list()).toEqual([])
  const { rows } = await site.ownerPool.query(
    `select action from audit_log where subject = $1 order by id`,
    [`saved text ${body.id}`],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'saved text added',
    'saved text changed',
    'saved text removed',
  ])
})

test('one way has a name once, and nothing is saved that a message would not fill in or hold', async () => {
  const sms = { by: 'sms', name: 'Late', text: 'We are running late.' }
  expect((await call('POST', '', sms)).body).toMatchObject({ subject: null })
  expect((await call('POST', '', { ...sms, name: 'LATE' })).body.code).toBe('same_name')
  expect((await call('POST', '', { ...EMAIL, name: 'Late' })).status).toBe(201)
  for (const wrong of [
    { ...EMAIL, name: 'A', text: 'Dear {first_name}' },
    { ...EMAIL, name: 'B', subject: '' },
    { ...sms, name: 'C', text: 'a'.repeat(381) },
  ])
    expect((await call('POST', '', wrong)).status).toBe(400)
})

test('other roles neither read nor write them', async () => {
  for (const role of ['venue', 'clinician', 'treasurer', 'admin'] as const) {
    const other = await site.staff([role])
    expect((await call('GET', '', undefined, other)).status).toBe(403)
    expect((await call('POST', '', EMAIL, other)).status).toBe(403)
  }
})
