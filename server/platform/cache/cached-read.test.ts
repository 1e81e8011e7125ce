import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { testSettings } from '../../../test/app/settings.ts'
import { until } from '../../../test/until.ts'
import type { App, Settings } from '../../deps.ts'
import { CONNECTION_TIMES, endConnections } from '../http/connections.ts'
import { sendError } from '../http/error-handler.ts'
import { createLimits, limitRequests, shareOf } from '../http/request-limits.ts'
import { createResponseCache } from './response-cache.ts'
import { sendCached } from './send-cached.ts'

const BODY = 'é'.repeat(5_000)
const LENGTH = Buffer.byteLength(BODY)
const closers: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closers.splice(0)) await close()
})

/** Fastify with the counted page /page, the long /whole from the cache, and /slow, which waits. */
async function openServer(settings: Partial<Settings> = {}) {
  let moment = new Date('2027-01-12T09:00:00Z')
  const now = () => moment
  const cache = createResponseCache({ maxAge: 1_000, max: 10, now })
  const limits = createLimits({ settings: { ...testSettings, ...settings }, now })
  const app: App = fastify({ ...CONNECTION_TIMES, trustProxy: settings.trustedProxy ?? false })
  const released = Promise.withResolvers<void>()
  let made = 0
  app.setErrorHandler(sendError)
  app.decorate('alwaysHeaders', { 'x-content-type-options': 'nosniff' })
  app.decorate('drain', { isLeaving: false, hasBegun: false })
  endConnections(app)
  limitRequests(app, limits)
  app.get('/page', async (request, reply) => {
    const make = async () => {
      made += 1
      return { type: 'text/plain', body: `made ${made}` }
    }
    const share = shareOf(limits, 'renderings', request)
    return sendCached(request, reply, await cache.answer('page', make, { share, isUsual: true }))
  })
  app.get('/whole', async (request, reply) => {
    const type = 'text/plain; charset=utf-8'
    const headers = { 'cache-control': 'no-cache' }
    const make = async () => ({ type, body: BODY, headers })
    return sendCached(request, reply, await cache.answer('whole', make))
  })
  app.get('/slow', async () => {
    await released.promise
    return 'from /slow'
  })
  app.get('/other', async () => 'from /other')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  closers.push(() => {
    app.server.closeAllConnections()
    return app.close()
  })

  /** What a connection has received when `isAll` says so, or the server ends it. */
  function exchange(sent: string, isAll: (text: string) => boolean, readAfter?: Promise<void>) {
    const socket = connect(port, '127.0.0.1')
    closers.push(() => socket.destroy())
    socket.write(sent)
    return new Promise<{ text: string; isEnded: boolean }>((resolve, reject) => {
      let text = ''
      const read = () => {
        socket.setEncoding('utf8')
        socket.on('data', (piece: string) => {
          text += piece
          if (isAll(text)) resolve({ text, isEnded: false })
        })
      }
      socket.on('end', () => resolve({ text, isEnded: true })).on('error', reject)
      if (readAfter) readAfter.then(read)
      else read()
    })
  }
  const page = (init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}/page`, init)
  const read = async () => (await page()).text()
  const pass = (ms: number) => {
    moment = new Date(moment.getTime() + ms)
  }
  return { app, cache, exchange, made: () => made, page, pass, read, release: released.resolve }
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
const bodies = (count: number) => (text: string) => text.split(BODY).length > count
const headOf = (text: string) =>
  text
    .slice(0, text.indexOf('\r\n\r\n'))
    .split('\r\n')
    .map((line) => line.replace(/^Date: .* GMT$/, 'Date').toLowerCase())

describe('a read of what is cached', () => {
  test('is the same bytes, made once, and 304 for a reader that has them', async () => {
    const { page, made } = await openServer()
    const first = await page()
    const again = await page()
    expect(await again.text()).toBe(await first.text())
    expect(again.headers.get('x-content-type-options')).toBe('nosniff')
    const etag = again.headers.get('etag') ?? ''
    expect((await page({ headers: { 'if-none-match': etag } })).status).toBe(304)
    expect(made()).toBe(1)
  })

  test('is made again as soon as something has changed, or a second has gone', async () => {
    const { read, cache, pass } = await openServer()
    expect([await read(), await read()]).toEqual(['made 1', 'made 1'])
    cache.clear()
    expect([await read(), await read()]).toEqual(['made 2', 'made 2'])
    pass(1_000)
    expect(await read()).toBe('made 3')
  })

  test.each([undefined, '127.0.0.1'])(
    'starts the next one before the second is over, so that no request waits (proxy: %s)',
    async (trustedProxy) => {
      const { read, pass, made } = await openServer(trustedProxy ? { trustedProxy } : {})
      await read()
      pass(800)
      expect(await read()).toBe('made 1')
      await until(() => expect(made()).toBe(2))
      pass(200)
      expect(await read()).toBe('made 2')
      expect(made()).toBe(2)
    },
  )

  test('in a rush of changes is answered from the cache, four being made in a second', async () => {
    const { read, pass, cache, made } = await openServer()
    for (let n = 0; n < 100; n++) {
      cache.invalidate()
      await read()
      pass(10)
    }
    expect(made()).toBe(4)
    pass(350)
    expect(await read()).toBe('made 5')
  })

  test('counts against the limit of reads, which refuses it', async () => {
    const { page } = await openServer({ rateLimitScale: 0.001 })
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await page()).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })

  test('is answered to GET and HEAD alone', async () => {
    const { page, read, made } = await openServer()
    await read()
    expect((await page({ method: 'HEAD' })).status).toBe(200)
    expect((await page({ method: 'POST' })).status).toBe(404)
    expect(made()).toBe(1)
  })
})

describe('a cached response on its connection', () => {
  test('has one Date, of its second, and keeps the connection for 72 seconds', async () => {
    const { exchange } = await openServer()
    const { text } = await exchange(get('/whole') + get('/whole'), bodies(2))
    expect(headOf(text)).toEqual(expect.arrayContaining(['keep-alive: timeout=72', 'date']))
    expect(text.match(/^Date: /gm)).toHaveLength(2)
    expect(headOf(text)).toContain(`content-length: ${LENGTH}`)
  })

  test('waits for the responses before it on its connection', async () => {
    const { exchange, release } = await openServer()
    const all = exchange(get('/slow') + get('/whole') + get('/other'), (text) =>
      text.includes('from /other'),
    )
    await exchange(get('/whole'), bodies(1))
    release()
    const { text } = await all
    const places = ['from /slow', BODY, 'from /other'].map((part) => text.indexOf(part))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  test('arrives whole, however many a client requests before it reads', async () => {
    const { exchange } = await openServer()
    const reading = Promise.withResolvers<void>()
    const all = exchange(get('/whole').repeat(1_000), bodies(1_000), reading.promise)
    await exchange(get('/whole'), bodies(1))
    reading.resolve()
    const { text } = await all
    expect(text.split(BODY)).toHaveLength(1_001)
    expect(text.match(/HTTP\/1\.1 200 OK\r$/gm)).toHaveLength(1_000)
  })

  test.each([
    ['asks for it', get('/whole', 'Connection: close\r\n')],
    ['speaks HTTP/1.0', 'GET /whole HTTP/1.0\r\n\r\n'],
  ])('ends the connection of a client that %s', async (_, request) => {
    const { exchange } = await openServer()
    const { text, isEnded } = await exchange(request, () => false)
    expect([isEnded, bodies(1)(text)]).toEqual([true, true])
    expect(headOf(text)).toContain('connection: close')
  })

  test.each(['/whole', '/other', '/nothing'])(
    'ends the connection while the process drains: %s',
    async (path) => {
      const { app, exchange } = await openServer()
      app.drain.hasBegun = true
      const { text, isEnded } = await exchange(get(path), () => false)
      expect(isEnded).toBe(true)
      expect(headOf(text)).toContain('connection: close')
    },
  )

  test('has no body and no length for a client that has it, or asks for the head alone', async () => {
    const { exchange } = await openServer()
    const { text } = await exchange(get('/whole'), bodies(1))
    const etag = /^etag: (.*)\r$/m.exec(text)?.[1]
    const isHead = (received: string) => received.endsWith('\r\n\r\n')
    const known = await exchange(get('/whole', `If-None-Match: ${etag}\r\n`), isHead)
    expect(known.text).toMatch(/^HTTP\/1\.1 304 /)
    expect(known.text).not.toMatch(/content-length|é/)
    const head = await exchange('HEAD /whole HTTP/1.1\r\nHost: localhost\r\n\r\n', isHead)
    expect(head.text).toMatch(/^HTTP\/1\.1 200 /)
    expect(headOf(head.text)).toContain(`content-length: ${LENGTH}`)
  })
})
