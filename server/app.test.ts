import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../test/app/test-app.ts'
import { buildApp } from './app.ts'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

describe('every answer', () => {
  test.each([
    '/api/events',
    '/api/events/99999',
    '/api/nothing',
    '/healthz',
    '/api/%zz',
    '/api/openapi.json',
  ])('of %s carries the security headers', async (url) => {
    const { headers } = await site.app.inject(url)
    expect(headers).toMatchObject(securityHeaders)
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
  })

  test('asks for encryption from now on when the site is served by https', async () => {
    const deps = { ...site.deps }
    deps.settings = { ...deps.settings, publicUrl: 'https://chaps.example' }
    const app = await buildApp(deps, { servePages: async () => undefined })
    const { headers } = await app.inject('/healthz')
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    await app.close()
  })

  test('is not cached unless its route says otherwise', async () => {
    for (const url of ['/healthz', '/api/%zz', '/auth/session', '/api/members/me']) {
      const { headers } = await site.app.inject(url)
      expect(headers['x-accel-expires']).toBeUndefined()
      expect(headers['cache-control']).toBe('no-store')
    }
  })
})

describe('a call that does not exist', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['DELETE', '/api/events'],
    ['GET', '/auth/nothing'],
    ['POST', '/about-us'],
  ] as const)('%s %s is not found, in JSON', async (method, url) => {
    const { status, body } = await site.ask(method, url)
    expect([status, body]).toEqual([404, { error: 'Not found', code: 'not_found' }])
  })
})

describe('a call that changes something', () => {
  const report = { errorMessage: 'Payment Failure' }

  test('is refused when another site makes it', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    const answer = await site.ask('POST', '/api/logs/error', { body: report, headers })
    expect([answer.status, answer.body.code]).toEqual([403, 'not_same_origin'])
  })

  test('is refused when its body is over 64 KB', async () => {
    const body = { profileId: 1001, psaTestDate: 'x'.repeat(65 * 1024) }
    const member = await site.member()
    const answer = await site.ask('POST', '/api/medical/consent', { as: member, body })
    expect([answer.status, answer.body.code]).toEqual([413, 'invalid_request'])
  })
})

describe('the client’s IP address', () => {
  const readThrice = async (trustedProxy?: string) => {
    const settings = { ...site.deps.settings, rateLimitScale: 2 / 3000 }
    const deps = {
      ...site.deps,
      settings: { ...settings, ...(trustedProxy && { trustedProxy }) },
    }
    const app = await buildApp(deps, { servePages: async () => undefined })
    const statuses: number[] = []
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      const headers = { 'x-forwarded-for': address }
      statuses.push((await app.inject({ url: '/healthz', headers })).statusCode)
    }
    await app.close()
    return statuses
  }

  test('is not the claimed one of X-Forwarded-For', async () => {
    expect(await readThrice()).toEqual([200, 200, 429])
  })

  test('is taken from a proxy that the settings trust, and from no other', async () => {
    expect(await readThrice('127.0.0.1')).toEqual([200, 200, 200])
    expect(await readThrice('198.51.100.7')).toEqual([200, 200, 429])
  })
})

describe('health', () => {
  test('of the process is answered without asking anything else', async () => {
    expect(await site.ask('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  })

  test('of the whole is good when database and jobs answer', async () => {
    expect(await site.ask('GET', '/readyz')).toMatchObject({
      status: 200,
      body: { status: 'ok', database: true, jobs: true },
    })
  })

  test.each([
    ['of another machine', { remoteAddress: '203.0.113.9' }],
    ['through a proxy', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
  ])('is only good or bad for a visitor %s', async (_, from) => {
    const answer = await site.app.inject({ url: '/readyz', ...from })
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
  })

  test('names what is unavailable', async () => {
    const jobs = { ...site.deps.jobs, ready: () => false }
    const app = await buildApp({ ...site.deps, jobs }, { servePages: async () => undefined })
    const answer = await app.inject('/readyz')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({ status: 'not ready', database: true, jobs: false })
    await app.close()
  })
})

describe('the mailbox', () => {
  const open = async (settings: { production: boolean; mailboxUrl: string }) => {
    const deps = { ...site.deps, settings: { ...site.deps.settings, ...settings } }
    const app = await buildApp(deps, { servePages: async () => undefined })
    const { statusCode, headers } = await app.inject('/dev/mailbox')
    await app.close()
    return [statusCode, headers.location]
  }

  test('is found from the site in the demo', async () => {
    const mailboxUrl = 'http://localhost:3003'
    expect(await open({ production: false, mailboxUrl })).toEqual([302, mailboxUrl])
  })

  test('does not exist in production, nor where mail really goes out', async () => {
    const mailboxUrl = 'http://localhost:3003'
    expect(await open({ production: true, mailboxUrl })).toEqual([404, undefined])
    expect(await open({ production: false, mailboxUrl: '' })).toEqual([404, undefined])
  })
})
