import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '../../../test/app/gateway-site.ts'

const MAN = { email: 'man@example.org', password: 'screening-demo' }
const ID = randomUUID()
const UNSAFE = [
  ...['signup', 'token?grant_type=password', 'token?grant_type=refresh_token', 'otp', 'recover'],
  ...['magiclink', 'resend', 'verify', 'logout', 'sso', 'factors', `factors/${ID}/challenge`],
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
    expect(browser.jar.size).toBe(4)
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
      method: 'POST',
      url: '/auth/v1/logout',
      cookies,
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
        method: 'POST',
        payload: JSON.stringify(MAN),
        headers: { 'content-type': type },
      })
      expect(answer.statusCode).toBe(400)
      expect(site.auth.calls).toHaveLength(1)
    },
  )
})

describe('the answer of a provider, which its page posts', () => {
  const FORM = 'application/x-www-form-urlencoded'
  const payload = 'code=c&state=s'
  const from = { 'sec-fetch-site': 'cross-site', origin: 'https://id.example' }
  const answerWith = (location: string) =>
    site.auth.outages.push(new Response(null, { status: 302, headers: { location } }))

  test('is let in by itself: nothing of the caller’s session goes on, and none comes of it', async () => {
    const browser = await signedIn()
    answerWith('https://chaps.test/portal?code=c')
    const headers = { ...from, 'content-type': FORM, authorization: 'Bearer of-somebody' }
    const url = '/auth/v1/callback?state=of-another'
    const answer = await browser.ask(url, { method: 'POST', headers, payload })
    expect([answer.statusCode, answer.headers.location, answer.cookies]).toEqual([
      ...[302, 'https://chaps.test/portal?code=c', []],
    ])
    const call = site.auth.calls.at(-1)
    expect(call).toMatchObject({ method: 'POST', path: '/callback', body: payload })
    expect(Object.keys(call?.headers ?? {})).not.toContain('authorization')
    expect(Object.keys(call?.headers ?? {})).not.toContain('cookie')
  })

  test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])(
    'is a form and nothing else, not %j',
    async (type) => {
      const browser = await signedIn()
      const headers = { ...from, 'content-type': type }
      const options = { method: 'POST', headers, payload: '{}' } as const
      const answer = await browser.ask('/auth/v1/callback', options)
      expect([answer.statusCode, answer.json().code]).toEqual([415, 'invalid_request'])
      expect(site.auth.calls).toHaveLength(1)
    },
  )

  test.each([
    ...UNSAFE.map(([, path]) => ['POST', path] as const),
    ...(['PUT', 'DELETE'] as const).map((method) => [method, '/auth/v1/callback'] as const),
    ...['callback/', 'callback/x', 'Callback', 'callback;x', 'callback%2f'].map(
      (path) => ['POST', `/auth/v1/${path}`] as const,
    ),
    ...['/auth/callback', '/api/write'].map((path) => ['POST', path] as const),
  ])('lets no other form in: %s %s', async (method, path) => {
    const browser = await signedIn()
    const headers = { ...from, 'content-type': FORM }
    const answer = await browser.ask(path, { method, headers, payload })
    expect([403, 404]).toContain(answer.statusCode)
    expect(answer.cookies).toEqual([])
    expect(site.auth.calls).toHaveLength(1)
    const own = await browser.ask(path, { method, headers: { 'content-type': FORM }, payload })
    expect([400, 404]).toContain(own.statusCode)
    expect(site.auth.calls).toHaveLength(1)
  })

  test.each([
    '#access_token=a&refresh_token=SECRET&token_type=bearer',
    '?from=x#provider_token=SECRET',
    '?provider_refresh_token=SECRET',
    '#x#refresh_token=SECRET',
    '?from=x?access_token=SECRET#sb=',
  ])('brings no token into the address: %s', async (told) => {
    const browser = await signedIn()
    const headers = { ...from, 'content-type': FORM }
    for (const method of ['GET', 'POST'] as const) {
      answerWith(`https://chaps.test/portal${told}`)
      const body = method === 'POST' ? { headers, payload } : { headers: from }
      const answer = await browser.ask('/auth/v1/callback', { method, ...body })
      expect(answer.headers.location).toMatch(/^https:\/\/chaps\.test\/portal#error=access_denied/)
      expect(answer.headers.location).not.toContain('SECRET')
      expect(answer.cookies).toEqual([])
    }
  })
})

describe('a session planted in the browser', () => {
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
    // Browsers accept the prefix __Host- only over TLS, from the host itself, without a domain.
    const { cookies } = await signIn(browser)
    const access = cookies.find(({ name }) => name === '__Host-at')
    expect(access).toMatchObject({ secure: true, path: '/', httpOnly: true })
    expect(access?.domain).toBeUndefined()
    const plain = await site.app.inject({
      url: '/api/member',
      cookies: { at: access?.value ?? '' },
    })
    expect(plain.statusCode).toBe(401)
  })
})
