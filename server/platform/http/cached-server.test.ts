import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { testSettings } from '../../../test/app/settings.ts'
import { until } from '../../../test/until.ts'
import type { App, Settings } from '../../deps.ts'
import { createResponseCache } from '../cache/response-cache.ts'
import { sendCached } from '../cache/send-cached.ts'
import { createCachedServer } from './cached-server.ts'
import { sendError } from './error-handler.ts'
import { createLimits, limitRequests } from './request-limits.ts'

let open: App | undefined
afterEach(() => open?.close())

async function openServer(settings: Partial<Settings> = {}) {
  let moment = new Date('2027-01-12T09:00:00Z')
  const now = () => moment
  const all = { ...testSettings, ...settings }
  const kept = createResponseCache({ maxAge: 1_000, max: 10, now })
  const limits = createLimits({ settings: all, now })
  const door = createCachedServer({ limits, settings: all })
  const app: App = fastify({ serverFactory: door.createServer })
  open = app
  let asked = 0
  let made = 0
  app.setErrorHandler(sendError)
  app.decorate('alwaysHeaders', { 'x-content-type-options': 'nosniff' })
  app.decorate('cachedServer', door)
  limitRequests(app, limits)
  app.get('/page', async (request, reply) => {
    asked += 1
    const make = async () => {
      made += 1
      return { type: 'text/plain', body: `made ${made}` }
    }
    return sendCached(request, reply, await kept.answer('page', make))
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const get = (init: RequestInit = {}) => fetch(`${address}/page`, init)
  const read = async () => (await get()).text()
  const pass = (ms: number) => {
    moment = new Date(moment.getTime() + ms)
  }
  return { address, get, read, pass, kept, door, asked: () => asked, made: () => made }
}

describe('the door', () => {
  test('answers from the cache without asking the app, with the same bytes', async () => {
    const { get, asked } = await openServer()
    const first = await get()
    const again = await get()
    expect(await again.text()).toBe(await first.text())
    expect(again.headers.get('x-content-type-options')).toBe('nosniff')
    expect(asked()).toBe(1)
    const etag = again.headers.get('etag') ?? ''
    expect((await get({ headers: { 'if-none-match': etag } })).status).toBe(304)
    expect(asked()).toBe(1)
  })

  test('refuses a request that names two hosts, cached or not', async () => {
    const { get, address } = await openServer()
    const statusOf = async (hosts: string[]) => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1')
      const lines = ['GET /page HTTP/1.1', ...hosts.map((host) => `Host: ${host}`), '', '']
      socket.end(lines.join('\r\n'))
      return (await text(socket)).slice(0, 12)
    }
    expect(await statusOf(['a.example', 'b.example'])).toBe('HTTP/1.1 400')
    await get()
    expect(await statusOf(['a.example', 'a.example'])).toBe('HTTP/1.1 400')
    expect(await statusOf(['a.example'])).toBe('HTTP/1.1 200')
  })

  test('asks the app again as soon as something has changed, or a second has gone', async () => {
    const { read, kept, pass } = await openServer()
    expect([await read(), await read()]).toEqual(['made 1', 'made 1'])
    kept.clear()
    expect([await read(), await read()]).toEqual(['made 2', 'made 2'])
    pass(1_000)
    expect(await read()).toBe('made 3')
  })

  test('refreshes the response before the second is over, so that no request waits', async () => {
    const { read, pass, asked, made } = await openServer()
    await read()
    pass(800)
    expect(await read()).toBe('made 1')
    await until(() => expect(made()).toBe(2))
    pass(200)
    expect(await read()).toBe('made 2')
    expect(asked()).toBe(1)
  })

  test('keeps the addresses in use when more than a thousand are cached', async () => {
    const { read, kept, door, asked } = await openServer()
    await read()
    const entry = await kept.answer('other', async () => ({ type: 'text/plain', body: 'other' }))
    const storeOthers = (from: number) => {
      for (let n = from; n < from + 999; n++) door.store(`/other/${n}`, entry)
    }
    storeOthers(0)
    await read()
    storeOthers(999)
    await read()
    expect(asked()).toBe(1)
  })

  test('answers a rush of changes from the cache, four responses a second being made', async () => {
    const { read, pass, kept, asked, made } = await openServer()
    for (let n = 0; n < 100; n++) {
      kept.invalidate()
      await read()
      pass(10)
    }
    expect([asked(), made()]).toEqual([2, 4])
    pass(350)
    expect(await read()).toBe('made 5')
  })

  test('counts against the same limit as the app, which refuses', async () => {
    const { get } = await openServer({ rateLimitScale: 0.001 })
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await get()).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })

  test('leaves everything but GET to the app', async () => {
    const { get, read, asked } = await openServer()
    await read()
    expect((await get({ method: 'HEAD' })).status).toBe(200)
    expect((await get({ method: 'POST' })).status).toBe(404)
    expect(asked()).toBe(2)
  })

  test('is shut behind a proxy, and while the server stops', async () => {
    const proxied = await openServer({ trustedProxy: '127.0.0.1' })
    expect([await proxied.read(), await proxied.read(), proxied.asked()]).toEqual([
      ...['made 1', 'made 1', 2],
    ])
    await open?.close()
    const { read, door, asked } = await openServer()
    await read()
    door.close()
    await read()
    expect(asked()).toBe(2)
  })
})
