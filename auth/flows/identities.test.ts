import type { GoTrueClient, UserIdentity } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestProvider, type TestProvider } from '../../test/auth/provider.ts'
import { atProvider, PAGE, refusalIn } from '../../test/auth/sign-in.ts'
import { must, openTestAuth, PASSWORD, type TestAuth } from '../../test/auth/test-service.ts'
import { openTestDatabase } from '../../test/database/database.ts'
import type { EmailChange } from '../options.ts'

// Linking and unlinking one's own identities (auth-protocol 2.7), with a real provider.

let provider: TestProvider
let t: TestAuth
let visitor: ReturnType<typeof atProvider>
const changes: EmailChange[] = []

beforeAll(async () => {
  provider = await openTestProvider()
  t = await openTestAuth(
    (await openTestDatabase()).pool,
    { manualLinking: true, providers: { keycloak: provider.settings, gitlab: provider.settings } },
    { startsAt: new Date(), emailChanged: async (change) => void changes.push(change) },
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
  provider.people.set(sub, { email: email ?? `${sub}@example.org`, email_verified: proven })
  return sub
}

async function newMember() {
  people += 1
  const email = `member-${people}@example.org`
  const client = t.client('192.0.2.1', 'pkce')
  const { data, error } = await client.signUp({ email, password: PASSWORD })
  if (error) throw error
  t.pass(1)
  return { client, email, session: must(data.session) }
}

async function begin(
  client: GoTrueClient,
  name: 'keycloak' | 'gitlab' = 'keycloak',
): Promise<string> {
  const { data, error } = await client.linkIdentity({
    provider: name,
    options: { redirectTo: PAGE, skipBrowserRedirect: true },
  })
  if (error) throw error
  return must(data.url)
}

async function comeBack(client: GoTrueClient, sub: string): Promise<URL> {
  return await visitor.follow((await provider.visit(await begin(client), sub)).href)
}

async function link(client: GoTrueClient, sub: string, name: 'keycloak' | 'gitlab' = 'keycloak') {
  const callback = await provider.visit(await begin(client, name), sub)
  const page = await visitor.follow(callback.href)
  const { data, error } = await client.exchangeCodeForSession(codeIn(page))
  if (error) throw error
  return data
}

const codeIn = (page: URL): string => must(page.searchParams.get('code'))

async function identitiesOf(client: GoTrueClient): Promise<UserIdentity[]> {
  const { data, error } = await client.getUserIdentities()
  if (error) throw error
  return data.identities
}

async function identity(client: GoTrueClient, name: string): Promise<UserIdentity> {
  return must((await identitiesOf(client)).find(({ provider: of }) => of === name))
}

describe('linking', () => {
  test('adds the provider’s user to the signed-in one, whatever the address there', async () => {
    const { client, email, session } = await newMember()
    const sub = known()
    const data = await link(client, sub)
    expect(data.user).toMatchObject({
      id: session.user.id,
      email,
      app_metadata: { provider: 'email', providers: ['email', 'keycloak'] },
    })
    expect((await visitor.signIn(sub)).session.user.id).toBe(session.user.id)
    const { rows } = await t.pool.query(
      `select payload from auth.audit_log_entries where user_id = $1 and action = 'identity_linked'`,
      [session.user.id],
    )
    expect(rows).toEqual([{ payload: { provider: 'keycloak', provider_id: sub } }])
  })

  test('is refused for the identity of another user', async () => {
    const { client } = await newMember()
    const sub = known()
    await link(client, sub)
    expect(refusalIn(await comeBack(client, sub))).toMatchObject({
      code: 'identity_already_exists',
      description: 'Identity is already linked',
    })
    const { client: another } = await newMember()
    expect(refusalIn(await comeBack(another, sub))).toMatchObject({
      code: 'identity_already_exists',
      description: 'Identity is already linked to another user',
    })
    expect(await identitiesOf(another)).toHaveLength(1)
  })

  test('redirects a browser that does not request the address', async () => {
    const { session } = await newMember()
    const query = `provider=keycloak&code_challenge=${'x'.repeat(43)}&code_challenge_method=s256`
    const answer = await t.ask('GET', `/user/identities/authorize?${query}`, {
      bearer: session.access_token,
    })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toContain(provider.settings.url)
    expect((await t.ask('GET', `/user/identities/authorize?${query}`)).status).toBe(401)
  })

  test('and unlinking need the second factor of a user who has one', async () => {
    const { client, email } = await newMember()
    const sub = known()
    await link(client, sub)
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    const { id, totp } = must(data)
    const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate({
      timestamp: t.now().getTime(),
    })
    await client.mfa.challengeAndVerify({ factorId: id, code })
    expect((await client.unlinkIdentity(await identity(client, 'keycloak'))).error).toBeNull()
    await expect(link(client, sub)).resolves.toBeTruthy()

    const onlyPassword = t.client('192.0.2.1', 'pkce')
    await onlyPassword.signInWithPassword({ email, password: PASSWORD })
    await expect(link(onlyPassword, known())).rejects.toMatchObject({ code: 'insufficient_aal' })
    const { error } = await onlyPassword.unlinkIdentity(await identity(client, 'keycloak'))
    expect(error?.code).toBe('insufficient_aal')
  })

  test('is refused to a user who was banned or deleted meanwhile', async () => {
    const { client, session } = await newMember()
    const callback = await provider.visit(await begin(client), known())
    await t.pool.query('delete from auth.users where id = $1', [session.user.id])
    expect(refusalIn(await visitor.follow(callback.href)).code).toBe('user_not_found')

    const { client: banned, session: bannedSession } = await newMember()
    const page = await comeBack(banned, known())
    await t.pool.query(`update auth.users set banned_until = '2100-01-01' where id = $1`, [
      bannedSession.user.id,
    ])
    const { error } = await banned.exchangeCodeForSession(codeIn(page))
    expect(error).toMatchObject({ status: 403, code: 'user_banned' })
  })
})

describe('a user lured to an address at the provider that an attacker began', () => {
  test('is not linked: only the user who began the link can finish it', async () => {
    const { client: thief, session } = await newMember()
    const address = await begin(thief)
    const { client: victim } = await newMember()
    await begin(victim)
    const sub = known()
    const page = await visitor.follow((await provider.visit(address, sub)).href)

    const { error } = await victim.exchangeCodeForSession(codeIn(page))
    expect(error?.code).toBe('bad_code_verifier')
    expect(await identitiesOf(thief)).toHaveLength(1)
    expect(await identitiesOf(victim)).toHaveLength(1)
    const { rows } = await t.pool.query('select * from auth.identities where provider_id = $1', [
      sub,
    ])
    expect(rows).toEqual([])
    expect((await visitor.signIn(sub)).session.user.id).not.toBe(session.user.id)
  })

  test('nor when the user signs in there before the thief has the code', async () => {
    const { client: thief } = await newMember()
    const sub = known()
    const page = await visitor.follow((await provider.visit(await begin(thief), sub)).href)
    await visitor.signIn(sub)
    const { error } = await thief.exchangeCodeForSession(codeIn(page))
    expect(error).toMatchObject({ status: 422, code: 'identity_already_exists' })
    expect(await identitiesOf(thief)).toHaveLength(1)
  })

  test('and the provider’s claims meanwhile rest sealed', async () => {
    const { client } = await newMember()
    const sub = known()
    await comeBack(client, sub)
    const { rows } = await t.pool.query(
      'select identity_to_link from auth.flow_state where identity_to_link is not null',
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row.identity_to_link.toString('latin1')).not.toContain(sub)
  })
})

test('two exchanges of one code at once link once, and give one session', async () => {
  const { client, session } = await newMember()
  const verifier = 'v'.repeat(43)
  const query = new URLSearchParams({
    provider: 'keycloak',
    redirect_to: PAGE,
    skip_http_redirect: 'true',
    code_challenge: verifier,
    code_challenge_method: 'plain',
  })
  const bearer = session.access_token
  const { body: begun } = await t.ask('GET', `/user/identities/authorize?${query}`, { bearer })
  const page = await visitor.follow((await provider.visit(String(begun.url), known())).href)
  const body = { auth_code: codeIn(page), code_verifier: verifier }
  const exchange = () => t.ask('POST', '/token?grant_type=pkce', { body })
  const answers = await Promise.all([exchange(), exchange(), exchange()])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await identitiesOf(client)).toHaveLength(2)
})

test('an anonymous user becomes the provider’s user', async () => {
  const open = await openTestAuth(
    (await openTestDatabase()).pool,
    { manualLinking: true, anonymousSignIns: true, providers: { keycloak: provider.settings } },
    { startsAt: new Date() },
  )
  const client = open.client('192.0.2.1', 'pkce')
  const { data } = await client.signInAnonymously()
  const atOther = atProvider(open, provider)
  const comeBack = async (sub: string) => {
    const asked = await client.linkIdentity({
      provider: 'keycloak',
      options: { redirectTo: PAGE, skipBrowserRedirect: true },
    })
    return await atOther.follow((await provider.visit(must(asked.data?.url), sub)).href)
  }
  const taken = known()
  await open.client().signUp({ email: `${taken}@example.org`, password: PASSWORD })
  expect(refusalIn(await comeBack(taken)).code).toBe('email_exists')
  expect(refusalIn(await comeBack(known({ proven: false }))).code).toBe('email_not_confirmed')

  const sub = known()
  const page = await comeBack(sub)
  await client.exchangeCodeForSession(must(page.searchParams.get('code')))
  const { data: now } = await client.getUser()
  expect(now.user).toMatchObject({
    id: must(data.user).id,
    email: `${sub}@example.org`,
    is_anonymous: false,
    identities: [{ provider: 'keycloak' }],
  })
  await open.close()
})

describe('unlinking', () => {
  test('removes an identity, but never the last', async () => {
    const { client, session } = await newMember()
    const sub = known()
    await link(client, sub)
    const linked = await identity(client, 'keycloak')
    expect((await client.unlinkIdentity(linked)).error).toBeNull()
    expect((await identitiesOf(client)).map(({ provider: name }) => name)).toEqual(['email'])
    expect((await visitor.signIn(sub)).session.user.id).not.toBe(session.user.id)

    const last = await client.unlinkIdentity(await identity(client, 'email'))
    expect(last.error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
      message: 'User must have at least 1 identity after unlinking',
    })
  })

  test('the one whose address the account has moves it to the other’s, and voids what was mailed', async () => {
    const { client, email, session } = await newMember()
    const sub = known()
    await link(client, sub)
    await t.client().resetPasswordForEmail(email)
    await t.mails()
    const tokens = () =>
      t.pool.query('select 1 from auth.one_time_tokens where user_id = $1', [session.user.id])
    expect((await tokens()).rowCount).toBe(1)

    const elsewhere = t.client()
    await elsewhere.signInWithPassword({ email, password: PASSWORD })
    await client.unlinkIdentity(await identity(client, 'email'))
    const { data } = await client.getUser()
    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect(changes).toEqual([
      { userId: session.user.id, before: email, email: `${sub}@example.org` },
    ])
    const letter = must((await t.mails()).findLast(({ to }) => to === email))
    expect(letter.subject).toContain('has been changed')
    expect(data.user).toMatchObject({
      email: `${sub}@example.org`,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
    })
    expect((await tokens()).rowCount).toBe(0)
  })

  test('an address that the provider has not proven counts as unconfirmed', async () => {
    const { client } = await newMember()
    await link(client, known({ proven: false }))
    await client.unlinkIdentity(await identity(client, 'email'))
    const { data } = await client.getUser()
    expect(must(data.user).email_confirmed_at).toBeUndefined()
  })

  test('one that a provider has proven goes before one that none has', async () => {
    const { client } = await newMember()
    await link(client, known({ proven: false }))
    t.pass(1)
    const proven = known()
    await link(client, proven, 'gitlab')
    await client.unlinkIdentity(await identity(client, 'email'))
    expect((await client.getUser()).data.user?.email).toBe(`${proven}@example.org`)
  })

  test('is refused when the other identity’s address belongs to another user', async () => {
    const { email: taken } = await newMember()
    const { client, email } = await newMember()
    await link(client, known({ email: taken }))
    const { error } = await client.unlinkIdentity(await identity(client, 'email'))
    expect(error).toMatchObject({
      status: 422,
      code: 'email_conflict_identity_not_deletable',
      message: 'Unable to unlink identity due to email conflict',
    })
    expect((await client.getUser()).data.user?.email).toBe(email)
    expect(await identitiesOf(client)).toHaveLength(2)
  })

  test('touches only the caller’s own', async () => {
    const { client } = await newMember()
    await link(client, known())
    const { client: stranger } = await newMember()
    await link(stranger, known())
    const { error } = await stranger.unlinkIdentity(await identity(client, 'keycloak'))
    expect(error).toMatchObject({ status: 422, code: 'identity_not_found' })
    expect(await identitiesOf(client)).toHaveLength(2)
    const { data } = await stranger.getSession()
    const bearer = must(data.session).access_token
    expect(await t.ask('DELETE', '/user/identities/one', { bearer })).toMatchObject({
      status: 404,
      body: { code: 'validation_failed', message: 'identity_id must be an UUID' },
    })
  })

  test('all at once leave one', async () => {
    const users = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const { client } = await newMember()
        const { session } = await link(client, known())
        return { client, bearer: session.access_token, both: await identitiesOf(client) }
      }),
    )
    const unlinkBoth = (user: (typeof users)[number]) =>
      Promise.all(
        user.both.map(({ identity_id: id }) =>
          t.ask('DELETE', `/user/identities/${id}`, { bearer: user.bearer }),
        ),
      )
    for (const answers of await Promise.all(users.map(unlinkBoth)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    for (const { client } of users) expect(await identitiesOf(client)).toHaveLength(1)
  })
})

test('both are refused where they are not switched on', async () => {
  const off = await openTestAuth(
    (await openTestDatabase()).pool,
    { providers: { keycloak: provider.settings } },
    { startsAt: new Date() },
  )
  const client = off.client()
  await client.signUp({ email: 'off@example.org', password: PASSWORD })
  const refusal = { status: 404, code: 'manual_linking_disabled' }
  const linked = await client.linkIdentity({
    provider: 'keycloak',
    options: { skipBrowserRedirect: true },
  })
  expect(linked.error).toMatchObject(refusal)
  expect((await client.unlinkIdentity(await identity(client, 'email'))).error).toMatchObject(
    refusal,
  )
  const byToken = await client.linkIdentity({ provider: 'keycloak', token: 'x' })
  expect(byToken.error).toMatchObject(refusal)
  await off.close()
})
