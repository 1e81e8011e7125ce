import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { openTestSite, type TestSite } from './test-site.ts'

const MAN = { email: 'man@example.org', password: 'screening-demo' }
const ID = randomUUID()
const UNSAFE = [
  ...['signup', 'token?grant_type=password', 'token?grant_type=refresh_token', 'otp', 'recover'],
  ...['resend', 'verify', 'logout', 'sso', 'factors', `factors/${ID}/challenge`],
  ...[`factors/${ID}/verify`],
].map((path) => ['POST', `/auth/v1/${path}`] as const)
const CALLS = [
  ...UNSAFE,
  ['PUT', '/auth/v1/user'] as const,
  ['DELETE', `/auth/v1/factors/${ID}`] as const,
  ['DELETE', `/auth/v1/user/identities/${ID}`] as const,
]

let site: TestSite
afterEach(() => site.app.close())

async function signedIn() {
  site = await openTestSite({ publicUrl: 'https://chaps.test', production: true })
  const browser = site.browser()
  await signIn(browser)
  return browser
}

const signIn = (browser: ReturnType<TestSite['browser']>) =>
  browser.ask('/auth/v1/token?grant_type=password', { method: 'POST', payload: MAN })

describe('a page of another site', () => {
  test.each(CALLS)('cannot make the browser send %s %s', async (method, path) => {
    const browser = await signedIn()
    const from: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site', origin: 'https://shop.chaps.test' },
    ]
    const before = site.auth.calls.length
    for (const headers of from) {
      const answer = await browser.ask(path, { method, headers, payload: {} })
      expect([answer.statusCode, answer.cookies]).toEqual([403, []])
    }
    expect(site.auth.calls).toHaveLength(before)
    expect(browser.jar.size).toBe(3)
  })

  test.each([
    'https://evil.example',
    'https://chaps.test.evil.example',
    'https://chaps.test:8443',
    'http://chaps.test',
    'null',
  ])('cannot in an older browser, which tells its origin alone: %s', async (origin) => {
    const browser = await signedIn()
    const cookies = Object.fromEntries([...browser.jar].map(([name, { value }]) => [name, value]))
    const answer = await site.app.inject({
      ...{ method: 'POST', url: '/auth/v1/logout', cookies },
      headers: { origin },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_same_origin'])
    expect(site.auth.calls).toHaveLength(1)
  })

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'cannot with a form of the type %s, even from one of our own pages',
    async (type) => {
      const browser = await signedIn()
      const answer = await browser.ask('/auth/v1/token?grant_type=password', {
        ...{ method: 'POST', payload: JSON.stringify(MAN), headers: { 'content-type': type } },
      })
      expect(answer.statusCode).toBe(400)
      expect(site.auth.calls).toHaveLength(1)
    },
  )
})

describe('a session that somebody has planted in the browser', () => {
  test('is gone from every cookie as soon as its user signs in', async () => {
    const thief = await signedIn()
    const planted = new Map(thief.jar)
    const victim = site.browser()
    for (const [name, kept] of planted) victim.jar.set(name, kept)
    await signIn(victim)
    for (const name of ['__Host-at', '__Secure-rt'])
      expect(victim.jar.get(name)?.value).not.toBe(planted.get(name)?.value)
    const idOf = (jar: typeof planted) => jar.get('__Secure-rt')?.value.split('.')[0]
    expect(idOf(victim.jar)).not.toBe(idOf(planted))
  })

  test('does not carry the handle of one over to the cookie of another', async () => {
    const thief = await signedIn()
    const handle = (await thief.ask('/auth/session')).json().refresh_token
    const victim = site.browser()
    await signIn(victim)
    const payload = { refresh_token: handle }
    const path = '/auth/v1/token?grant_type=refresh_token'
    const answer = await victim.ask(path, { method: 'POST', payload })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'refresh_token_not_found'])
  })

  test('cannot be planted from another host of the domain, nor without TLS', async () => {
    const browser = await signedIn()
    // Browsers set a cookie of the prefix __Host- for its own host, over TLS and without a domain only.
    const { cookies } = await signIn(browser)
    const access = cookies.find(({ name }) => name === '__Host-at')
    expect(access).toMatchObject({ secure: true, path: '/', httpOnly: true })
    expect(access?.domain).toBeUndefined()
    const plain = await site.app.inject({
      ...{ url: '/api/member', cookies: { at: access?.value ?? '' } },
    })
    expect(plain.statusCode).toBe(401)
  })
})
