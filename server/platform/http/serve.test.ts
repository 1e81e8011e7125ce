import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { type Api, ENDPOINTS } from '../../../domain/endpoints/index.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { buildApp } from '../../app.ts'
import type { App } from '../../deps.ts'
import type { Handler } from './serve.ts'

let site: TestApp
let app: App
const routes: RouteOptions[] = []

beforeAll(async () => {
  site = await openTestApp()
  app = await buildApp(site.deps, {
    servePages: async () => undefined,
    onRoute: (route) => routes.push(route),
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await site.close()
})

test('each route of the API is a line of the table, and each line a route', () => {
  const served = routes.filter(({ method, url }) => url.startsWith('/api/') && method !== 'HEAD')
  const calls = served.map(({ method, url }) => `${method} ${url}`)
  expect(calls.sort()).toEqual(Object.keys(ENDPOINTS).sort())
  for (const { method, url, config } of served) expect(config?.endpoint).toBe(`${method} ${url}`)
})

test('a route of the office has the permission of its line, and any other none', () => {
  const served = routes.flatMap(({ method, config }) => (method === 'HEAD' ? [] : (config ?? [])))
  for (const { endpoint, permission } of served) {
    if (endpoint === undefined) continue
    const line = ENDPOINTS[endpoint]
    const expected = 'permission' in line ? line.permission : undefined
    expect([endpoint, permission]).toEqual([endpoint, expected])
  }
})

test('a call whose line asks for a session is refused without one', async () => {
  const closed = Object.entries(ENDPOINTS).filter(
    ([, line]) => 'session' in line && /required|proven/.test(line.session),
  )
  expect(closed.length).toBeGreaterThan(30)
  for (const [call] of closed) {
    const [method, path = ''] = call.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
    const url = path.replaceAll(/:\w+/g, '999999')
    const { status, body } = await site.ask(method, url, method === 'GET' ? {} : { body: {} })
    expect([call, status, body.code]).toEqual([call, 401, 'sign_in_required'])
  }
})

test('the types of the browser and of the handler are those of the line', () => {
  type Close = 'POST /api/office/days/:id/close'
  expectTypeOf<Api[Close]['body']>().toEqualTypeOf<{ expected: number }>()
  expectTypeOf<Api[Close]['response']>().toEqualTypeOf<{ did_not_attend: number }>()
  type Request = Parameters<Handler<Close>>[0]
  expectTypeOf<Request['params']>().toEqualTypeOf<{ id: string }>()
  expectTypeOf<Request['body']>().toEqualTypeOf<{ expected: number }>()
})
