import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { buildApp } from '../../app.ts'
import type { App } from '../../deps.ts'

type Described = { paths: Record<string, Record<string, { responses?: object }>> }

let site: TestApp
let app: App
let described: Described
let open: Described
const routes: string[] = []

beforeAll(async () => {
  site = await openTestApp()
  app = await buildApp(site.deps, { servePages: async () => undefined })
  await app.ready()
  routes.push(...listRoutes(app.printRoutes({ commonPrefix: false })))
  const { cookie } = await site.staff(['venue'])
  const asked = { url: '/api/office/openapi.json', headers: { cookie } }
  described = (await app.inject(asked)).json()
  open = (await app.inject('/api/openapi.json')).json()
})
afterAll(async () => {
  await app.close()
  await site.close()
})

function listRoutes(tree: string): string[] {
  const path: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^([│\s]*)[├└]── (.+?) \((.+)\)$/.exec(line) ?? []
    if (part === '') return []
    path.length = indent.length / 4
    path.push(part)
    const url = path.join('').replace(/:(\w+)/g, '{$1}')
    return methods.split(', ').map((method) => `${method} ${url}`)
  })
}

test('every route under /api is described', () => {
  const documented = Object.entries(described.paths).flatMap(([url, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${url}`),
  )
  const existing = routes.filter(
    (route) => / \/api\//.test(route) && !/^(HEAD|OPTIONS)|openapi\.json$/.test(route),
  )
  expect(existing).toContain('GET /api/events/{id}')
  expect(documented.sort()).toEqual(existing.sort())
})

test('visitors read of no route of the office', async () => {
  const isOfOffice = (url: string) => url.startsWith('/api/office/')
  const paths = Object.keys(described.paths)
  expect(paths.filter(isOfOffice).length).toBeGreaterThan(50)
  expect(Object.keys(open.paths)).toEqual(paths.filter((url) => !isOfOffice(url)))
  const text = JSON.stringify(open)
  expect(text).not.toContain('/api/office')
  expect(text).not.toContain('"$ref"')
  const { cookie } = await site.member()
  const asked = { url: '/api/office/openapi.json', headers: { cookie } }
  expect((await app.inject(asked)).statusCode).toBe(403)
})

test('a route is described by the schemas that check it', () => {
  expect(described.paths['/api/events']?.get).toMatchObject({
    parameters: expect.arrayContaining([
      expect.objectContaining({ in: 'query', name: 'location' }),
    ]),
    responses: {
      200: { content: { 'application/json': { schema: { properties: { events: {} } } } } },
    },
  })
})

test('nothing else of the server is described', () => {
  expect(Object.keys(described.paths).filter((url) => !url.startsWith('/api/'))).toEqual([])
})

/** Public and the same for everybody. */
const CACHED = [
  'GET /api/events',
  'GET /api/events/map',
  'GET /api/events/near',
  'GET /api/events/{id}',
  'GET /api/openapi.json',
]

test('no answer may be stored but those of the lists that everybody reads', async () => {
  const { cookie } = await site.staff(['admin', 'clinician', 'treasurer', 'office'])
  const member = await site.member()
  const { event_id: id } = await site.event()
  const stored = new Set<string>()
  for (const route of routes.filter((one) => one.startsWith('GET /')))
    for (const reader of [cookie, member.cookie]) {
      const url = route.slice('GET '.length).replace(/\{\w+\}|\*/g, String(id))
      const { headers } = await app.inject({ url, headers: { cookie: reader } })
      if (headers['cache-control'] !== 'no-store') stored.add(route)
    }
  expect([...stored].sort()).toEqual(CACHED)
})
