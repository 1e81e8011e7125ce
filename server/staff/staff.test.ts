import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../../domain/durations.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { until } from '../../test/until.ts'
import { Refused } from '../platform/http/refused.ts'
import { changeStaff } from './change-staff.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())

type Person = Awaited<ReturnType<TestApp['staff']>>
const list = async (as: Person, query = '') =>
  (await site.ask('GET', `/api/office/staff${query}`, { as })).body
const change = (as: Person, who: { id: number }, body: object) =>
  site.ask('PUT', `/api/office/staff/${who.id}`, { as, body })

test('me has name, roles and permissions', async () => {
  const person = await site.staff(['office', 'treasurer'])
  const { body } = await site.ask('GET', '/api/office/me', { as: person })
  expect(body).toMatchObject({ name: person.name, roles: ['office', 'treasurer'] })
  expect(body.permissions).toContain('events.write')
  expect(body.permissions).not.toContain('staff.write')
})

describe('a colleague', () => {
  test('is added, every admin gets a mail, and the audit log has before and after', async () => {
    const admin = await site.staff(['admin'])
    const other = await site.staff(['admin'])
    const email = 'new.colleague@example.org'
    const body = { email, name: 'New Colleague', roles: ['office'] }
    const added = await site.ask('POST', '/api/office/staff', { as: admin, body })
    expect([added.status, added.body]).toMatchObject([201, { ...body, until: null, version: 1 }])
    await until(() => {
      const told = site.mails.filter(({ subject }) => subject.includes('New Colleague'))
      expect(told.map(({ to }) => to)).toEqual(expect.arrayContaining([admin.email, other.email]))
    })
    const { rows } = await site.deps.database.pool.query(
      `select actor_user_id, details from audit_log where subject = $1`,
      [`staff ${added.body.id}`],
    )
    expect(rows).toMatchObject([
      {
        actor_user_id: admin.userId,
        details: { before: { roles: [] }, after: { roles: ['office'] } },
      },
    ])
    const again = await site.ask('POST', '/api/office/staff', { as: admin, body })
    expect([again.status, again.body.code]).toEqual([409, 'staff_exists'])
  })

  test('cannot change their own roles, only their name', async () => {
    const admin = await site.staff(['admin'])
    const refused = await change(admin, admin, {
      name: 'Me',
      roles: ['admin', 'office'],
      version: 1,
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'own_roles'])
    const renamed = await change(admin, admin, { name: 'Me', roles: ['admin'], version: 1 })
    expect(renamed.body).toMatchObject({ name: 'Me', version: 2 })
  })

  test('is assigned to days, and leads some of them; nobody makes themselves a lead', async () => {
    const admin = await site.staff(['admin', 'venue'])
    const person = await site.staff(['venue'])
    const [one, two] = [(await site.event()).event_id, (await site.event()).event_id]
    const body = { name: person.name, roles: ['venue'] }
    const days = { event_ids: [one, two], lead_event_ids: [two] }
    const assigned = await change(admin, person, { ...body, ...days, version: 1 })
    expect(assigned.body).toMatchObject(days)
    const kept = await change(admin, person, { ...body, version: 2 })
    expect(kept.body).toMatchObject(days)
    const fewer = await change(admin, person, { ...body, event_ids: [one], version: 3 })
    expect(fewer.body).toMatchObject({ event_ids: [one], lead_event_ids: [] })
    const stray = await change(admin, person, { ...body, lead_event_ids: [two], version: 4 })
    expect([stray.status, stray.body.code]).toEqual([400, 'invalid_request'])
    const own = { name: 'Me', roles: admin.roles, version: 1, ...days }
    expect((await change(admin, admin, own)).body.code).toBe('own_roles')
  })

  test('that was changed meanwhile is not overwritten', async () => {
    const admin = await site.staff(['admin'])
    const person = await site.staff(['office'])
    const body = { name: person.name, roles: ['venue'], version: 1 }
    expect((await change(admin, person, body)).status).toBe(200)
    const stale = await change(admin, person, { ...body, roles: ['clinician'] })
    expect([stale.status, stale.body.code]).toEqual([409, 'changed_meanwhile'])
  })
})

test('of two admins who remove each other at once, one stays', async () => {
  const own = await openTestApp({ now: START })
  const [one, two] = [await own.staff(['admin']), await own.staff(['admin'])]
  // Past the guard, which refuses the one that comes after the other has finished.
  const remove = (by: Person, { id }: Person) =>
    changeStaff(
      own.deps,
      { id, name: 'Any', roles: [], version: 1 },
      { ...by, eventIds: [], leadEventIds: [] },
    )
  const settled = await Promise.allSettled([remove(one, two), remove(two, one)])
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { reason: 'last_admin' },
  })
  const { rows } = await own.deps.database.pool.query('select id from staff where until is null')
  expect(rows).toHaveLength(1)
  await own.close()
})

describe('the list', () => {
  test('is searched and paged, and those who ended are apart', async () => {
    const admin = await site.staff(['admin'])
    const person = await site.staff(['office'])
    await change(admin, person, { name: 'Percy Ended', roles: [], version: 1 })
    expect((await list(admin, '?q=percy')).data).toEqual([])
    const ended = await list(admin, '?q=percy&tab=ended')
    expect(ended).toMatchObject({ total: 1, next: null, tabs: { working: 0, ended: 1 } })
    for (let n = 0; n < 55; n++) await site.staff(['venue'])
    const first = await list(admin, '?q=staff-')
    const second = await list(admin, `?q=staff-&after=${first.next}`)
    const ids = [...first.data, ...second.data].map(({ id }: { id: number }) => id)
    expect(first.data).toHaveLength(50)
    expect(new Set(ids).size).toBe(first.total)
    expect((await site.ask('GET', '/api/office/staff?after=e30', { as: admin })).status).toBe(400)
  })

  test('is a file for a spreadsheet, without formulas, and audited', async () => {
    const admin = await site.staff(['admin'])
    const person = await site.staff(['office'])
    await change(admin, person, { name: '=cmd()', roles: ['office'], version: 1 })
    const response = await site.app.inject({
      url: '/api/office/staff?q=cmd',
      headers: { accept: 'text/csv', cookie: admin.cookie, 'sec-fetch-site': 'same-origin' },
    })
    expect(response.headers['content-type']).toContain('text/csv')
    expect(response.body).toContain(`'=cmd()`)
    const { rows } = await site.deps.database.pool.query(
      `select details->>'rows' as rows from audit_log where action = 'list exported' and actor_user_id = $1`,
      [admin.userId],
    )
    expect(rows).toEqual([{ rows: '1' }])
  })
})

test('whose last role was taken while the sign-in service was unavailable is closed by saving again', async () => {
  const admin = await site.staff(['admin'])
  const person = await site.staff(['office'])
  const accounts = site.deps.auth.staffAccounts
  if (!accounts) throw new Error('the service has no accounts')
  const close = vi.spyOn(accounts, 'close').mockRejectedValueOnce(new Refused('busy'))
  const none = (version: number) => change(admin, person, { name: person.name, roles: [], version })
  expect((await none(1)).body.code).toBe('busy')
  expect(close).toHaveBeenCalledTimes(1)
  expect((await none(2)).status).toBe(200)
  expect(close).toHaveBeenCalledTimes(2)
  close.mockRestore()
})

describe('a session', () => {
  test('ends after 30 minutes without use, also at the service', async () => {
    const own = await openTestApp({ now: START })
    const person = await own.staff(['office'])
    const me = async () => (await own.ask('GET', '/api/office/me', { as: person })).status
    expect(await me()).toBe(200)
    own.moveTo(new Date(START.getTime() + 29 * MINUTE_MS))
    expect(await me()).toBe(200)
    own.moveTo(new Date(START.getTime() + 58 * MINUTE_MS))
    expect(await me()).toBe(200)
    own.moveTo(new Date(START.getTime() + 88 * MINUTE_MS))
    expect([await me(), await me()]).toEqual([401, 401])
    await own.close()
  })

  test('ends after 12 hours, however busy', async () => {
    const own = await openTestApp({ now: START })
    const person = await own.staff(['office'])
    const statuses = []
    for (let minutes = 0; minutes <= 12 * 60; minutes += 20) {
      own.moveTo(new Date(START.getTime() + minutes * MINUTE_MS))
      statuses.push((await own.ask('GET', '/api/office/me', { as: person })).status)
    }
    expect(statuses.slice(0, -1).every((status) => status === 200)).toBe(true)
    expect(statuses.at(-1)).toBe(401)
    await own.close()
  })
})
