import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

// Accepting an invitation by signing in with a provider (auth-protocol 2.7, invite_token).

let provider: TestProvider
let t: TestAuth
let visitor: ReturnType<typeof atProvider>

beforeAll(async () => {
  provider = await openTestProvider()
  t = await openTestAuth(
    (await openTestDatabase()).pool,
    { confirmEmail: true, disableSignup: true, providers: { keycloak: provider.settings } },
    { startsAt: new Date() },
  )
  visitor = atProvider(t, provider)
})
afterAll(async () => {
  await t.close()
  await provider.close()
})
// The clock cannot move, since the provider uses the system's; reset the mail limits instead.
beforeEach(async () => void (await t.pool.query('delete from auth.rate_limits')))

let people = 0
function known({ email, proven = true }: { email?: string; proven?: boolean } = {}) {
  people += 1
  const sub = `sub-${people}`
  const address = email ?? `invited-${people}@example.org`
  provider.people.set(sub, { email: address, email_verified: proven, name: `User ${people}` })
  return { sub, email: address }
}

async function invite(email: string, data: object = {}) {
  const { data: invited, error } = await (await t.admin()).inviteUserByEmail(email, { data })
  if (error) throw error
  const { tokenHash } = readMail(must((await t.mails()).findLast(({ to }) => to === email)))
  return { tokenHash, userId: must(invited.user).id }
}

const browser = () => t.client('192.0.2.1', 'pkce')

async function accept(tokenHash: string, sub: string, client = browser()): Promise<URL> {
  const { data } = await client.signInWithOAuth({
    provider: 'keycloak',
    options: {
      redirectTo: PAGE,
      skipBrowserRedirect: true,
      queryParams: { invite_token: tokenHash },
    },
  })
  const address = await visitor.follow(must(data.url))
  expect(address.searchParams.has('invite_token')).toBe(false)
  return await visitor.follow((await provider.visit(address.href, sub)).href)
}

const countOf = async (email: string) =>
  (await t.pool.query('select 1 from auth.users where email = $1', [email])).rowCount

describe('an invited user who signs in with a provider', () => {
  test.each([
    ['has proven', true],
    ['has not proven, since the token does', false],
  ])('accepts, with the address that the provider %s', async (_how, proven) => {
    const { sub, email } = known({ proven })
    const { tokenHash, userId } = await invite(email, { team: 'office' })
    const client = browser()
    const page = await accept(tokenHash, sub, client)
    const { data, error } = await client.exchangeCodeForSession(must(page.searchParams.get('code')))
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      id: userId,
      email,
      email_confirmed_at: expect.any(String),
      user_metadata: { team: 'office', full_name: `User ${people}` },
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      identities: [{ id: sub, provider: 'keycloak' }],
    })
    expect((await visitor.signIn(sub)).session.user.id).toBe(userId)
    const { rows } = await t.pool.query(
      `select payload from auth.audit_log_entries where user_id = $1 and action = 'invite_accepted'`,
      [userId],
    )
    expect(rows).toEqual([{ payload: { provider: 'keycloak' } }])
  })

  test('uses up the invitation: neither the user nor the mail opens it again', async () => {
    const { sub, email } = known()
    const { tokenHash } = await invite(email)
    const query = new URLSearchParams({ provider: 'keycloak', invite_token: tokenHash })
    const [one, other] = [browser(), browser()]
    const begin = async (client: typeof one) =>
      visitor.begin(client, { queryParams: { invite_token: tokenHash } })
    const callbacks = [
      await provider.visit((await begin(one)).href, sub),
      await provider.visit((await begin(other)).href, sub),
    ]
    const pages = await Promise.all(callbacks.map(({ href }) => visitor.follow(href)))
    const codes = pages.map((page) => page.searchParams.get('error_code') ?? 'accepted')
    expect(codes.sort()).toEqual(['accepted', 'invite_not_found'])
    expect(await t.ask('GET', `/authorize?${query}`)).toMatchObject({
      status: 404,
      body: { code: 'user_not_found', message: 'User identified by token not found' },
    })
    const byMail = await t.client().verifyOtp({ token_hash: tokenHash, type: 'invite' })
    expect(byMail.error?.code).toBe('otp_expired')
  })
})

describe('an invitation is not accepted', () => {
  test('by a user with another address at the provider, and stays open for its owner', async () => {
    const { email } = known()
    const { tokenHash } = await invite(email)
    const stranger = known()
    expect(refusalIn(await accept(tokenHash, stranger.sub))).toEqual({
      error: 'invalid_request',
      code: 'validation_failed',
      description: 'Invited email does not match emails from external provider',
    })
    expect(await countOf(stranger.email)).toBe(0)
    const byMail = await t.client().verifyOtp({ token_hash: tokenHash, type: 'invite' })
    expect(byMail.error).toBeNull()
  })

  test('with no token, a wrong one, or one of another mail', async () => {
    const { sub, email } = known()
    const { userId } = await invite(email)
    // Without the token, and with an unproven address, the invited user is treated as a stranger.
    provider.people.set(sub, { email, email_verified: false })
    expect(refusalIn(await visitor.comeBack(browser(), sub)).code).toBe(
      'provider_email_needs_verification',
    )
    const admin = await t.admin()
    const { data } = await admin.generateLink({ type: 'recovery', email })
    for (const token of ['x', userId, must(data.properties).hashed_token]) {
      const query = new URLSearchParams({ provider: 'keycloak', invite_token: token })
      expect((await t.ask('GET', `/authorize?${query}`)).body.code).toBe('user_not_found')
    }
  })

  test('with the token of a sign-up, which is no invitation', async () => {
    const { email } = known()
    const admin = await t.admin()
    const { data } = await admin.generateLink({ type: 'signup', email, password: PASSWORD })
    const token = must(data.properties).hashed_token
    const query = new URLSearchParams({ provider: 'keycloak', invite_token: token })
    expect((await t.ask('GET', `/authorize?${query}`)).body.code).toBe('user_not_found')
  })

  test('for an identity of another user', async () => {
    const { sub, email } = known()
    const { tokenHash } = await invite(email)
    await accept(tokenHash, sub)
    const second = known()
    const { tokenHash: token } = await invite(second.email)
    provider.people.set(sub, { email: second.email, email_verified: true })
    expect(refusalIn(await accept(token, sub)).code).toBe('identity_already_exists')
  })

  test('after it has expired, or by a banned user', async () => {
    const { sub, email } = known()
    const { tokenHash, userId } = await invite(email)
    const callback = await provider.visit(
      (await visitor.begin(browser(), { queryParams: { invite_token: tokenHash } })).href,
      sub,
    )
    await t.pool.query('update auth.one_time_tokens set link_expires_at = $2 where user_id = $1', [
      ...[userId, t.now()],
    ])
    expect(refusalIn(await visitor.follow(callback.href)).code).toBe('invite_not_found')

    const { tokenHash: token } = await invite(email)
    await t.pool.query(`update auth.users set banned_until = '2100-01-01' where id = $1`, [userId])
    expect(refusalIn(await accept(token, sub)).code).toBe('user_banned')
  })
})

test('a user who signed up at a provider with the unproven address loses access, however it is accepted', async () => {
  const open = await openTestAuth(
    (await openTestDatabase()).pool,
    { confirmEmail: true, providers: { keycloak: provider.settings } },
    { startsAt: new Date() },
  )
  const at = atProvider(open, provider)
  const squatter = known({ proven: false })
  await at.comeBack(open.client('192.0.2.1', 'pkce'), squatter.sub)
  const { email } = squatter
  await (await open.admin()).inviteUserByEmail(email)
  const { tokenHash } = readMail(must((await open.mails()).findLast(({ to }) => to === email)))
  const { data } = await open.client().verifyOtp({ token_hash: tokenHash, type: 'invite' })
  expect(data.user?.identities?.map(({ provider: name }) => name)).toEqual(['email'])
  const page = await at.comeBack(open.client('192.0.2.1', 'pkce'), squatter.sub)
  expect(refusalIn(page).code).toBe('provider_email_needs_verification')
  await open.close()
})
