// A lost phone: another admin asks, everybody gets an email, a day passes, and any admin can stop it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '../../domain/durations.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { until } from '../../test/until.ts'
import { removeDueFactors } from './factor-removals.ts'

type Staff = Awaited<ReturnType<TestApp['staff']>>
const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let admin: Staff
let second: Staff
let hasFactor = true
const removed: string[] = []
beforeAll(async () => {
  site = await openTestApp({ now: START })
  const accounts = site.deps.auth.staffAccounts
  if (!accounts) throw new Error('there are no accounts')
  const known = { isConfirmed: true, invitedAt: null, invitationUntil: null, lastSignInAt: null }
  accounts.stateOf = async () => ({ ...known, hasFactor })
  accounts.removeFactors = async (userId) => void removed.push(userId)
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  hasFactor = true
  removed.length = 0
  admin = await site.staff(['admin'])
  second = await site.staff(['admin'])
})

const ask = (id: number, as = admin) =>
  site.ask('POST', `/api/office/staff/${id}/factor-removal`, { as, body: { reason: 'Knows us' } })
const stop = (id: number, as = second) =>
  site.ask('POST', `/api/office/staff/${id}/factor-removal/stop`, { as })
const removalOf = async (id: number) =>
  (await site.ask('GET', `/api/office/staff/${id}/account`, { as: second })).body.removal
const mailsTo = (to: string) => site.mails.filter((mail) => mail.to === to)
const run = () =>
  removeDueFactors(site.deps, (error) => {
    throw error
  })
const passHours = async (hours: number) => {
  site.moveTo(new Date(START.getTime() + hours * HOUR_MS))
  await run()
}

test('the second factor goes a day after another admin asked, and all got two emails', async () => {
  const person = await site.staff(['office'])
  expect((await ask(person.id)).status).toBe(204)
  expect(await removalOf(person.id)).toMatchObject({
    asked_by: admin.name,
    due_at: '2027-01-13T09:00:00.000Z',
  })
  await passHours(23)
  expect(removed).toEqual([])
  await passHours(24)
  await run()
  expect(removed).toEqual([person.userId])
  for (const { email } of [person, admin, second])
    await until(() => expect(mailsTo(email)).toHaveLength(2))
})

test('any admin stops it until then, and it can be asked for again', async () => {
  const person = await site.staff(['office'])
  await ask(person.id)
  expect((await stop(person.id)).status).toBe(204)
  expect((await stop(person.id)).body.code).toBe('no_removal')
  await passHours(25)
  expect(removed).toEqual([])
  site.moveTo(START)
  expect((await ask(person.id)).status).toBe(204)
})

test('two admins at once ask once; nobody asks for themselves, and no other role', async () => {
  const person = await site.staff(['office'])
  const both = await Promise.all([ask(person.id), ask(person.id, second)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
  expect((await ask(admin.id)).body.code).toBe('own_factor')
  expect((await ask(admin.id, person)).status).toBe(403)
  expect((await stop(person.id, person)).status).toBe(403)
  expect((await ask(999_999)).status).toBe(404)
})

test('without a second factor, and of somebody who left, nothing is removed', async () => {
  const person = await site.staff(['office'])
  hasFactor = false
  expect((await ask(person.id)).body.code).toBe('no_factor')
  hasFactor = true
  await ask(person.id)
  const { body } = await site.ask('GET', `/api/office/staff/${person.id}`, { as: admin })
  const { name, version } = body
  const left = { name, version, roles: [] }
  const { status } = await site.ask('PUT', `/api/office/staff/${person.id}`, {
    as: admin,
    body: left,
  })
  expect(status).toBe(200)
  await passHours(25)
  expect(removed).not.toContain(person.userId)
})
