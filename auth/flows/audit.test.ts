// Every account event is in the audit log with its actor and address, and no secret (decision 16).
import { randomBytes } from 'node:crypto'
import type { GoTrueClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestProvider, type TestProvider } from '../../test/auth/provider.ts'
import { atProvider, PAGE } from '../../test/auth/sign-in.ts'
import { must, openTestAuth, readMail, type TestAuth } from '../../test/auth/test-service.ts'
import { openTestDatabase } from '../../test/database/database.ts'
import { AUDIT_ACTIONS } from '../queries/audit.queries.ts'

const HERE = '198.51.100.7'
const SERVICE = '192.0.2.1'
let t: TestAuth
let provider: TestProvider
let visitor: ReturnType<typeof atProvider>
const secrets = new Set<string>()
const seen = new Set<string>()
let people = 0

beforeAll(async () => {
  provider = await openTestProvider()
  t = await openTestAuth(
    (await openTestDatabase()).pool,
    {
      confirmEmail: true,
      phone: true,
      smsPerHour: 1_000,
      changeEmail: true,
      manualLinking: true,
      anonymousSignIns: true,
      providers: { keycloak: provider.settings },
    },
    { startsAt: new Date() },
  )
  visitor = atProvider(t, provider)
})
afterAll(async () => {
  await t.close()
  await provider.close()
})
beforeEach(() => t.pass(120))

type Entry = {
  action: string
  user_id: string | null
  session_id: string | null
  ip: string
  payload: Record<string, unknown>
}

/** The audit entries that `work` writes, sorted by action. */
async function written(work: () => Promise<unknown>): Promise<Entry[]> {
  await t.auth.idle()
  t.pass(1)
  const since = t.now()
  await work()
  await t.auth.idle()
  const { rows } = await t.pool.query<Entry>(
    `select action, user_id, session_id, ip_address as ip, payload from auth.audit_log_entries
     where created_at >= $1 order by action`,
    [since],
  )
  for (const { action } of rows) seen.add(action)
  return rows
}

const browser = () => t.client(HERE, 'pkce')
const secret = (text: string) => {
  secrets.add(text)
  return text
}
const newPassword = () => secret(randomBytes(12).toString('base64url'))
const newAddress = () => `watched-${++people}@example.org`
const newNumber = () => `4477009${String(++people).padStart(5, '0')}`

async function mailTo(address: string) {
  const mail = readMail(must((await t.mails()).findLast(({ to }) => to === address)))
  secret(mail.tokenHash)
  secret(mail.code)
  return mail
}

async function codeTo(phone: string): Promise<string> {
  return secret(must((await t.texts()).findLast((text) => text.phone === phone)).otp)
}

async function keepTokens(client: GoTrueClient) {
  const session = must((await client.getSession()).data.session)
  secret(session.access_token)
  secret(session.refresh_token)
  return session
}

async function member() {
  const [email, password] = [newAddress(), newPassword()]
  const { id } = await t.auth.createUser({ email, password })
  const client = browser()
  await client.signInWithPassword({ email, password })
  const { access_token: bearer } = await keepTokens(client)
  const session_id = JSON.parse(atob(must(bearer.split('.')[1]))).session_id as string
  return { id, email, password, client, bearer, session_id }
}

const row = (action: string, id: string | null, more: Partial<Entry> = {}) => ({
  action,
  user_id: id,
  session_id: null,
  ip: HERE,
  payload: {},
  ...more,
})

const failed = (id: string | null, reason: string, more: object = {}) =>
  row('login_failed', id, { payload: expect.objectContaining({ reason, ...more }) })
const unverified = (id: string | null, reason: string) =>
  row('verification_failed', id, { payload: expect.objectContaining({ reason }) })
const MARK = expect.stringMatching(/^[\w-]{43}$/)

describe('it is written down', () => {
  // Must run first: the provider uses the system clock.
  test('that a provider’s user signs in, is linked and unlinked, and which sign-ins are refused', async () => {
    const sub = `sub-${++people}`
    const email = newAddress()
    provider.people.set(sub, { email, email_verified: true })
    // The test's browser at the provider connects from the service's own address.
    const by = { method: 'oauth', provider: 'keycloak' }
    const first = await written(async () => {
      const { session } = await visitor.signIn(sub)
      secret(session.refresh_token)
    })
    expect(first).toMatchObject([
      { action: 'login', ip: SERVICE, payload: by },
      { action: 'user_signedup', ip: SERVICE, payload: { provider: 'keycloak' } },
    ])
    const { id, client, session_id } = await member()
    const friend = `sub-${++people}`
    provider.people.set(friend, { email: newAddress(), email_verified: true })
    const linked = await written(async () => {
      const options = { redirectTo: PAGE, skipBrowserRedirect: true }
      const { data } = await client.linkIdentity({ provider: 'keycloak', options })
      const back = await visitor.follow((await provider.visit(must(data.url), friend)).href)
      await client.exchangeCodeForSession(secret(must(back.searchParams.get('code'))))
    })
    expect(linked).toMatchObject([
      { action: 'identity_linked', user_id: id, payload: { provider_id: friend } },
      { action: 'login', user_id: id },
    ])
    const { data } = await client.getUserIdentities()
    const own = must(must(data).identities.find((one) => one.provider === 'email'))
    const unlinked = await written(() => client.unlinkIdentity(own))
    expect(unlinked.map(actionOf)).toEqual(['identity_unlinked', 'user_updated_email'])
    expect(unlinked.map((entry) => [entry.user_id, entry.ip])).toEqual([
      [id, HERE],
      [id, HERE],
    ])
    expect(session_id).not.toBe('')

    const aborted = await written(async () => {
      const address = await visitor.begin(browser())
      await visitor.follow((await provider.visit(address.href, sub, 'abort')).href)
    })
    expect(aborted).toEqual([{ ...failed(null, 'oauth_refused', by), ip: SERVICE }])
    await t.pool.query(`update auth.users set banned_until = '2100-01-01' where email = $1`, [
      email,
    ])
    const banned = await written(() => visitor.comeBack(browser(), sub))
    const owner = must(first[0]).user_id
    expect(banned).toEqual([
      { ...failed(owner, 'user_banned', { ...by, provider_id: sub }), ip: SERVICE },
    ])
    const invited = newAddress()
    await (await t.admin()).inviteUserByEmail(invited)
    const { tokenHash } = await mailTo(invited)
    const guest = `sub-${++people}`
    const accept = () =>
      written(async () => {
        const queryParams = { invite_token: tokenHash }
        const address = await visitor.begin(browser(), { queryParams })
        await visitor.follow((await provider.visit(address.href, guest)).href)
      })
    provider.people.set(guest, { email: newAddress(), email_verified: true })
    expect(await accept()).toEqual([{ ...failed(null, 'validation_failed', by), ip: SERVICE }])
    provider.people.set(guest, { email: invited, email_verified: true })
    expect((await accept()).map(actionOf)).toEqual(['identity_linked', 'invite_accepted'])
    const forged = { provider: 'keycloak', token: 'no.such.token' }
    expect(await written(() => browser().signInWithIdToken(forged))).toEqual([
      failed(null, 'oauth_refused', { method: 'id_token' }),
    ])
  })

  test('a sign-up, its repetition and the confirmed address', async () => {
    const [email, password] = [newAddress(), newPassword()]
    const client = browser()
    let id = ''
    const signUp = await written(async () => {
      id = must((await client.signUp({ email, password })).data.user).id
    })
    expect(signUp).toEqual([row('user_signedup', id)])
    t.pass(120)
    const former = id
    const again = await written(async () => {
      id = must((await client.signUp({ email, password })).data.user).id
    })
    expect(again).toEqual([row('user_repeated_signup', former), row('user_signedup', id)])
    t.pass(120)
    const resent = await written(() => client.resend({ type: 'signup', email }))
    expect(resent).toEqual([row('user_confirmation_requested', id)])
    const early = await written(() => client.signInWithPassword({ email, password }))
    expect(early).toEqual([failed(id, 'email_not_confirmed', { address: MARK })])
    const { code } = await mailTo(email)
    const login = {
      payload: { method: 'otp', user_agent: expect.any(String) },
      session_id: expect.any(String),
    }
    expect(
      await written(() => t.client(HERE).verifyOtp({ email, token: code, type: 'signup' })),
    ).toEqual([row('login', id, login), row('user_confirmed', id)])
  })

  test('sign-in, renewal, changes of the account and sign-out', async () => {
    const { id, email, password, client, session_id } = await member()
    const ofUser = (action: string, payload = {}) => row(action, id, { session_id, payload })
    expect(await written(() => client.refreshSession())).toEqual([
      ofUser('token_refreshed', { behind: 0 }),
    ])
    const change = { password: newPassword(), data: { nickname: 'Heron' } }
    expect(await written(() => client.updateUser(change))).toEqual([
      ofUser('user_modified'),
      ofUser('user_updated_password'),
    ])
    expect(await written(() => client.reauthenticate())).toEqual([
      row('reauthentication_requested', id),
    ])
    const wrong = { password: newPassword(), nonce: '000000' }
    expect(await written(() => client.updateUser(wrong))).toEqual([
      { ...unverified(id, 'reauthentication_not_valid'), session_id },
    ])
    const current = { password: newPassword(), current_password: newPassword() }
    expect(await written(() => client.updateUser(current))).toEqual([
      unverified(id, 'current_password_invalid'),
    ])
    const present = { current_password: change.password }
    expect(await written(() => client.updateUser(present))).toEqual([
      ofUser('user_reauthenticated'),
    ])
    expect(await written(() => browser().signInWithPassword({ email, password }))).toEqual([
      failed(id, 'invalid_credentials', { method: 'password', address: MARK }),
    ])
    expect(await written(() => client.signOut({ scope: 'local' }))).toEqual([
      ofUser('logout', { scope: 'local' }),
    ])
    const unknown = { email: newAddress(), password }
    expect(await written(() => browser().signInWithPassword(unknown))).toEqual([
      failed(null, 'invalid_credentials', { address: MARK }),
    ])
  })

  test('that an old refresh token is used again, which ends the session', async () => {
    const { id, client, session_id } = await member()
    const { refresh_token } = await keepTokens(client)
    for (let n = 0; n < 2; n++) {
      await client.refreshSession()
      await keepTokens(client)
      t.pass(60)
    }
    expect(await written(() => browser().refreshSession({ refresh_token }))).toEqual([
      row('token_revoked', id, { session_id, payload: { behind: 2 } }),
    ])
  })

  test('that links and codes are requested, opened and refused', async () => {
    const { id, email } = await member()
    const client = browser()
    expect(await written(() => client.resetPasswordForEmail(email))).toEqual([
      row('user_recovery_requested', id),
    ])
    expect(await written(() => client.signInWithOtp({ email }))).toEqual([
      row('sign_in_link_requested', id),
    ])
    const { tokenHash, link } = await mailTo(email)
    const wrong = { email, token: 'x'.repeat(6), type: 'magiclink' } as const
    expect(await written(() => t.client(HERE).verifyOtp(wrong))).toEqual([
      row('verification_failed', id, { payload: { reason: 'otp_expired', address: MARK } }),
    ])
    const nobodys = { token_hash: 'x'.repeat(43), type: 'magiclink' } as const
    expect(await written(() => t.client(HERE).verifyOtp(nobodys))).toEqual([
      unverified(null, 'otp_expired'),
    ])
    const query = new URLSearchParams({ token: tokenHash, type: 'magiclink' })
    const followed = await t.ask('GET', `/verify?${query}`, { address: HERE })
    const code = new URL(must(followed.headers.get('location'))).searchParams.get('code')
    const stolen = { auth_code: secret(must(code)), code_verifier: 'v'.repeat(43) }
    const ask = () => t.ask('POST', '/token?grant_type=pkce', { body: stolen, address: HERE })
    expect(await written(ask)).toEqual([failed(id, 'bad_code_verifier', { method: 'otp' })])
    expect((await written(() => client.exchangeCodeForSession(must(code)))).map(actionOf)).toEqual([
      'login',
    ])
    expect(
      await written(() => t.ask('GET', `/verify${link.search}&token=x`, { address: HERE })),
    ).toEqual([unverified(null, 'otp_expired')])
  })

  test('that a banned user is refused at every endpoint', async () => {
    const { id, email, password } = await member()
    await t.client(HERE).signInWithOtp({ email })
    const { tokenHash: token_hash } = await mailTo(email)
    await t.pool.query(`update auth.users set banned_until = '2100-01-01' where id = $1`, [id])
    expect(await written(() => browser().signInWithPassword({ email, password }))).toEqual([
      failed(id, 'user_banned'),
    ])
    expect(
      await written(() => t.client(HERE).verifyOtp({ token_hash, type: 'magiclink' })),
    ).toEqual([unverified(id, 'user_banned')])
    const { rows } = await t.pool.query('select id from auth.sessions where user_id = $1', [id])
    expect(rows).toHaveLength(1)
  })

  test('that an address changes, from both sides, and is reminded of', async () => {
    const { id, email, client, session_id } = await member()
    const after = newAddress()
    expect(await written(() => client.updateUser({ email: after }))).toEqual([
      row('email_change_requested', id, { session_id }),
    ])
    t.pass(120)
    expect(await written(() => client.resend({ type: 'email_change', email }))).toEqual([
      row('email_change_requested', id, { payload: { again: true } }),
    ])
    const confirm = async (to: string) => {
      const { tokenHash: token_hash } = await mailTo(to)
      return await t.client(HERE).verifyOtp({ token_hash, type: 'email_change' })
    }
    expect(await written(() => confirm(after))).toEqual([
      row('email_change_confirmed', id, { payload: { side: 'new' } }),
    ])
    expect((await written(() => confirm(email))).map(actionOf)).toEqual([
      'login',
      'user_updated_email',
    ])
  })

  test('that a number signs up, in, is added and changed', async () => {
    const phone = newNumber()
    const client = browser()
    const asked = await written(() => client.signInWithOtp({ phone }))
    expect(asked.map(actionOf)).toEqual(['sms_requested', 'user_signedup'])
    const { user_id: id } = must(asked[0])
    const wrong = { phone, token: 'x'.repeat(6), type: 'sms' } as const
    expect(await written(() => client.verifyOtp(wrong))).toEqual([unverified(id, 'otp_expired')])
    const token = await codeTo(phone)
    expect(await written(() => client.verifyOtp({ phone, token, type: 'sms' }))).toEqual([
      row('login', id, { payload: expect.any(Object), session_id: expect.any(String) }),
      row('user_confirmed', id),
    ])
    const next = newNumber()
    expect((await written(() => client.updateUser({ phone: next }))).map(actionOf)).toEqual([
      'phone_change_requested',
    ])
    t.pass(120)
    expect(await written(() => client.resend({ type: 'phone_change', phone }))).toEqual([
      row('phone_change_requested', id, { payload: { again: true } }),
    ])
    const change = { phone: next, token: await codeTo(next), type: 'phone_change' } as const
    expect((await written(() => client.verifyOtp(change))).map(actionOf)).toEqual([
      'login',
      'user_updated_phone',
    ])
  })

  test('that an app and recovery codes are added, used, fail and are removed', async () => {
    const { id, client, session_id } = await member()
    const ofUser = (action: string, payload = {}) => row(action, id, { session_id, payload })
    let factorId = ''
    let app = ''
    const enrol = await written(async () => {
      const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
      const { id: made, totp } = must(data)
      factorId = made
      app = secret(totp.secret)
    })
    expect(enrol).toEqual([ofUser('factor_in_progress', { factor_id: factorId })])
    const codeNow = () =>
      new TOTP({ secret: Secret.fromBase32(app) }).generate({ timestamp: t.now().getTime() })
    const show = (code: string) => written(() => client.mfa.challengeAndVerify({ factorId, code }))
    const about = { factor_id: factorId }
    expect(await show('000000')).toEqual([
      ofUser('challenge_created', about),
      ofUser('verification_attempted', about),
    ])
    t.pass(60)
    expect(
      await written(() => client.mfa.challengeAndVerify({ factorId, code: secret(codeNow()) })),
    ).toEqual([ofUser('challenge_created', about), ofUser('factor_verified', about)])

    let codes: string[] = []
    const made = await written(async () => {
      codes = must((await client.mfa.recoveryCodes.generate()).data).codes.map(secret)
    })
    expect(made).toEqual([ofUser('recovery_codes_made', { factor_id: expect.any(String) })])
    const [code = ''] = codes
    const use = (typed: string) => written(() => client.mfa.recoveryCodes.verify({ code: typed }))
    expect((await use(code)).map(actionOf)).toEqual(['factor_verified', 'recovery_code_used'])
    expect((await use(code)).map(actionOf)).toEqual(['verification_attempted'])
    expect(await written(() => client.mfa.unenroll({ factorId }))).toEqual([
      ofUser('factor_unenrolled', about),
    ])
  })

  test('what an administrator does, with the administrator’s name', async () => {
    const admin = await t.admin()
    const byKey = (action: string, id: string, payload = {}) =>
      row(action, id, { ip: SERVICE, payload: { by: 'service_role', ...payload } })
    const email = newAddress()
    let id = ''
    const made = await written(async () => {
      const { data } = await admin.createUser({ email, password: newPassword() })
      id = must(data.user).id
    })
    expect(made).toEqual([byKey('user_signedup', id)])
    const changes = { password: newPassword(), email: newAddress(), phone: newNumber() }
    expect(await written(() => admin.updateUserById(id, changes))).toEqual([
      byKey('user_modified', id, { changed: ['email', 'phone', 'password'] }),
      byKey('user_updated_email', id),
      byKey('user_updated_password', id),
      byKey('user_updated_phone', id),
    ])
    const link = (type: 'magiclink' | 'recovery') =>
      written(async () => {
        const { data } = await admin.generateLink({ type, email: changes.email })
        secret(must(data.properties).hashed_token)
        secret(must(data.properties).email_otp)
      })
    expect(await link('magiclink')).toEqual([byKey('sign_in_link_requested', id)])
    expect(await link('recovery')).toEqual([byKey('user_recovery_requested', id)])
    const invited = newAddress()
    const invitation = await written(() => admin.inviteUserByEmail(invited))
    expect(invitation.map(actionOf)).toEqual(['user_invited', 'user_signedup'])
    await mailTo(invited)
    const again = await written(() =>
      admin.generateLink({ type: 'signup', email: invited, password: newPassword() }),
    )
    expect(again.map(actionOf)).toEqual(['user_confirmation_requested'])
    const { data } = await admin.generateLink({
      type: 'email_change_new',
      email: changes.email,
      newEmail: newAddress(),
    })
    secret(must(data.properties).hashed_token)

    const guard = await member()
    const { client } = guard
    await t.pool.query(`update auth.users set role = 'service_role' where id = $1`, [guard.id])
    await client.refreshSession()
    const { access_token: bearer } = await keepTokens(client)
    const ban = { method: 'PUT', body: { ban_duration: '1h' } }
    expect(
      await written(() =>
        t.ask(ban.method, `/admin/users/${id}`, { body: ban.body, bearer, address: HERE }),
      ),
    ).toEqual([
      row('user_modified', id, {
        payload: { by: 'service_role', by_user: guard.id, changed: ['ban_duration'] },
      }),
    ])
    expect(await written(() => admin.deleteUser(id))).toEqual([
      byKey('user_deleted', id, { soft: false }),
    ])
  })

  test('but no request that a rate limit refuses, because their number has no bound', async () => {
    const { email } = await member()
    const guess = () => browser().signInWithPassword({ email, password: 'wrong' })
    await Promise.all(Array.from({ length: 8 }, guess))
    const turnedAway = await written(async () => {
      expect((await guess()).error?.status).toBe(429)
    })
    expect(turnedAway).toEqual([])
  })
})

test('every kind of entry occurs here, and nothing in it opens anything', async () => {
  const { rows } = await t.pool.query<{ action: string; text: string }>(
    'select action, payload::text as text from auth.audit_log_entries',
  )
  expect([...seen].sort()).toEqual([...AUDIT_ACTIONS].sort())
  expect(secrets.size).toBeGreaterThan(40)
  const isTold = (secret: string) => rows.some(({ text }) => text.includes(secret))
  expect([...secrets].filter(isTold)).toEqual([])
  expect(rows.filter(({ text }) => text.includes('@'))).toEqual([])
})

function actionOf({ action }: Entry): string {
  return action
}
