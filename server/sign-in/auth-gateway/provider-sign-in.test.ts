// Provider sign-in through the gateway with the official client and a real OpenID Connect provider,
// against the embedded and a hosted service.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEmbeddedSite } from '../../../test/app/embedded-site.ts'
import { openHostedSite } from '../../../test/app/hosted-site.ts'
import { openTestProvider, type TestProvider } from '../../../test/auth/provider.ts'
import { must } from '../../../test/auth/test-service.ts'

const SITE = 'http://localhost:3000'
const PASSWORD = 'heron-on-the-weir'

const openEmbedded = async ({ settings }: TestProvider) => {
  const site = await openEmbeddedSite({
    identities: { providers: { keycloak: settings }, manualLinking: true },
  })
  return { visitor: () => site.visitor('pkce'), close: site.close }
}

const openHosted = ({ settings }: TestProvider) =>
  openHostedSite({
    confirmEmail: false,
    settings: {
      GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'true',
      GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: settings.clientId,
      GOTRUE_EXTERNAL_KEYCLOAK_SECRET: settings.secret,
      GOTRUE_EXTERNAL_KEYCLOAK_URL: settings.url,
      GOTRUE_EXTERNAL_KEYCLOAK_REDIRECT_URI: `${SITE}/auth/v1/callback`,
      GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
    },
  })

describe.each([
  ['the embedded service', openEmbedded, 400],
  ['a hosted service', openHosted, 302],
] as const)('with %s', (_which, openSite, withoutChallenge) => {
  let provider: TestProvider
  let site: Awaited<ReturnType<typeof openEmbedded>>
  let people = 0

  beforeAll(async () => {
    provider = await openTestProvider()
    site = await openSite(provider)
  })
  afterAll(async () => {
    await site.close()
    await provider.close()
  })

  function newVisitor() {
    people += 1
    const sub = `sub-${people}`
    const email = `${sub}@example.org`
    provider.people.set(sub, { email, email_verified: true })
    return { sub, email, ...site.visitor() }
  }
  type Visitor = ReturnType<typeof newVisitor>

  async function follow({ browser }: Visitor, address: string, how: 'GET' | 'POST' = 'GET') {
    const { pathname, search } = new URL(address)
    const answer = await browser.ask(how === 'GET' ? pathname + search : pathname, {
      method: how,
      headers: {
        'sec-fetch-site': 'cross-site',
        origin: provider.settings.url,
        ...(how === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(how === 'POST' && { payload: search.slice(1) }),
    })
    expect(answer.statusCode).toBe(302)
    // Redirects return a code, never a session.
    expect(answer.cookies).toEqual([])
    return new URL(String(answer.headers.location))
  }

  async function comeBack(visitor: Visitor, address: string, how: 'GET' | 'POST' = 'GET') {
    const callback = await provider.visit(address, visitor.sub)
    expect(callback.origin + callback.pathname).toBe(`${SITE}/auth/v1/callback`)
    const page = await follow(visitor, callback.href, how)
    expect(page.origin + page.pathname + page.hash).toBe(`${SITE}/portal`)
    expect([...page.searchParams.keys()]).toEqual(['code'])
    return must(page.searchParams.get('code'))
  }

  const back = { redirectTo: `${SITE}/portal`, skipBrowserRedirect: true }

  async function signIn(visitor: Visitor, how: 'GET' | 'POST' = 'GET') {
    const { data } = await visitor.client.signInWithOAuth({ provider: 'keycloak', options: back })
    const code = await comeBack(visitor, (await follow(visitor, must(data.url))).href, how)
    return await visitor.client.exchangeCodeForSession(code)
  }

  function expectTokensInCookiesAlone({ browser }: Visitor) {
    expect([...browser.jar.keys()].sort()).toEqual(['at', 'device', 'rt', 'signed_in'])
    const handle = browser.jar.get('rt')?.value ?? ''
    const real = handle.slice(handle.indexOf('.') + 1)
    expect(real).toMatch(/^[\w-]{40,}$/)
    const seen = browser.bodies.join('\n')
    expect(seen).not.toContain(real)
    expect(seen).not.toMatch(/provider_(refresh_)?token/)
  }

  test.each(['GET', 'POST'] as const)(
    'a visitor signs in with a provider that answers by %s, and is signed in on the site',
    async (how) => {
      const visitor = newVisitor()
      const events: string[] = []
      visitor.client.onAuthStateChange((event) => void events.push(event))
      const { data, error } = await signIn(visitor, how)
      expect(error).toBeNull()
      expect(data.user).toMatchObject({
        email: visitor.email,
        app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      })
      expect(events).toContain('SIGNED_IN')
      expectTokensInCookiesAlone(visitor)
      expect((await visitor.browser.ask('/auth/session')).json().user.email).toBe(visitor.email)
      expect((await visitor.client.refreshSession()).error).toBeNull()
      expect((await visitor.client.signOut()).error).toBeNull()
      expect([...visitor.browser.jar.keys()]).toEqual(['device'])
    },
  )

  test('a member links a provider, sees it, signs in by it and unlinks it', async () => {
    const visitor = newVisitor()
    const email = `member-${people}@example.org`
    const { data: signedUp } = await visitor.client.signUp({ email, password: PASSWORD })
    const begun = await visitor.client.linkIdentity({ provider: 'keycloak', options: back })
    expect(begun.error).toBeNull()
    const code = await comeBack(visitor, must(begun.data?.url))
    const namesOf = async ({ client }: Visitor) =>
      (await client.getUserIdentities()).data?.identities.map(({ provider: name }) => name).sort()
    expect(await namesOf(visitor)).toEqual(['email'])
    expect((await visitor.client.exchangeCodeForSession(code)).error).toBeNull()
    expect(await namesOf(visitor)).toEqual(['email', 'keycloak'])
    expectTokensInCookiesAlone(visitor)

    const later = { ...newVisitor(), sub: visitor.sub }
    expect((await signIn(later)).data.user?.id).toBe(must(signedUp.user).id)
    const { data } = await later.client.getUserIdentities()
    const linked = must(data?.identities.find(({ provider: name }) => name === 'keycloak'))
    expect((await later.client.unlinkIdentity(linked)).error).toBeNull()
    expect(await namesOf(later)).toEqual(['email'])
    expectTokensInCookiesAlone(later)
  })

  test('a sign-in that begins without a challenge puts no session into an address', async () => {
    const visitor = newVisitor()
    const query = new URLSearchParams({ provider: 'keycloak', redirect_to: `${SITE}/portal` })
    const asked = await visitor.browser.ask(`/auth/v1/authorize?${query}`)
    // The embedded service refuses the implicit flow; a hosted one may start it, but the gateway
    // stops it.
    expect(asked.statusCode).toBe(withoutChallenge)
    if (asked.statusCode === 400) return
    const callback = await provider.visit(String(asked.headers.location), visitor.sub)
    const page = await follow(visitor, callback.href)
    expect(page.href).toMatch(/^http:\/\/localhost:3000\/portal#error=access_denied/)
    expect(visitor.browser.bodies.join()).not.toMatch(/(access|refresh)_token/)
  })

  test('a code does not work in another browser', async () => {
    const visitor = newVisitor()
    const { data } = await visitor.client.signInWithOAuth({ provider: 'keycloak', options: back })
    const code = await comeBack(visitor, (await follow(visitor, must(data.url))).href)
    const thief = newVisitor()
    await thief.client.signInWithOAuth({ provider: 'keycloak', options: back })
    const { error } = await thief.client.exchangeCodeForSession(code)
    expect(error?.code).toBe('bad_code_verifier')
    expect(thief.browser.jar.size).toBe(0)
  })
})
