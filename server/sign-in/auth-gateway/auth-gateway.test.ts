import { GoTrueClient } from '@supabase/auth-js'
import { afterEach, describe, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '../../../test/app/gateway-site.ts'

const MAN = { email: 'man@example.org', password: 'screening-demo' }

let site: TestSite
afterEach(() => site.app.close())

describe('a browser with the unmodified client', () => {
  test('signs in, renews and signs out without ever seeing a refresh token', async () => {
    const { browser, client } = await openSite()
    const { data } = await client.signInWithPassword(MAN)
    expect(data.user?.email).toBe(MAN.email)
    const first = data.session?.refresh_token

    site.advance(850)
    const renewed = await client.refreshSession()
    expect(renewed.error).toBeNull()
    expect(renewed.data.session?.access_token).not.toBe(data.session?.access_token)
    expect(renewed.data.session?.refresh_token).not.toBe(first)
    expect(namesOf(browser)).toEqual(['at', 'rt', 'signed_in'])

    expect(site.auth.refreshTokens).toHaveLength(2)
    for (const token of site.auth.refreshTokens) expect(browser.bodies.join()).not.toContain(token)

    expect((await client.signOut({ scope: 'local' })).error).toBeNull()
    expect(site.auth.calls.at(-1)?.path).toBe('/logout?scope=local')
    expect(namesOf(browser)).toEqual([])
    expect((await browser.ask('/auth/session')).statusCode).toBe(204)
  })

  test('gets the service’s words for a wrong password, and no cookie', async () => {
    const { browser, client } = await openSite()
    const { error } = await client.signInWithPassword({ ...MAN, password: 'wrong' })
    expect(error?.message).toBe('Invalid login credentials')
    expect(error?.code).toBe('invalid_credentials')
    expect(namesOf(browser)).toEqual([])
  })
})

describe('a session that lacks the second factor of its account, at a service that does not ask', () => {
  test('ends no other session, and itself when it signs out', async () => {
    const { browser, client } = await openSite()
    const { data } = await client.signInWithPassword(MAN)
    site.auth.isSessionAlive = async ({ level }) => level === 'aal2'
    const others = await client.signOut({ scope: 'others' })
    expect(site.auth.calls.map(({ path }) => path)).toEqual(['/token?grant_type=password'])
    // The client treats every 401 here as an ended session.
    expect(others.error).toBeNull()
    const headers = { authorization: `Bearer ${data.session?.access_token}` }
    const asked = { method: 'POST', headers } as const
    const refused = await browser.ask('/auth/v1/logout?scope=others', asked)
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'insufficient_aal'])
    expect((await browser.ask('/auth/v1/logout?scope=global', asked)).statusCode).toBe(204)
    expect(site.auth.calls.at(-1)?.path).toBe('/logout?scope=local')
    expect(namesOf(browser)).toEqual([])
  })
})

describe('the cookies', () => {
  test('keep tokens from scripts and other sites', async () => {
    const { browser } = await openSite()
    const { cookies, headers } = await signIn(browser)
    expect(cookies).toMatchObject([
      { name: 'at', path: '/', httpOnly: true, sameSite: 'Lax' },
      { name: 'rt', path: '/auth', httpOnly: true, sameSite: 'Strict' },
      { name: 'signed_in', value: '1', path: '/', sameSite: 'Lax' },
      { name: 'device', path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 365 * 86_400 },
    ])
    expect(cookies[2]?.httpOnly).toBeUndefined()
    expect(cookies.every((cookie) => cookie.secure === undefined)).toBe(true)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('are bound to the host and to TLS when the site is served over https', async () => {
    const { browser } = await openSite({ publicUrl: 'https://chaps.test', production: true })
    const { cookies } = await signIn(browser)
    expect(cookies.map((cookie) => cookie.name)).toEqual([
      '__Host-at',
      '__Secure-rt',
      'signed_in',
      '__Host-device',
    ])
    expect(cookies.every((cookie) => cookie.secure === true)).toBe(true)
  })
})

describe('a page that loads', () => {
  test('has its session back with one call, and a new handle', async () => {
    const { browser } = await openSite()
    const signedIn = (await signIn(browser)).json()
    const loaded = await browser.ask('/auth/session')
    expect(loaded.json()).toMatchObject({
      access_token: signedIn.access_token,
      token_type: 'bearer',
      expires_in: 900,
      expires_at: signedIn.expires_at,
      user: { email: MAN.email },
    })
    expect(loaded.json().refresh_token).not.toBe(signedIn.refresh_token)
    expect(loaded.headers['cache-control']).toBe('no-store')
    expect(site.auth.calls.map((call) => call.path)).toEqual([
      '/token?grant_type=password',
      '/user',
    ])
  })

  test('gets a renewed session when less than 100 seconds remain', async () => {
    const { browser } = await openSite()
    const signedIn = (await signIn(browser)).json()
    site.advance(799)
    expect((await browser.ask('/auth/session')).json().access_token).toBe(signedIn.access_token)
    site.advance(1)
    const renewed = (await browser.ask('/auth/session')).json()
    expect(renewed.access_token).not.toBe(signedIn.access_token)
    expect(renewed.expires_in).toBe(900)
  })

  test('gets 204 when nobody is signed in, and the service is not asked', async () => {
    const { browser } = await openSite()
    expect((await browser.ask('/auth/session')).statusCode).toBe(204)
    expect(site.auth.calls).toEqual([])
  })

  test('gets 204 and loses its cookies when the session was ended elsewhere', async () => {
    const { browser } = await openSite()
    await signIn(browser)
    site.auth.endSessions()
    expect((await browser.ask('/auth/session')).statusCode).toBe(204)
    expect(namesOf(browser)).toEqual([])
  })

  test.each([
    ['is busy while it lasts', 0, new Response('', { status: 503 }), 503],
    ['is limiting calls when it must be renewed', 900, new Response('', { status: 429 }), 503],
    ['cannot be reached', 900, new Error('connect ECONNREFUSED'), 500],
  ])('keeps its session when the service %s', async (_when, seconds, outage, status) => {
    const { browser } = await openSite()
    await signIn(browser)
    site.advance(seconds)
    site.auth.outages.push(outage)
    expect((await browser.ask('/auth/session')).statusCode).toBe(status)
    expect(namesOf(browser)).toEqual(['at', 'rt', 'signed_in'])
    expect((await browser.ask('/auth/session')).statusCode).toBe(200)
  })
})

describe('a refresh', () => {
  test('fails with a stolen handle and no cookie', async () => {
    const { browser } = await openSite()
    const { refresh_token } = (await signIn(browser)).json()
    const thief = site.browser()
    expect((await refresh(thief, refresh_token)).json()).toEqual({
      code: 'refresh_token_not_found',
      message: 'Invalid Refresh Token: Refresh Token Not Found',
    })
    expect(site.auth.calls).toHaveLength(1)
  })

  test('fails with the cookie and no handle of the same session', async () => {
    const { browser } = await openSite()
    await signIn(browser)
    const other = (await signIn(site.browser())).json().refresh_token
    for (const handle of ['', 'made.up', `${other}x`, other, site.auth.refreshTokens[0]]) {
      expect((await refresh(browser, handle)).statusCode).toBe(400)
    }
    expect(site.auth.calls).toHaveLength(2)
    expect(namesOf(browser)).toEqual(['at', 'rt', 'signed_in'])
  })

  test('works for a tab that missed the rotation of another', async () => {
    const { browser } = await openSite()
    const { refresh_token: ours } = (await signIn(browser)).json()
    const { refresh_token: theirs } = (await browser.ask('/auth/session')).json()
    expect((await refresh(browser, theirs)).statusCode).toBe(200)
    expect((await refresh(browser, ours)).statusCode).toBe(200)
  })

  test('asked for by two tabs at once reaches the service once', async () => {
    const { browser } = await openSite()
    const { refresh_token } = (await signIn(browser)).json()
    const answers = await Promise.all([
      refresh(browser, refresh_token),
      refresh(browser, refresh_token),
    ])
    const [one, two] = answers.map((answer) => answer.json())
    expect(one.access_token).toBe(two.access_token)
    expect(one.refresh_token).not.toBe(two.refresh_token)
    expect(site.auth.calls).toHaveLength(2)
  })

  test('that the service refuses clears the cookies', async () => {
    const { browser } = await openSite()
    const { refresh_token } = (await signIn(browser)).json()
    site.auth.endSessions()
    expect((await refresh(browser, refresh_token)).json().code).toBe('refresh_token_not_found')
    expect(namesOf(browser)).toEqual([])
  })
})

describe('signing out', () => {
  test('ends the session even when the access token was already over', async () => {
    const { browser } = await openSite()
    const { access_token } = (await signIn(browser)).json()
    site.advance(3600)
    const rt = browser.jar.get('rt')
    const answer = await logout(browser, access_token)
    expect(answer.statusCode).toBe(204)
    if (rt) browser.jar.set('rt', rt)
    expect((await browser.ask('/auth/session')).statusCode).toBe(204)
  })

  test('without a token in the request uses the cookie', async () => {
    const { browser } = await openSite()
    const { access_token } = (await signIn(browser)).json()
    expect((await logout(browser)).statusCode).toBe(204)
    expect((await bearer('/api/member', access_token)).statusCode).toBe(401)
  })

  test('clears cookies and storage though the service is down', async () => {
    const { browser } = await openSite()
    await signIn(browser)
    site.auth.outages.push(new Response('', { status: 503 }))
    const answer = await logout(browser)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['clear-site-data']).toBe('"storage"')
    expect(namesOf(browser)).toEqual([])
  })

  test('forgets the visitor, so that the next person at this browser has no hold or grant', async () => {
    const { browser } = await openSite()
    await signIn(browser)
    browser.jar.set('visitor', { value: 'id.signature', path: '/' })
    expect((await logout(browser)).statusCode).toBe(204)
    expect(browser.jar.has('visitor')).toBe(false)
  })

  test('leaves the storage of a tablet that keeps a day at the venue', async () => {
    const { browser } = await openSite()
    await signIn(browser)
    browser.jar.set('keeps_day', { value: '1', path: '/auth' })
    const answer = await logout(browser)
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['clear-site-data']).toBeUndefined()
  })

  test('of other devices leaves this one signed in', async () => {
    const { browser } = await openSite()
    await signIn(browser)
    await browser.ask('/auth/v1/logout?scope=others', { method: 'POST' })
    expect(namesOf(browser)).toEqual(['at', 'rt', 'signed_in'])
  })

  test('to a scope that there is not is for the service to refuse, and renews nothing', async () => {
    const { browser } = await openSite()
    await signIn(browser)
    site.auth.outages.push(Response.json({ code: 'validation_failed' }, { status: 400 }))
    const answer = await browser.ask('/auth/v1/logout?scope=today', { method: 'POST' })
    expect(answer.statusCode).toBe(400)
    expect(namesOf(browser)).toEqual(['at', 'rt', 'signed_in'])
    expect(site.auth.calls.map(({ path }) => path).slice(1)).toEqual(['/logout?scope=today'])
  })

  test('needs no body, and a broken one does not keep the session alive', async () => {
    const { browser } = await openSite()
    await signIn(browser)
    const headers = { 'content-type': 'application/json' }
    const answer = await browser.ask('/auth/v1/logout', { method: 'POST', headers, payload: '{' })
    expect(answer.statusCode).toBe(204)
    expect(site.auth.calls.at(-1)).not.toHaveProperty('body')
  })
})

describe('the gateway', () => {
  test('refuses other sites and changes nothing', async () => {
    const { browser } = await openSite()
    await signIn(browser)
    for (const from of ['cross-site', 'same-site']) {
      const headers = { 'sec-fetch-site': from }
      const calls = [
        browser.ask('/auth/session', { headers }),
        browser.ask('/auth/v1/token?grant_type=password', {
          method: 'POST',
          headers,
          payload: MAN,
        }),
        browser.ask('/auth/v1/logout', { method: 'POST', headers }),
      ]
      for (const answer of await Promise.all(calls)) {
        expect(answer.statusCode).toBe(403)
        expect(answer.json().code).toBe('not_same_origin')
        expect(answer.cookies).toEqual([])
        expect(answer.headers['cache-control']).toBe('no-store')
      }
    }
    expect(site.auth.calls).toHaveLength(1)
  })

  test.each([
    ['POST', '/admin/users'],
    ['POST', '/invite'],
    ['POST', '/token/../admin/users'],
    ['POST', '//admin/users'],
    ['DELETE', '/factors/../admin/users'],
    ['PUT', '/token'],
  ])('does not forward %s %s', async (method, path) => {
    const { browser } = await openSite()
    const options = {
      method: method === 'PUT' ? 'PUT' : method === 'DELETE' ? 'DELETE' : 'POST',
    } as const
    expect((await browser.ask(`/auth/v1${path}`, options)).statusCode).toBe(404)
    expect(site.auth.calls).toEqual([])
  })

  test('sends no cookie to the service, but the visitor’s address', async () => {
    const { browser } = await openSite()
    await signIn(browser)
    await browser.ask('/auth/v1/recover', { method: 'POST', payload: { email: MAN.email } })
    const call = site.auth.calls.at(-1)
    expect(call).toMatchObject({
      path: '/recover',
      address: '127.0.0.1',
      body: JSON.stringify({ email: MAN.email }),
    })
    expect(Object.keys(call?.headers ?? {})).not.toContain('cookie')
  })

  test('follows no link that would put tokens into the address', async () => {
    const { browser } = await openSite()
    const answer = await browser.ask('/auth/v1/verify?token=t&type=recovery')
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toMatch(/^http:\/\/auth\.test\/#error=access_denied/)
    expect(answer.headers.location).not.toContain('token=')
  })
})

async function openSite(options: Parameters<typeof openTestSite>[0] = {}) {
  site = await openTestSite(options)
  const browser = site.browser()
  const url = `${options?.publicUrl ?? 'http://localhost:3000'}/auth/v1`
  const client = new GoTrueClient({
    url,
    fetch: browser.fetch,
    flowType: 'pkce',
    detectSessionInUrl: false,
    persistSession: false,
    autoRefreshToken: false,
  })
  return { browser, client }
}

type Browser = ReturnType<TestSite['browser']>

/** Of the session; the device stays known. */
function namesOf(browser: Browser): string[] {
  return [...browser.jar.keys()].filter((name) => name !== 'device').sort()
}

async function signIn(browser: Browser) {
  return await browser.ask('/auth/v1/token?grant_type=password', { method: 'POST', payload: MAN })
}

async function refresh(browser: Browser, handle: string | undefined) {
  const payload = { refresh_token: handle }
  return await browser.ask('/auth/v1/token?grant_type=refresh_token', { method: 'POST', payload })
}

/** Like auth-js: a JSON content type and no body. */
async function logout(browser: Browser, accessToken?: string) {
  const headers = {
    'content-type': 'application/json;charset=UTF-8',
    ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
  }
  return await browser.ask('/auth/v1/logout?scope=local', { method: 'POST', headers })
}

async function bearer(url: string, accessToken: string) {
  return await site.app.inject({ url, headers: { authorization: `Bearer ${accessToken}` } })
}
