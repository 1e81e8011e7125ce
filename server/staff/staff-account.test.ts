// The account of a colleague: the state of the invitation, sending it again, and ending sessions.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let admin: Awaited<ReturnType<TestApp['staff']>>
const opened: string[] = []
let account: { isConfirmed: boolean; lastSignInAt: Date | null; hasFactor?: boolean }
beforeAll(async () => {
  site = await openTestApp({ now: START })
  admin = await site.staff(['admin'])
  const accounts = site.deps.auth.staffAccounts
  if (!accounts) throw new Error('there are no accounts')
  accounts.stateOf = async () => ({
    hasFactor: false,
    ...account,
    invitedAt: START,
    invitationUntil: new Date('2027-01-13T09:00:00Z'),
  })
  const { open } = accounts
  accounts.open = async (email, by) => {
    opened.push(email)
    return open(email, by)
  }
})
afterAll(() => site.close())

const ask = (method: 'GET' | 'POST', id: number, end: string, as = admin) =>
  site.ask(method, `/api/office/staff/${id}/${end}`, { as })

test('an invitation waits, expires and is used; last seen is the latest of sign-in and use', async () => {
  account = { isConfirmed: false, lastSignInAt: null }
  const person = await site.staff(['office'])
  expect((await ask('GET', person.id, 'account')).body).toMatchObject({
    state: 'waiting',
    expires_at: '2027-01-13T09:00:00.000Z',
    last_seen_at: null,
  })
  site.moveTo(new Date('2027-01-13T10:00:00Z'))
  admin = await site.staff(['admin'])
  expect((await ask('GET', person.id, 'account')).body).toMatchObject({ state: 'expired' })
  account = { isConfirmed: true, lastSignInAt: START }
  expect((await ask('GET', person.id, 'account')).body).toMatchObject({
    state: 'used',
    last_seen_at: START.toISOString(),
  })
  await site.ask('GET', '/api/office/today', { as: person })
  expect((await ask('GET', person.id, 'account')).body.last_seen_at).toBe(
    '2027-01-13T10:00:00.000Z',
  )
  expect((await ask('GET', 999_999, 'account')).status).toBe(404)

  // Sessions go after a day without use; the list still says when.
  await site.ownerPool.query('delete from office_sessions where staff_id = $1', [person.id])
  const newcomer = await site.staff(['office'])
  const { body } = await site.ask('GET', '/api/office/staff', { as: admin })
  const seen = (id: number) => body.data.find((one: { id: number }) => one.id === id).last_seen_at
  expect([seen(person.id), seen(newcomer.id)]).toEqual(['2027-01-13T10:00:00.000Z', null])
})

test('an invitation is sent again to its own address alone, until it was used', async () => {
  account = { isConfirmed: false, lastSignInAt: null }
  const person = await site.staff(['office'])
  expect((await ask('POST', person.id, 'invitation')).status).toBe(204)
  expect(opened).toEqual([person.email])
  account = { isConfirmed: true, lastSignInAt: null }
  expect((await ask('POST', person.id, 'invitation')).body.code).toBe('invitation_used')
  expect((await ask('POST', person.id, 'invitation', person)).status).toBe(403)
  expect(opened).toHaveLength(1)
})

test('signing out everywhere ends the sessions, and is audited', async () => {
  const person = await site.staff(['office'])
  expect((await site.ask('GET', '/api/office/today', { as: person })).status).toBe(200)
  expect((await ask('POST', person.id, 'sign-out')).status).toBe(204)
  expect((await site.ask('GET', '/api/office/today', { as: person })).status).toBe(401)
  const { rows } = await site.deps.database.db.execute(
    `select actor_user_id from audit_log where action = 'signed out everywhere'`,
  )
  expect(rows).toEqual([{ actor_user_id: admin.userId }])
})

test('the cover names what only one person can do', async () => {
  const { body } = await site.ask('GET', '/api/office/staff-cover', { as: admin })
  expect(body.lacking).toContain('results.review')
  expect(body.lacking).not.toContain('staff.write')
})
