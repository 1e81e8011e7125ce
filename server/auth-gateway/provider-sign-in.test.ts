// Provider sign-in through the gateway with the official client and a real OpenID Connect provider,
// against the embedded and a hosted service.
import { GoTrueClient } from '@supabase/auth-js'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSigningKeys, readSigningKeys } from '../../auth/tokens/keys.ts'
import { openBrowser } from '../../test/app/gateway-site.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { openTestProvider, type TestProvider } from '../../test/auth/provider.ts'
import { startAlone } from '../../test/auth/standalone-service.ts'
import { must } from '../../test/auth/test-service.ts'
import { createEmptyDatabase } from '../../test/database/database.ts'
import { buildApp } from '../app.ts'
import type { App, AuthService } from '../deps.ts'
import { makeFieldKeys } from '../platform/field-keys.ts'
import { openEmbeddedAuth } from './embedded-auth.ts'
import { openHostedAuth } from './hosted-auth.ts'

const SITE = 'http://localhost:3000'
const PASSWORD = 'heron-on-the-weir'
type Opened = { auth: AuthService; close(): Promise<void> }

async function openEmbedded(provider: TestProvider, site: TestApp): Promise<Opened> {
  const { database, now } = site.deps
  const auth = await openEmbeddedAuth({
    ...{ pool: database.pool, now, publicUrl: SITE, confirmEmail: false },
    identities: { providers: { keycloak: provider.settings }, manualLinking: true },
    signingKeys: JSON.stringify(await makeSigningKeys()),
    fieldKeys: makeFieldKeys(),
    mail: async () => undefined,
  })
  return { auth, close: auth.close }
}

async function openHosted({ settings }: TestProvider): Promise<Opened> {
  const signingKeys = await makeSigningKeys()
  const { kid, privateKey } = await readSigningKeys(signingKeys)
  const service = await startAlone({
    DATABASE_URL: await createEmptyDatabase(),
    GOTRUE_SITE_URL: SITE,
    GOTRUE_JWT_KEYS: JSON.stringify(signingKeys),
    GOTRUE_MAILER_AUTOCONFIRM: 'true',
    GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'true',
    GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: settings.clientId,
    GOTRUE_EXTERNAL_KEYCLOAK_SECRET: settings.secret,
    GOTRUE_EXTERNAL_KEYCLOAK_URL: settings.url,
    GOTRUE_EXTERNAL_KEYCLOAK_REDIRECT_URI: `${SITE}/auth/v1/callback`,
    GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
  })
  const header = { alg: 'ES256', kid }
  const key = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader(header)
    .sign(privateKey)
  const auth = openHostedAuth({ url: service.url, key, confirmEmail: false })
  return { auth, close: service.stop }
}

describe.each([
  ['the site’s own service', openEmbedded, 400],
  ['a hosted service', openHosted, 302],
] as const)('with %s', (_which, openService, withoutChallenge) => {
  let provider: TestProvider
  let site: TestApp
  let service: Opened
  let app: App
  let people = 0

  beforeAll(async () => {
    provider = await openTestProvider()
    // The provider and the hosted service use the machine's clock.
    site = await openTestApp({ now: new Date() })
    service = await openService(provider, site)
    app = await buildApp(
      { ...site.deps, auth: service.auth },
      { servePages: async () => undefined },
    )
    await app.ready()
  })
  afterAll(async () => {
    await app.close()
    await service.close()
    await site.close()
    await provider.close()
  })

  function visitor() {
    people += 1
    const sub = `sub-${people}`
    const email = `${sub}@example.org`
    provider.people.set(sub, { email, email_verified: true })
    const browser = openBrowser((options) => app.inject(options), SITE)
    const client = new GoTrueClient({
      ...{ url: `${SITE}/auth/v1`, fetch: browser.fetch, flowType: 'pkce' },
      ...{ detectSessionInUrl: false, persistSession: false, autoRefreshToken: false },
    })
    return { sub, email, browser, client }
  }
  type Visitor = ReturnType<typeof visitor>

  async function follow({ browser }: Visitor, address: string, how: 'GET' | 'POST' = 'GET') {
    const { pathname, search } = new URL(address)
    const answer = await browser.ask(how === 'GET' ? pathname + search : pathname, {
      method: how,
      headers: {
        ...{ 'sec-fetch-site': 'cross-site', origin: provider.settings.url },
        ...(how === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(how === 'POST' && { payload: search.slice(1) }),
    })
    expect(answer.statusCode).toBe(302)
    // Redirects return a code, never a session.
    expect(answer.cookies).toEqual([])
    return new URL(String(answer.headers.location))
  }

  async function comeBack(him: Visitor, address: string, how: 'GET' | 'POST' = 'GET') {
    const callback = await provider.visit(address, him.sub)
    expect(callback.origin + callback.pathname).toBe(`${SITE}/auth/v1/callback`)
    const page = await follow(him, callback.href, how)
    expect(page.origin + page.pathname + page.hash).toBe(`${SITE}/portal`)
    expect([...page.searchParams.keys()]).toEqual(['code'])
    return must(page.searchParams.get('code'))
  }

  const back = { redirectTo: `${SITE}/portal`, skipBrowserRedirect: true }

  async function signIn(him: Visitor, how: 'GET' | 'POST' = 'GET') {
    const { data } = await him.client.signInWithOAuth({ provider: 'keycloak', options: back })
    const code = await comeBack(him, (await follow(him, must(data.url))).href, how)
    return await him.client.exchangeCodeForSession(code)
  }

  function expectTokensInCookiesAlone({ browser }: Visitor) {
    expect([...browser.jar.keys()].sort()).toEqual(['at', 'rt', 'signed_in'])
    const kept = browser.jar.get('rt')?.value ?? ''
    const real = kept.slice(kept.indexOf('.') + 1)
    expect(real).toMatch(/^[\w-]{40,}$/)
    const seen = browser.bodies.join('\n')
    expect(seen).not.toContain(real)
    expect(seen).not.toMatch(/provider_(refresh_)?token/)
  }

  test.each(['GET', 'POST'] as const)(
    'a man signs in with a provider that answers by %s, and is signed in on the site',
    async (how) => {
      const him = visitor()
      const events: string[] = []
      him.client.onAuthStateChange((event) => void events.push(event))
      const { data, error } = await signIn(him, how)
      expect(error).toBeNull()
      expect(data.user).toMatchObject({
        email: him.email,
        app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      })
      expect(events).toContain('SIGNED_IN')
      expectTokensInCookiesAlone(him)
      expect((await him.browser.ask('/auth/session')).json().user.email).toBe(him.email)
      expect((await him.client.refreshSession()).error).toBeNull()
      expect((await him.client.signOut()).error).toBeNull()
      expect(him.browser.jar.size).toBe(0)
    },
  )

  test('a member links a provider, sees it, signs in by it and unlinks it', async () => {
    const him = visitor()
    const email = `member-${people}@example.org`
    const { data: signedUp } = await him.client.signUp({ email, password: PASSWORD })
    const begun = await him.client.linkIdentity({ provider: 'keycloak', options: back })
    expect(begun.error).toBeNull()
    const code = await comeBack(him, must(begun.data?.url))
    const namesOf = async ({ client }: Visitor) =>
      (await client.getUserIdentities()).data?.identities.map(({ provider: name }) => name).sort()
    expect(await namesOf(him)).toEqual(['email'])
    expect((await him.client.exchangeCodeForSession(code)).error).toBeNull()
    expect(await namesOf(him)).toEqual(['email', 'keycloak'])
    expectTokensInCookiesAlone(him)

    const later = { ...visitor(), sub: him.sub }
    expect((await signIn(later)).data.user?.id).toBe(must(signedUp.user).id)
    const { data } = await later.client.getUserIdentities()
    const linked = must(data?.identities.find(({ provider: name }) => name === 'keycloak'))
    expect((await later.client.unlinkIdentity(linked)).error).toBeNull()
    expect(await namesOf(later)).toEqual(['email'])
    expectTokensInCookiesAlone(later)
  })

  test('whoever begins without a challenge gets no session in an address', async () => {
    const him = visitor()
    const query = new URLSearchParams({ provider: 'keycloak', redirect_to: `${SITE}/portal` })
    const asked = await him.browser.ask(`/auth/v1/authorize?${query}`)
    // The embedded service refuses the implicit flow; a hosted one may start it, but the gateway
    // stops it.
    expect(asked.statusCode).toBe(withoutChallenge)
    if (asked.statusCode === 400) return
    const callback = await provider.visit(String(asked.headers.location), him.sub)
    const page = await follow(him, callback.href)
    expect(page.href).toMatch(/^http:\/\/localhost:3000\/portal#error=access_denied/)
    expect(him.browser.bodies.join()).not.toMatch(/(access|refresh)_token/)
  })

  test('a code is worth nothing in another browser', async () => {
    const him = visitor()
    const { data } = await him.client.signInWithOAuth({ provider: 'keycloak', options: back })
    const code = await comeBack(him, (await follow(him, must(data.url))).href)
    const thief = visitor()
    await thief.client.signInWithOAuth({ provider: 'keycloak', options: back })
    const { error } = await thief.client.exchangeCodeForSession(code)
    expect(error?.code).toBe('bad_code_verifier')
    expect(thief.browser.jar.size).toBe(0)
  })
})
