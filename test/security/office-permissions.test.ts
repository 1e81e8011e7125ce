// Every office route with nobody, a member, and each role, against the permission table; a venue person of
// another event: other-event.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPermission, type Permission, ROLES } from '../../domain/office/permissions.ts'
import { openTestApp, type TestApp } from '../app/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  permission?: Permission | null
}

const routes = () => site.officeRoutes as Route[]
const call = ({ method, url }: Route, as?: { cookie: string }) =>
  site.ask(method, url.replaceAll(/:\w+/g, '999999'), {
    ...(as && { as }),
    ...(method !== 'GET' && { body: {} }),
  })

test('there are office routes, and each names its permission', () => {
  expect(routes().length).toBeGreaterThan(5)
  for (const { url, permission } of routes()) expect([url, permission]).not.toContain(undefined)
})

test('nobody is answered 401 by every route', async () => {
  for (const route of routes()) {
    const { status, body } = await call(route)
    expect([route.url, status, body.code]).toEqual([route.url, 401, 'sign_in_required'])
  }
})

test('a member is answered 403 by every route', async () => {
  const member = await site.member()
  for (const route of routes()) {
    const { status, body } = await call(route, member)
    expect([route.url, status, body.code]).toEqual([route.url, 403, 'not_permitted'])
  }
})

describe.each(ROLES)('%s', (role) => {
  test('gets what the table permits, and 403 for the rest', async () => {
    const person = await site.staff([role])
    for (const route of routes()) {
      const { status, body } = await call(route, person)
      const isAllowed = !route.permission || hasPermission([role], route.permission)
      const isRefused = status === 403 && body.code === 'not_permitted'
      expect([route.method, route.url, isRefused]).toEqual([route.method, route.url, !isAllowed])
      expect(status).toBeLessThan(500)
    }
  })

  test('is asked for a second factor first', async () => {
    const person = await site.staff([role], { level: 'aal1' })
    for (const route of routes()) {
      const { status, body } = await call(route, person)
      expect([route.url, status, body.code]).toEqual([route.url, 403, 'second_factor_required'])
    }
  })
})

test('somebody who no longer works here is refused', async () => {
  const admin = await site.staff(['admin'])
  const person = await site.staff(['office'])
  const body = { name: person.name, roles: [], version: 1 }
  const ended = await site.ask('PUT', `/api/office/staff/${person.id}`, { as: admin, body })
  expect(ended.status).toBe(200)
  expect((await site.ask('GET', '/api/office/me', { as: person })).status).toBe(401)
})

test('a refused access is in the audit log', async () => {
  const person = await site.staff(['venue'])
  await site.ask('GET', '/api/office/staff', { as: person })
  await site.app.close()
  const { rows } = await site.deps.database.pool.query(
    `select details->>'reason' as reason from audit_log
       where actor_user_id = $1 and action = 'access denied'`,
    [person.userId],
  )
  expect(rows).toEqual([{ reason: 'staff only' }])
})
