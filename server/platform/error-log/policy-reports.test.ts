import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

const OLD = 'application/csp-report'
const NEW = 'application/reports+json'
let site: TestApp
beforeAll(async () => {
  site = await openTestApp({
    settings: { publicUrl: 'https://chaps.example', production: true, rateLimitScale: 1 },
  })
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.deps.database.db.execute('delete from error_reports')
  await site.deps.database.db.execute('delete from rate_limits')
  site.moveTo(new Date(site.deps.now().getTime() + 60_000))
})

const report = (body: unknown, { type = OLD, from = '203.0.113.9', headers = {} }: Sent = {}) =>
  site.app.inject({
    method: 'POST',
    url: '/api/logs/policy',
    remoteAddress: from,
    headers: { 'content-type': type, ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
type Sent = { type?: string; from?: string; headers?: Record<string, string> }

async function kept() {
  const { rows } = await site.deps.database.db.execute(
    'select message, description from error_reports order by id',
  )
  return rows
}

const old = (facts: object = {}) => ({
  'csp-report': {
    'document-uri': 'https://chaps.example/event/12?ref=CH-7H2K#jim@example.org',
    referrer: 'https://chaps.example/portal',
    'effective-directive': 'script-src-elem',
    'original-policy': "default-src 'none'",
    'blocked-uri': 'inline',
    'source-file': 'https://chaps.example/assets/frame-a1b2c3d.js?x=1',
    'line-number': 7,
    'script-sample': 'NHS 999 000 0018',
    ...facts,
  },
})
const asNew = (body: object = {}) => ({
  type: 'csp-violation',
  url: 'https://chaps.example/checkout?event=5',
  user_agent: 'Browser',
  body: {
    documentURL: 'https://chaps.example/checkout?event=5',
    blockedURL: 'https://evil.example/steal/jim?to=1',
    effectiveDirective: 'connect-src',
    sample: 'NHS 999 000 0018',
    sourceFile: null,
    ...body,
  },
})

describe('a report of the Content Security Policy', () => {
  test('is stored as a fault report, without personal data or tokens', async () => {
    expect((await report(old())).statusCode).toBe(204)
    expect((await report([asNew(), asNew()], { type: NEW })).statusCode).toBe(204)
    const second = {
      message: 'Content-Security-Policy: connect-src',
      description: 'refused https://evil.example on /checkout',
    }
    expect(await kept()).toEqual([
      {
        message: 'Content-Security-Policy: script-src-elem',
        description: 'refused inline on /event/12, from /assets/frame-a1b2c3d.js:7',
      },
      ...[second, second],
    ])
  })

  test('names no key that stands in a path', async () => {
    const key = 'kD83hfa9SDkjfh2sdfKJH3fs'
    await report(old({ 'document-uri': `https://chaps.example/newsletter/${key}/9990000018` }))
    expect(JSON.stringify(await kept())).not.toMatch(new RegExp(`${key}|999`))
  })

  test.each([
    ['of another site', old({ 'document-uri': 'https://evil.example/' })],
    ['of an extension', old({ 'source-file': 'moz-extension://1b2c/a.js' })],
    ['of a browser extension', old({ 'blocked-uri': 'chrome-extension://abc/a.js' })],
    ['of another kind', [{ type: 'deprecation', body: { documentURL: 'https://chaps.example/' } }]],
    ['of nothing', {}],
    ['that is no object', [null, 7, 'x', []]],
    ['with values of wrong types', old({ 'blocked-uri': { a: 1 }, 'line-number': 'x' })],
  ])('is not kept from a report %s', async (_, body) => {
    expect((await report(body)).statusCode).toBe(204)
    expect(await kept()).toEqual([])
  })
})

describe('a report', () => {
  test.each([
    ['as JSON, as any page could send it', {}, 'application/json', 415],
    ['as a form', 'a=b', 'application/x-www-form-urlencoded', 415],
    ['as text', 'x', 'text/plain', 415],
    ['that is no JSON', '{', OLD, 400],
    ['that is too long', old({ 'original-policy': 'a'.repeat(40_000) }), OLD, 413],
  ])('%s is refused', async (_, body, type, status) => {
    const before = await site.stored()
    expect((await report(body, { type })).statusCode).toBe(status)
    expect(await site.stored()).toEqual(before)
  })

  test('of one address is stored twenty times an hour, apart from the limit of fault reports', async () => {
    const flood = Array.from({ length: 10 }, () => asNew())
    expect((await report(flood, { type: NEW })).statusCode).toBe(204)
    expect((await report(flood, { type: NEW })).statusCode).toBe(204)
    expect((await report(flood, { type: NEW })).statusCode).toBe(429)
    expect(await kept()).toHaveLength(20)
    expect((await report(old(), { from: '198.51.100.7' })).statusCode).toBe(204)
    const body = { errorMessage: 'Payment Failure' }
    const headers = { 'sec-fetch-site': 'same-origin' }
    const fault = await site.ask('POST', '/api/logs/error', { body, headers })
    expect(fault.status).toBe(202)
    expect(await kept()).toHaveLength(22)
  })
})
