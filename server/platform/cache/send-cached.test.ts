import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEntry } from './cached-response.ts'
import { sendCached } from './send-cached.ts'
import { bestEncoding } from './write-body.ts'

const TEXT = 'A hall near you. '.repeat(200)
const app = fastify()

beforeAll(async () => {
  app.decorate('alwaysHeaders', { 'x-content-type-options': 'nosniff' })
  const entries = {
    '/text': createEntry({ type: 'text/html; charset=utf-8', body: TEXT }),
    '/short': createEntry({ type: 'text/html; charset=utf-8', body: 'short' }),
    '/missing': createEntry({ type: 'text/html; charset=utf-8', body: TEXT, status: 404 }),
    '/large': createEntry({ type: 'image/png', body: Buffer.alloc(40_000, 255) }),
    '/bytes': createEntry({ type: 'image/png', body: Buffer.from([0, 127, 128, 255, 13, 10]) }),
  }
  for (const [path, entry] of Object.entries(entries)) {
    app.get(path, (request, reply) => sendCached(request, reply, entry))
  }
  await app.ready()
})
afterAll(() => app.close())

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ url, headers, method })

describe('a cached response', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('goes out in %s to who accepts nothing else', async (encoding, unpack) => {
    const answer = await ask('/text', { 'accept-encoding': encoding })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(unpack(answer.rawPayload).toString()).toBe(TEXT)
    expect(answer.rawPayload.length).toBe(Number(answer.headers['content-length']))
    expect(answer.headers.vary).toBe('accept-encoding')
  })

  test('is sent as it is to a client that accepts no encoding', async () => {
    const answer = await ask('/text')
    expect(answer.body).toBe(TEXT)
    expect(answer.headers['content-encoding']).toBeUndefined()
  })

  test('is the same bytes whether it is sent as text or as a buffer', async () => {
    expect([...(await ask('/bytes')).rawPayload]).toEqual([0, 127, 128, 255, 13, 10])
    expect((await ask('/large')).rawPayload.equals(Buffer.alloc(40_000, 255))).toBe(true)
  })

  test('is not compressed when it is short or a picture', async () => {
    for (const url of ['/short', '/large']) {
      const answer = await ask(url, { 'accept-encoding': 'br' })
      expect(answer.headers['content-encoding']).toBeUndefined()
      expect(answer.headers.vary).toBeUndefined()
    }
  })

  test('carries the headers of every answer', async () => {
    expect((await ask('/text')).headers['x-content-type-options']).toBe('nosniff')
  })

  test('has a tag of its own in each encoding', async () => {
    const tags = ['br', 'gzip', 'identity'].map(
      async (encoding) => (await ask('/text', { 'accept-encoding': encoding })).headers.etag,
    )
    expect(new Set(await Promise.all(tags)).size).toBe(3)
  })

  test('may be kept by nginx for a second, unless the page does not exist', async () => {
    const { headers } = await ask('/text')
    expect(headers['x-accel-expires']).toBe('1')
    expect(Object.keys(headers)[0]).toBe('x-accel-expires')
    expect((await ask('/missing')).headers['x-accel-expires']).toBeUndefined()
  })

  test('is 304 and empty for a client that has it in this encoding, and whole in another', async () => {
    const { headers } = await ask('/text', { 'accept-encoding': 'br' })
    const known = { 'if-none-match': String(headers.etag) }
    const same = await ask('/text', { ...known, 'accept-encoding': 'br' })
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', headers.etag])
    expect((await ask('/text', { ...known, 'accept-encoding': 'gzip' })).statusCode).toBe(200)
  })

  test('recognises its tag in a list and when a proxy has made it weak', async () => {
    const { headers } = await ask('/text')
    const known = { 'if-none-match': `"other", W/${headers.etag}` }
    expect((await ask('/text', known)).statusCode).toBe(304)
  })

  test('is never 304 when the page does not exist', async () => {
    expect((await ask('/missing', { 'if-none-match': '*' })).statusCode).toBe(404)
  })

  test('has its length and no body for a HEAD request', async () => {
    const answer = await ask('/text', {}, 'HEAD')
    expect([answer.body, answer.headers['content-length']]).toEqual(['', String(TEXT.length)])
  })
})

describe('the encoding', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, zstd', 'zstd'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['identity', 'identity'],
    ['BR ; q=0.5', 'br'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('for %j is %s', (header, encoding) => {
    expect(bestEncoding({ compressible: true }, header)).toBe(encoding)
  })
})
