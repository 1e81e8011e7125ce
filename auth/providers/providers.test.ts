import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestProvider, type TestProvider } from '../../test/auth/provider.ts'
import { atProvider, PAGE, refusalIn } from '../../test/auth/sign-in.ts'
import {
  must,
  openTestAuth,
  PASSWORD,
  readMail,
  type TestAuth,
} from '../../test/auth/test-service.ts'
import { openTestDatabase } from '../../test/database/database.ts'

// Sign-in with an OpenID Connect provider (auth-protocol 2.7): the official client and a real
// provider on 127.0.0.1, which uses the real clock.

let provider: TestProvider
let t: TestAuth
const discarded: string[] = []
let visitor: ReturnType<typeof atProvider>

beforeAll(async () => {
  provider = await openTestProvider()
  const settings = { confirmEmail: true, implicitFlow: true }
  const providers = { keycloak: provider.settings }
  t = await openTestAuth(
    (await openTestDatabase()).pool,
    { ...settings, providers },
    { startsAt: new Date(), signUpDiscarded: async (userId) => void discarded.push(userId) },
  )
  visitor = atProvider(t, provider)
})
afterAll(async () => {
  await t.close()
  await provider.close()
})

let people = 0
function known({ email, proven = true }: { email?: string; proven?: boolean } = {}): string {
  people += 1
  const sub = `sub-${people}`
  const address = email ?? `${sub}@example.org`
  provider.people.set(sub, { email: address, email_verified: proven, name: `User ${people}` })
  return sub
}

async function newMember(email: string) {
  const client = t.client()
  await client.signUp({ email, password: PASSWORD })
  const mail = must((await t.mails()).findLast(({ to }) => to === email))
  const { data } = await client.verifyOtp({ token_hash: readMail(mail).tokenHash, type: 'signup' })
  return { client, session: must(data.session) }
}

async function userCount(email: string): Promise<number> {
  const { rowCount } = await t.pool.query('select 1 from auth.users where email = $1', [email])
  return rowCount ?? 0
}

describe('signing in', () => {
  test('with a code and its verifier, twice as the same user', async () => {
    const sub = known({ email: 'Fisher@Example.org' })
    const { client, session } = await visitor.signIn(sub)
    expect(session.provider_token).toMatch(/\S{20}/)
    expect(session.user).toMatchObject({
      email: 'fisher@example.org',
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      user_metadata: { full_name: `User ${people}`, sub, email_verified: true },
    })
    expect(session.user.identities).toMatchObject([
      {
        id: sub,
        provider: 'keycloak',
        identity_data: { iss: provider.settings.url, sub, email: 'fisher@example.org' },
      },
    ])
    const claims = decodeJwt(session.access_token)
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth', provider: 'keycloak' }] })
    expect((await client.refreshSession()).error).toBeNull()

    const again = await visitor.signIn(sub)
    expect(again.session.user.id).toBe(session.user.id)
    expect(again.session.user.identities).toHaveLength(1)
    const { rows } = await t.pool.query(
      'select action from auth.audit_log_entries where user_id = $1 order by created_at, action',
      [session.user.id],
    )
    const actions = rows.map(({ action }) => action).sort()
    expect(actions).toEqual(['login', 'login', 'token_refreshed', 'user_signedup'])
  })

  test('leaves claims out that find no room beside the metadata of the user', async () => {
    const sub = known()
    const { client, session } = await visitor.signIn(sub)
    const own = 16_300 - JSON.stringify(session.user.user_metadata).length
    expect((await client.updateUser({ data: { note: 'x'.repeat(own) } })).error).toBeNull()
    const person = provider.people.get(sub)
    provider.people.set(sub, { ...person, name: 'A name that is longer than '.repeat(20) })
    const again = await visitor.signIn(sub)
    expect(again.session.user.user_metadata.note).toHaveLength(own)
    expect(again.session.user.user_metadata.full_name).toBe(person?.name)
    expect(again.session.user.identities?.[0]?.identity_data?.full_name).toContain('longer than')
  })

  test('the client gets SIGNED_IN, and its own query is kept beside the code', async () => {
    const client = t.client('192.0.2.1', 'pkce')
    const events: string[] = []
    client.onAuthStateChange((event) => {
      events.push(event)
    })
    const page = await visitor.comeBack(client, known())
    expect(page.origin + page.pathname).toBe('http://localhost:3000/account')
    expect([...page.searchParams.keys()]).toEqual(['from', 'code'])
    await client.exchangeCodeForSession(must(page.searchParams.get('code')))
    expect(events).toContain('SIGNED_IN')
  })

  test('with all in the fragment in the implicit flow, where that is switched on', async () => {
    const page = await visitor.comeBack(t.client(), known())
    const told = new URLSearchParams(page.hash.slice(1))
    expect(page.search).toBe('?from=provider')
    expect([...told.keys()].sort()).toEqual(
      ['access_token', 'expires_at', 'expires_in', 'provider_token', 'refresh_token', 'sb'].concat(
        'token_type',
      ),
    )
    const { data, error } = await t.client().setSession({
      access_token: must(told.get('access_token')),
      refresh_token: must(told.get('refresh_token')),
    })
    expect(error).toBeNull()
    expect(data.user?.app_metadata.provider).toBe('keycloak')
  })

  test('by the answer of a provider that posts it', async () => {
    const client = t.client('192.0.2.1', 'pkce')
    const callback = await provider.visit((await visitor.begin(client)).href, known())
    const page = await visitor.follow(callback.href, 'POST')
    const { error } = await client.exchangeCodeForSession(must(page.searchParams.get('code')))
    expect(error).toBeNull()
  })

  test('the request to the provider has a new state, nonce and verifier', async () => {
    const client = t.client('192.0.2.1', 'pkce')
    const address = await visitor.begin(client, {
      scopes: 'address email',
      queryParams: {
        prompt: 'consent',
        login_hint: 'x',
        redirect_uri: 'https://evil.example',
        state: 's',
      },
    })
    const asked = Object.fromEntries(address.searchParams)
    expect(asked).toMatchObject({
      client_id: 'the-weir',
      redirect_uri: 'http://localhost:3000/auth/v1/callback',
      response_type: 'code',
      scope: 'openid email profile address',
      prompt: 'consent',
      login_hint: 'x',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[0-9a-f-]{36}$/),
      nonce: expect.stringMatching(/^\S{43}$/),
    })
    expect(Object.keys(asked)).not.toContain('redirect_to')
    expect(Object.keys(asked)).not.toContain('provider')
  })

  test('tokens of the provider and our verifier rest sealed', async () => {
    const page = await visitor.comeBack(t.client('192.0.2.1', 'pkce'), known())
    expect(page.searchParams.get('code')).toBeTruthy()
    const { rows } = await t.pool.query(
      'select * from auth.flow_state where auth_code is not null order by created_at desc limit 1',
    )
    expect(rows[0].provider_access_token.length).toBeGreaterThan(28)
    expect(JSON.stringify(rows[0])).not.toContain(page.searchParams.get('code'))
    const begun = await visitor.begin(t.client('192.0.2.1', 'pkce'))
    const states = await t.pool.query('select * from auth.oauth_client_states where id = $1', [
      begun.searchParams.get('state'),
    ])
    expect(states.rows).toHaveLength(1)
    const sealed = states.rows[0].code_verifier.toString('latin1')
    expect(sealed).not.toContain(begun.searchParams.get('nonce'))
  })
})

describe('an address that an account has', () => {
  test('is linked when the provider has proven it; the password stays', async () => {
    const email = 'linked@example.org'
    const { session: first } = await newMember(email)
    t.pass(1)
    const { session } = await visitor.signIn(known({ email }))
    expect(session.user.id).toBe(first.user.id)
    expect(session.user.app_metadata.providers).toEqual(['email', 'keycloak'])
    expect(session.user.identities?.map((one) => one.provider)).toEqual(['email', 'keycloak'])
    const byPassword = await t.client().signInWithPassword({ email, password: PASSWORD })
    expect(byPassword.error).toBeNull()
    expect((await t.client().setSession(first)).error).toBeNull()
  })

  test('is never linked when it has not; its owner reads why, and nobody else', async () => {
    const email = 'owner@example.org'
    const { session: owner } = await newMember(email)
    const client = t.client('192.0.2.1', 'pkce')
    const taken = refusalIn(await visitor.comeBack(client, known({ email, proven: false })))
    const free = refusalIn(await visitor.comeBack(client, known({ proven: false })))
    expect(taken).toEqual(free)
    expect(taken).toEqual({
      error: 'access_denied',
      code: 'provider_email_needs_verification',
      description:
        'Unverified email with keycloak. A confirmation email has been sent to your keycloak email',
    })
    const { rows } = await t.pool.query('select 1 from auth.identities where user_id = $1', [
      owner.user.id,
    ])
    expect(rows).toHaveLength(1)
    expect(await userCount(email)).toBe(1)
    const letter = must((await t.mails()).findLast(({ to }) => to === email))
    expect(letter.subject).toContain('already have an account')
  })

  test('a new unproven one signs in after its owner has confirmed it by mail', async () => {
    const sub = known({ proven: false })
    const email = `${sub}@example.org`
    const client = t.client('192.0.2.1', 'pkce')
    expect(refusalIn(await visitor.comeBack(client, sub)).code).toBe(
      'provider_email_needs_verification',
    )
    const mails = async () => (await t.mails()).filter(({ to }) => to === email)
    expect(await mails()).toHaveLength(1)
    expect(refusalIn(await visitor.comeBack(client, sub)).code).toBe(
      'provider_email_needs_verification',
    )
    expect(await mails()).toHaveLength(1)

    const { tokenHash } = readMail(must((await mails())[0]))
    const { error } = await t.client().verifyOtp({ token_hash: tokenHash, type: 'signup' })
    expect(error).toBeNull()
    const { session } = await visitor.signIn(sub)
    expect(session.user.email).toBe(email)
  })

  test('a sign-up before its owner’s loses all that it left there', async () => {
    const email = 'hijacked@example.org'
    const stranger = t.client()
    await stranger.signUp({
      email,
      password: PASSWORD,
      options: { data: { name: 'Stranger', note: 'x' } },
    })
    const strangerSub = known({ email, proven: false })
    await visitor.comeBack(t.client('192.0.2.1', 'pkce'), strangerSub)
    const letter = must((await t.mails()).findLast(({ to }) => to === email))

    const { session } = await visitor.signIn(known({ email }))
    expect(session.user.email_confirmed_at).toBeTruthy()
    expect(session.user.user_metadata).toMatchObject({ full_name: `User ${people}` })
    expect(session.user.user_metadata).not.toHaveProperty('note')
    expect(discarded).toEqual([session.user.id])
    expect(session.user.identities).toHaveLength(1)
    expect(session.user.app_metadata.providers).toEqual(['keycloak'])
    const byPassword = await stranger.signInWithPassword({ email, password: PASSWORD })
    expect(byPassword.error?.code).toBe('invalid_credentials')
    const byMail = await stranger.verifyOtp({
      token_hash: readMail(letter).tokenHash,
      type: 'signup',
    })
    expect(byMail.error?.code).toBe('otp_expired')
  })

  test('a stranger’s unproven identity goes when the owner proves the address by the provider', async () => {
    const email = 'squatted@example.org'
    const squatter = known({ email, proven: false })
    await visitor.comeBack(t.client('192.0.2.1', 'pkce'), squatter)
    const { session } = await visitor.signIn(known({ email }))
    expect(session.user.identities).toHaveLength(1)
    const page = await visitor.comeBack(t.client('192.0.2.1', 'pkce'), squatter)
    expect(refusalIn(page).code).toBe('provider_email_needs_verification')
  })

  test('and when the owner proves it by a requested mail', async () => {
    const email = 'reclaimed@example.org'
    const squatter = known({ email, proven: false })
    await visitor.comeBack(t.client('192.0.2.1', 'pkce'), squatter)
    t.pass(61)
    const owner = t.client()
    await owner.resetPasswordForEmail(email)
    const letter = must((await t.mails()).findLast(({ to }) => to === email))
    const { data, error } = await owner.verifyOtp({
      token_hash: readMail(letter).tokenHash,
      type: 'recovery',
    })
    t.pass(-61)
    expect(error).toBeNull()
    expect(data.user?.identities?.map((one) => one.provider)).toEqual(['email'])
    expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    const page = await visitor.comeBack(t.client('192.0.2.1', 'pkce'), squatter)
    expect(refusalIn(page).code).toBe('provider_email_needs_verification')
  })

  test('two sign-ins of one new user at once make one account', async () => {
    const sub = known()
    const clients = [1, 2, 3].map(() => t.client('192.0.2.1', 'pkce'))
    const callbacks = await Promise.all(
      clients.map(async (client) => provider.visit((await visitor.begin(client)).href, sub)),
    )
    const pages = await Promise.all(callbacks.map((callback) => visitor.follow(callback.href)))
    expect(pages.every((page) => page.searchParams.has('code'))).toBe(true)
    expect(await userCount(`${sub}@example.org`)).toBe(1)
  })

  test('two first sign-ins at once to an account that there is link it once', async () => {
    const email = 'both@example.org'
    const { session } = await newMember(email)
    const sub = known({ email })
    const clients = [1, 2, 3].map(() => t.client('192.0.2.1', 'pkce'))
    const callbacks = await Promise.all(
      clients.map(async (client) => provider.visit((await visitor.begin(client)).href, sub)),
    )
    const pages = await Promise.all(callbacks.map((callback) => visitor.follow(callback.href)))
    expect(pages.every((page) => page.searchParams.has('code'))).toBe(true)
    const { rowCount } = await t.pool.query('select 1 from auth.identities where user_id = $1', [
      session.user.id,
    ])
    expect(rowCount).toBe(2)
  })

  test('letters that only look like another user’s address are not that address', async () => {
    // The Kelvin sign becomes the letter k in lower case.
    await newMember('kite@example.org')
    const sub = known({ email: '\u212Aite@example.org' })
    const page = await visitor.comeBack(t.client('192.0.2.1', 'pkce'), sub)
    expect(refusalIn(page).code).toBe('provider_email_needs_verification')
  })
})

describe('a refusal is on the user’s page, in query and fragment', () => {
  const refused = async (sub: string) =>
    refusalIn(await visitor.comeBack(t.client('192.0.2.1', 'pkce'), sub))

  test('a banned user', async () => {
    const sub = known()
    const { session } = await visitor.signIn(sub)
    await t.pool.query(
      `update auth.users set banned_until = now() + interval '2 years' where id = $1`,
      [session.user.id],
    )
    expect(await refused(sub)).toEqual({
      error: 'access_denied',
      code: 'user_banned',
      description: 'User is banned',
    })
  })

  test('a new user when sign-up is closed, and a user who cancels at the provider', async () => {
    const closed = await openTestAuth(
      (await openTestDatabase()).pool,
      { disableSignup: true, providers: { keycloak: provider.settings } },
      { startsAt: new Date() },
    )
    const atClosed = atProvider(closed, provider)
    const client = closed.client('192.0.2.1', 'pkce')
    expect(refusalIn(await atClosed.comeBack(client, known()))).toEqual({
      error: 'access_denied',
      code: 'signup_disabled',
      description: 'Signups not allowed for this instance',
    })
    const callback = await provider.visit((await atClosed.begin(client)).href, known(), 'abort')
    expect(refusalIn(await atClosed.follow(callback.href))).toMatchObject({
      error: 'access_denied',
      description: 'End-User aborted interaction',
    })
    // Without a challenge the session would end up in the URL.
    const { data } = await closed.client().signInWithOAuth({
      provider: 'keycloak',
      options: { skipBrowserRedirect: true },
    })
    const { search } = new URL(must(data.url))
    expect(await closed.ask('GET', `/authorize${search}`)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
    await closed.close()
  })

  test('a user without an address', async () => {
    people += 1
    provider.people.set(`sub-${people}`, { name: 'Nobody' })
    expect((await refused(`sub-${people}`)).code).toBe('provider_email_needs_verification')
  })
})

describe('attacks on the way', () => {
  const client = () => t.client('192.0.2.1', 'pkce')

  test('an answer that comes twice', async () => {
    const beginner = client()
    const callback = await provider.visit((await visitor.begin(beginner)).href, known())
    const page = await visitor.follow(callback.href)
    expect(refusalIn(await visitor.follow(callback.href))).toEqual({
      error: 'invalid_request',
      code: 'flow_state_already_used',
      description: 'State has already been used',
    })
    const code = must(page.searchParams.get('code'))
    expect((await beginner.exchangeCodeForSession(code)).error).toBeNull()
    expect(
      (
        await t.ask('POST', '/token?grant_type=pkce', {
          body: { auth_code: code, code_verifier: 'x' },
        })
      ).body.code,
    ).toBe('flow_state_not_found')
    expect(refusalIn(await visitor.follow(callback.href)).code).toBe('bad_oauth_state')
  })

  test('the same answer many times at once', async () => {
    const callback = await provider.visit((await visitor.begin(client())).href, known())
    const pages = await Promise.all([1, 2, 3, 4].map(() => visitor.follow(callback.href)))
    expect(pages.filter((page) => page.searchParams.has('code'))).toHaveLength(1)
  })

  test('an unknown state, none, or one of five minutes ago', async () => {
    const callback = `${PAGE.split('/account')[0]}/auth/v1/callback`
    const bad = { error: 'invalid_request', code: 'bad_oauth_state' }
    const unknown = { ...bad, description: 'OAuth state not found or expired' }
    for (const state of ['01234567-89ab-4cde-8f01-23456789abcd', 'x', "' or 1=1"]) {
      const page = await visitor.follow(`${callback}?code=x&state=${encodeURIComponent(state)}`)
      expect(page.origin + page.pathname).toBe('http://localhost:3000/')
      expect(refusalIn(page)).toEqual(unknown)
    }
    const ofMail = await t.pool.query(
      `insert into auth.flow_state (id, provider_type, authentication_method, created_at, updated_at)
       values (gen_random_uuid(), 'email', 'magiclink', $1, $1) returning id`,
      [t.now()],
    )
    const mixed = await visitor.follow(`${callback}?code=x&state=${ofMail.rows[0].id}`)
    expect(refusalIn(mixed)).toEqual(unknown)
    const none = await visitor.follow(`${callback}?code=x`)
    const missing = { error: 'invalid_request', code: 'bad_oauth_callback' }
    expect(refusalIn(none)).toEqual({ ...missing, description: 'OAuth state parameter missing' })

    const late = await provider.visit((await visitor.begin(client())).href, known())
    t.pass(301)
    const page = await visitor.follow(late.href)
    t.pass(-301)
    expect(refusalIn(page)).toEqual({ ...bad, description: 'OAuth state has expired' })
    expect(page.pathname).toBe('/account')
  })

  test('an answer without a code, or of a provider that is not there any more', async () => {
    const callback = await provider.visit((await visitor.begin(client())).href, known())
    callback.searchParams.delete('code')
    expect(refusalIn(await visitor.follow(callback.href))).toEqual({
      error: 'invalid_request',
      code: 'bad_oauth_callback',
      description: 'OAuth callback with missing authorization code',
    })

    const late = await provider.visit((await visitor.begin(client())).href, known())
    await t.pool.query(`update auth.flow_state set provider_type = 'gone' where id = $1`, [
      late.searchParams.get('state'),
    ])
    expect(refusalIn(await visitor.follow(late.href))).toEqual({
      error: 'invalid_request',
      code: 'oauth_provider_not_supported',
      description: 'OAuth provider is not supported',
    })
  })

  test('a return address elsewhere becomes the site', async () => {
    for (const redirectTo of ['https://evil.example/', 'http://localhost:3000@evil.example/']) {
      const begun = await visitor.begin(client(), { redirectTo })
      const page = await visitor.follow((await provider.visit(begun.href, known())).href)
      expect(page.host).toBe('localhost:3000')
    }
  })

  test('an id token with another nonce, as of another sign-in', async () => {
    const begun = await visitor.begin(client())
    begun.searchParams.set('nonce', 'of-another')
    const page = await visitor.follow((await provider.visit(begun.href, known())).href)
    expect(refusalIn(page)).toEqual({
      error: 'server_error',
      code: 'unexpected_failure',
      description: 'Unable to exchange external code',
    })
  })

  test('the provider’s code of another sign-in', async () => {
    const victim = await provider.visit((await visitor.begin(client())).href, known())
    const own = await provider.visit((await visitor.begin(client())).href, known())
    own.searchParams.set('code', must(victim.searchParams.get('code')))
    expect(refusalIn(await visitor.follow(own.href)).code).toBe('unexpected_failure')
  })

  test('our own code with the verifier of another sign-in', async () => {
    const [first, other] = [client(), client()]
    const page = await visitor.comeBack(first, known())
    await visitor.begin(other)
    const { error } = await other.exchangeCodeForSession(must(page.searchParams.get('code')))
    expect(error?.code).toBe('bad_code_verifier')
  })

  test('an answer that names another issuer', async () => {
    const callback = await provider.visit((await visitor.begin(client())).href, known())
    expect(callback.searchParams.get('iss')).toBe(provider.settings.url)
    callback.searchParams.set('iss', 'https://other.example')
    expect(refusalIn(await visitor.follow(callback.href)).code).toBe('unexpected_failure')
  })

  test('very many sign-ins begun from one address', async () => {
    const few = await openTestAuth(
      (await openTestDatabase()).pool,
      { requestScale: 1 / 300, providers: { keycloak: provider.settings } },
      { startsAt: new Date() },
    )
    const ask = () =>
      few.ask(
        'GET',
        `/authorize?provider=keycloak&code_challenge=${'x'.repeat(43)}&code_challenge_method=s256`,
      )
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([
      302, 302, 429,
    ])
    await few.close()
  })
})

describe('which providers there are', () => {
  test('the settings tell, and any other is refused without a redirect', async () => {
    const { body } = await t.ask('GET', '/settings')
    expect(body.external).toMatchObject({ keycloak: true, google: false, email: true })
    for (const [name, why] of [
      ['google', 'provider is not enabled'],
      ['constructor', 'Provider constructor could not be found'],
      ['', 'Provider  could not be found'],
    ])
      expect(await t.ask('GET', `/authorize?provider=${name}`)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', message: `Unsupported provider: ${why}` },
      })
  })

  test('one that everybody could listen to is refused at the start', async () => {
    const url = 'http://id.example'
    const { pool } = await openTestDatabase()
    const providers = { keycloak: { ...provider.settings, url } }
    await expect(openTestAuth(pool, { providers })).rejects.toThrow('must be an https address')
    await pool.end()
  })

  test('an unreachable provider is a server error, and is requested again later', async () => {
    const gone = await openTestProvider()
    await gone.close()
    const lonely = await openTestAuth(
      (await openTestDatabase()).pool,
      { implicitFlow: true, providers: { keycloak: gone.settings } },
      { startsAt: new Date() },
    )
    const answer = await lonely.ask('GET', '/authorize?provider=keycloak')
    expect(answer).toMatchObject({ status: 500, body: { code: 'unexpected_failure' } })
    await lonely.close()
  })
})
