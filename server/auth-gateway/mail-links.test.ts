// Links in mails through the gateway, against the embedded authentication service.
import { GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuthMessage } from '../../auth/deps.ts'
import { makeSigningKeys } from '../../auth/tokens/keys.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { buildApp } from '../app.ts'
import type { App } from '../deps.ts'
import { makeFieldKeys } from '../platform/field-keys.ts'
import { openEmbeddedAuth } from './embedded-auth.ts'

const SITE = 'http://localhost:3000'
let site: TestApp
let auth: Awaited<ReturnType<typeof openEmbeddedAuth>>
let app: App
const letters: AuthMessage[] = []

beforeAll(async () => {
  site = await openTestApp()
  const { database, now } = site.deps
  auth = await openEmbeddedAuth({
    ...{ pool: database.pool, now, publicUrl: SITE, confirmEmail: true },
    signingKeys: JSON.stringify(await makeSigningKeys()),
    fieldKeys: makeFieldKeys(),
    mail: async (message) => void letters.push(message),
  })
  app = await buildApp({ ...site.deps, auth }, { servePages: async () => undefined })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await auth.close()
  await site.close()
})

/** The official client on a page of the site; `cookies` are the browser's. */
function browser(flowType: 'pkce' | 'implicit') {
  const cookies: string[] = []
  const fetchFromPage: typeof fetch = async (input, init) => {
    const answer = await app.inject({
      method: init?.method === 'POST' ? 'POST' : 'GET',
      url: String(input).replace(SITE, ''),
      headers: {
        ...Object.fromEntries(new Headers(init?.headers)),
        'sec-fetch-site': 'same-origin',
      },
      ...(typeof init?.body === 'string' && { payload: init.body }),
    })
    cookies.push(...answer.cookies.map(({ name }) => name))
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: Object.fromEntries(headers),
    })
  }
  const url = `${SITE}/auth/v1`
  const once = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  return { client: new GoTrueClient({ url, fetch: fetchFromPage, flowType, ...once }), cookies }
}

async function mailed(client: GoTrueClient, email: string) {
  await auth.createUser({ email, password: 'heron-on-the-weir' })
  const options = { shouldCreateUser: false, emailRedirectTo: `${SITE}/login?from=/portal` }
  expect((await client.signInWithOtp({ email, options })).error).toBeNull()
  await auth.idle()
  const text = letters.findLast(({ to }) => to === email)?.text ?? ''
  const link = new URL(/https?:\S+/.exec(text)?.[0] ?? '')
  return { link, token: link.searchParams.get('token_hash') ?? '' }
}

async function open(token: string) {
  const query = new URLSearchParams({ token, type: 'magiclink', redirect_to: `${SITE}/login` })
  const answer = await app.inject({
    url: `/auth/v1/verify?${query}`,
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  })
  expect(answer.statusCode).toBe(303)
  expect(answer.cookies).toEqual([])
  return new URL(String(answer.headers.location))
}

test('a link leads to the page, which signs in by it; the refresh token stays behind', async () => {
  const { client, cookies } = browser('implicit')
  const { link, token } = await mailed(client, 'by-link@example.org')
  expect(`${link.origin}${link.pathname}`).toBe(`${SITE}/login`)
  const opened = await open(token)
  expect(opened.hash).toBe('')
  expect(Object.fromEntries(opened.searchParams)).toEqual({ token_hash: token, type: 'magiclink' })
  const { data } = await client.verifyOtp({ token_hash: token, type: 'magiclink' })
  expect(data.user?.email).toBe('by-link@example.org')
  expect(cookies).toEqual(['at', 'rt', 'signed_in'])
})

test('a link of the PKCE flow leads to the page with a code, for the browser that asked', async () => {
  const { client, cookies } = browser('pkce')
  const { token } = await mailed(client, 'by-code@example.org')
  const code = (await open(token)).searchParams.get('code') ?? ''
  const elsewhere = await browser('pkce').client.exchangeCodeForSession(code)
  expect(elsewhere.error?.name).toBe('AuthPKCECodeVerifierMissingError')
  const { data } = await client.exchangeCodeForSession(code)
  expect(data.user?.email).toBe('by-code@example.org')
  expect(cookies).toEqual(['at', 'rt', 'signed_in'])
})
