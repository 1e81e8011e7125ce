import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { testSettings } from '../../../test/app/settings.ts'
import { createCachedServer } from '../http/cached-server.ts'
import { createLimits } from '../http/request-limits.ts'
import { createEntry, variantOf } from './cached-response.ts'
import { writeBody } from './write-body.ts'

const BODY = 'é'.repeat(5_000)
const LENGTH = Buffer.byteLength(BODY)
const closers: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const close of closers.splice(0)) close()
})

/** A server with /page in its cache; the app answers /app with its name and /same as the cache. */
async function openServer() {
  const now = () => new Date()
  const limits = createLimits({ settings: { ...testSettings, rateLimitScale: 1_000 }, now })
  const door = createCachedServer({ limits, settings: testSettings })
  const headers = { 'cache-control': 'no-cache' }
  const entry = createEntry({ type: 'text/plain; charset=utf-8', body: BODY, headers })
  const variant = await variantOf(entry, 'identity', { 'x-content-type-options': 'nosniff' })
  door.store('/page', entry)
  const released = Promise.withResolvers<void>()
  const app: RequestListener = async (request, response) => {
    if (request.url === '/same') return writeBody(request, response, 200, variant)
    if (request.url === '/slow') await released.promise
    response.end(`app ${request.url}`)
  }
  const server = door.createServer(app)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  closers.push(() => {
    server.closeAllConnections()
    server.close()
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
  return { door, exchange, release: released.resolve, port }
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
const bodies = (count: number) => (text: string) => text.split(BODY).length > count
const headOf = (text: string) =>
  text
    .slice(0, text.indexOf('\r\n\r\n'))
    .split('\r\n')
    .map((line) => line.replace(/^Date: .* GMT$/, 'Date'))
    .toSorted()

describe('a response written as a whole', () => {
  test('has the head that Node writes, and keeps the connection', async () => {
    const { exchange } = await openServer()
    const whole = await exchange(get('/page') + get('/page'), bodies(2))
    const written = await exchange(get('/same'), bodies(1))
    expect(headOf(whole.text)).toEqual(headOf(written.text))
    expect(headOf(whole.text)).toContain('Keep-Alive: timeout=72')
    expect(whole.text.match(/^Date: /gm)).toHaveLength(2)
  })

  test('has the time of its second', async () => {
    const { exchange } = await openServer()
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const time of ['10:00:00.900', '10:00:01.000', '10:00:01.999']) {
      vi.setSystemTime(`2027-01-12T${time}Z`)
      const { text } = await exchange(get('/page'), bodies(1))
      expect(text).toContain(`Date: Tue, 12 Jan 2027 ${time.slice(0, 8)} GMT\r\n`)
    }
  })

  test('waits for the responses before it on its connection', async () => {
    const { exchange, release } = await openServer()
    const all = exchange(get('/slow') + get('/page') + get('/app'), (text) =>
      /app \/app/.test(text),
    )
    await exchange(get('/page'), bodies(1))
    release()
    const { text } = await all
    const places = ['app /slow', BODY, 'app /app'].map((part) => text.indexOf(part))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  test('arrives whole, however many a client requests before it reads', async () => {
    const { exchange } = await openServer()
    const reading = Promise.withResolvers<void>()
    const all = exchange(get('/page').repeat(1_000), bodies(1_000), reading.promise)
    await exchange(get('/page'), bodies(1))
    reading.resolve()
    const { text } = await all
    expect(text.split(BODY)).toHaveLength(1_001)
    expect(text.match(/HTTP\/1\.1 200 OK\r$/gm)).toHaveLength(1_000)
  })

  test.each([
    ['asks for it', get('/page', 'Connection: close\r\n')],
    ['speaks HTTP/1.0', 'GET /page HTTP/1.0\r\n\r\n'],
  ])('ends the connection of a client that %s', async (_, request) => {
    const { exchange } = await openServer()
    const { text, isEnded } = await exchange(request, () => false)
    expect([isEnded, bodies(1)(text)]).toEqual([true, true])
    expect(headOf(text).map((line) => line.toLowerCase())).toContain('connection: close')
  })

  test('ends the connection while the server drains', async () => {
    const { door, exchange } = await openServer()
    door.drain()
    const { text, isEnded } = await exchange(get('/page'), () => false)
    expect([isEnded, bodies(1)(text)]).toEqual([true, true])
    expect(headOf(text)).toContain('connection: close')
  })

  test('is left to Node when the client has it, or asks for the head alone', async () => {
    const { exchange } = await openServer()
    const { text } = await exchange(get('/page'), bodies(1))
    const etag = /^etag: (.*)\r$/m.exec(text)?.[1]
    const known = await exchange(get('/page', `If-None-Match: ${etag}\r\n`), () => true)
    expect(known.text).toMatch(/^HTTP\/1\.1 304 /)
    expect(known.text).not.toMatch(/content-length|é/)
    const head = 'HEAD /page HTTP/1.1\r\nHost: localhost\r\n\r\n'
    expect((await exchange(head, () => true)).text).toMatch(/^HTTP\/1\.1 200 /)
    expect(headOf(text)).toContain(`content-length: ${LENGTH}`)
  })
})
