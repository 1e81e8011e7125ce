import { randomUUID } from 'node:crypto'
import { hash as hashArgon2 } from '@node-rs/argon2'
import { hash as hashBcrypt } from '@node-rs/bcrypt'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSigningKeys, readSigningKeys } from '../../auth/tokens/keys.ts'
import { openTestDatabase } from '../database/database.ts'
import { must, openTestAuth, PASSWORD, readMail, SITE, type TestAuth } from './test-service.ts'

let t: TestAuth
let admin: Awaited<ReturnType<TestAuth['admin']>>

beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool, { confirmEmail: true })
  admin = await t.admin()
})
afterAll(() => t.close())
// One day per test, so that mail limits do not carry over.
beforeEach(() => t.pass(86_400))

let people = 0
const newAddress = () => `user-${++people}@example.org`

async function made(more: Parameters<typeof admin.createUser>[0] = {}) {
  const email = more.email ?? newAddress()
  const password = more.password_hash ? {} : { password: PASSWORD }
  const wanted = { email, ...password, email_confirm: true, ...more }
  const { data, error } = await admin.createUser(wanted)
  if (error) throw error
  return { email, user: must(data.user) }
}

const signIn = (email: string, password = PASSWORD) =>
  t.client().signInWithPassword({ email, password })

describe('who may administer', () => {
  test('a user may not, nor a caller with a forged, foreign or expired key', async () => {
    const { email } = await made()
    const member = must((await signIn(email)).data.session).access_token
    const stranger = await readSigningKeys(await makeSigningKeys())
    const claims = { role: 'service_role' }
    const foreign = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: stranger.kid })
      .sign(stranger.privateKey)
    const expired = await t.sign({ ...claims, exp: Math.floor(t.now().getTime() / 1000) - 1 })
    const list = (bearer?: string) => t.ask('GET', '/admin/users', bearer ? { bearer } : {})
    expect((await list()).body.code).toBe('no_authorization')
    expect(await list(member)).toMatchObject({
      status: 403,
      body: { code: 'not_admin', message: 'User not allowed' },
    })
    for (const bearer of [new UnsecuredJWT(claims).encode(), foreign, expired, 'x'])
      expect(await list(bearer)).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
  })

  test.each([
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${randomUUID()}`],
    ['PUT', `/admin/users/${randomUUID()}`],
    ['DELETE', `/admin/users/${randomUUID()}`],
    ['GET', `/admin/users/${randomUUID()}/factors`],
    ['DELETE', `/admin/users/${randomUUID()}/factors/${randomUUID()}`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
    ['GET', '/admin/anything'],
  ])('%s %s is closed to members, whatever it is asked for', async (method, path) => {
    const bearer = await t.sign({ role: 'authenticated' })
    expect(await t.ask(method, path, { bearer, body: {} })).toMatchObject({
      status: 403,
      body: { code: 'not_admin' },
    })
  })

  test('a user with the role may during a live session', async () => {
    const { email, user } = await made({ role: 'supabase_admin' })
    const client = t.client()
    await client.signInWithPassword({ email, password: PASSWORD })
    const bearer = must((await client.getSession()).data.session).access_token
    const read = () => t.ask('GET', `/admin/users/${user.id}`, { bearer })
    expect((await read()).status).toBe(200)
    await client.signOut()
    expect((await read()).body.code).toBe('session_not_found')
  })
})

describe('an account made by an administrator', () => {
  test('can sign in at once when its address is vouched for, with its metadata', async () => {
    const { email, user } = await made({
      user_metadata: { display_name: 'Ada' },
      app_metadata: { staff: true },
    })
    expect(user).toMatchObject({
      app_metadata: { provider: 'email', providers: ['email'], staff: true },
    })
    expect(user.user_metadata).toEqual({ display_name: 'Ada' })
    expect(must(user.identities)[0]).toMatchObject({
      id: user.id,
      provider: 'email',
      identity_data: { sub: user.id, email, email_verified: true, phone_verified: false },
    })
    expect((await signIn(email)).data.user?.id).toBe(user.id)
    expect(await t.mails()).toEqual([])
  })

  test('cannot when it is not, nor when banned', async () => {
    const { email } = await made({ email_confirm: false })
    expect((await signIn(email)).error?.code).toBe('email_not_confirmed')
    const banned = await made({ ban_duration: '1h30m' })
    expect((await signIn(banned.email)).error?.code).toBe('user_banned')
    t.pass(5_400)
    expect((await signIn(banned.email)).error).toBeNull()
  })

  test('may have a number, an id of its own and no password', async () => {
    const id = randomUUID()
    const { user } = await made({ id, phone: '+447700900123', phone_confirm: true })
    expect(user).toMatchObject({ id, phone: '447700900123' })
    expect(user.phone_confirmed_at).toBe(t.now().toISOString())
    expect(
      must(user.identities)
        .map(({ provider }) => provider)
        .sort(),
    ).toEqual(['email', 'phone'])
    const again = await admin.createUser({ phone: '447700900123' })
    expect(again.error).toMatchObject({ status: 422, code: 'phone_exists' })
  })

  test.each([
    [{}, 400, 'validation_failed'],
    [{ email: 'nobody' }, 400, 'validation_failed'],
    [{ phone: '07700' }, 400, 'validation_failed'],
    [{ email: 'a@example.org', id: 'one' }, 400, 'validation_failed'],
    [{ email: 'a@example.org', ban_duration: 'long' }, 400, 'validation_failed'],
    [{ email: 'a@example.org', ban_duration: '-1h' }, 400, 'validation_failed'],
    [{ email: 'a@example.org', password: 'x'.repeat(73) }, 400, 'validation_failed'],
    [{ email: 'a@example.org', password: 'x', password_hash: 'y' }, 400, 'validation_failed'],
    [{ email: 'a@example.org', password_hash: '$1$md5$abc' }, 400, 'validation_failed'],
    [
      { email: 'a@example.org', password_hash: `$2a$31$${'a'.repeat(53)}` },
      400,
      'validation_failed',
    ],
  ])('%j is refused with %i %s', async (wanted, status, code) => {
    const bearer = await t.sign({ role: 'service_role' })
    const answer = await t.ask('POST', '/admin/users', { bearer, body: wanted })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('is refused when its address is taken', async () => {
    const { email } = await made()
    const again = await admin.createUser({ email: email.toUpperCase() })
    expect(again.error).toMatchObject({
      status: 422,
      code: 'email_exists',
      message: 'A user with this email address has already been registered',
    })
  })
})

describe('accounts from elsewhere', () => {
  const stored = async (email: string) => {
    const { rows } = await t.pool.query(
      'select encrypted_password as hash from auth.users where email = $1',
      [email],
    )
    return String(rows[0]?.hash)
  }

  test.each([
    ['bcrypt', () => hashBcrypt(PASSWORD, 4)],
    ['bcrypt as $2a$', async () => (await hashBcrypt(PASSWORD, 4)).replace('$2b$', '$2a$')],
    ['argon2i', () => hashArgon2(PASSWORD, { algorithm: 1, memoryCost: 8_192, timeCost: 3 })],
  ])('sign in with their %s hash, which becomes one of ours then', async (_kind, hashed) => {
    const hash = await hashed()
    const { email } = await made({ password_hash: hash })
    expect((await signIn(email, 'not this one')).error?.code).toBe('invalid_credentials')
    expect(await stored(email)).toBe(hash)
    expect((await signIn(email)).error).toBeNull()
    const renewed = await stored(email)
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn(email)).error).toBeNull()
    expect(await stored(email)).toBe(renewed)
  })

  test('do not with a password that bcrypt would have cut to the right one', async () => {
    const right = 'heron'.repeat(20).slice(0, 72)
    const { email } = await made({ password_hash: await hashBcrypt(right, 4) })
    for (const longer of [`${right}x`, `${right}\0`])
      expect((await signIn(email, longer)).error?.code).toBe('invalid_credentials')
    expect((await signIn(email, right)).error).toBeNull()
    const short = await made({ password_hash: await hashBcrypt('heron', 4) })
    expect((await signIn(short.email, 'heron\0more')).error?.code).toBe('invalid_credentials')
  })

  test('whose hash nobody can read are refused like any wrong password', async () => {
    const { email, user } = await made()
    for (const hash of ['', 'plain', '$argon2id$v=19$zzz', `$2b$31$${'a'.repeat(53)}`]) {
      await t.pool.query('update auth.users set encrypted_password = $2 where id = $1', [
        user.id,
        hash,
      ])
      expect((await signIn(email)).error?.code).toBe('invalid_credentials')
      t.pass(3_600)
    }
  })
})

describe('the list of accounts', () => {
  test('comes by pages, newest first, with the way on', async () => {
    const own = await openTestAuth((await openTestDatabase()).pool)
    const office = await own.admin()
    for (let n = 1; n <= 5; n++) {
      own.pass(1)
      await own.auth.createUser({ email: `n${n}@example.org`, password: PASSWORD })
    }
    const first = await office.listUsers({ page: 1, perPage: 2 })
    expect(first.data.users.map(({ email }) => email)).toEqual(['n5@example.org', 'n4@example.org'])
    expect(first.data).toMatchObject({ nextPage: 2, lastPage: 3, total: 5 })
    const last = await office.listUsers({ page: 3, perPage: 2 })
    expect(last.data.users.map(({ email }) => email)).toEqual(['n1@example.org'])
    expect(last.data).toMatchObject({ nextPage: null, total: 5 })
    expect((await office.listUsers()).data.users).toHaveLength(5)
    const bearer = await own.sign({ role: 'service_role' })
    const odd = await own.ask('GET', '/admin/users?per_page=0', { bearer })
    expect(odd).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    await own.close()
  })

  test('one that does not exist, or is no id, is not found', async () => {
    expect((await admin.getUserById(randomUUID())).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
      message: 'User not found',
    })
    const bearer = await t.sign({ role: 'service_role' })
    const odd = await t.ask('GET', '/admin/users/one', { bearer })
    expect(odd).toMatchObject({ status: 404, body: { code: 'validation_failed' } })
  })
})

describe('an account changed by an administrator', () => {
  test('merges metadata, confirms the address and bans', async () => {
    const { email, user } = await made({ email_confirm: false, app_metadata: { a: 1, b: 2 } })
    const { data } = await admin.updateUserById(user.id, {
      email_confirm: true,
      app_metadata: { b: null, c: 3 },
      user_metadata: { display_name: 'Bert' },
    })
    expect(data.user).toMatchObject({
      email_confirmed_at: t.now().toISOString(),
      app_metadata: { provider: 'email', a: 1, c: 3 },
    })
    expect(data.user?.user_metadata).toEqual({ display_name: 'Bert' })
    expect(data.user?.app_metadata).not.toHaveProperty('b')
    const session = must((await signIn(email)).data.session)
    await admin.updateUserById(user.id, { ban_duration: '24h' })
    expect((await t.ask('GET', '/user', { bearer: session.access_token })).body.code).toBe(
      'user_banned',
    )
    expect((await signIn(email)).error?.code).toBe('user_banned')
    await admin.updateUserById(user.id, { ban_duration: 'none' })
    expect((await signIn(email)).error).toBeNull()
  })

  test('a new password ends every session and is mailed to the owner; a weak one is refused', async () => {
    const { email, user } = await made()
    const session = must((await signIn(email)).data.session)
    const weak = await admin.updateUserById(user.id, { password: 'short' })
    expect(weak.error).toMatchObject({ status: 422, code: 'weak_password' })
    await admin.updateUserById(user.id, { password: 'chosen by the office' })
    expect((await t.ask('GET', '/user', { bearer: session.access_token })).body.code).toBe(
      'session_not_found',
    )
    expect((await signIn(email)).error?.code).toBe('invalid_credentials')
    expect((await signIn(email, 'chosen by the office')).error).toBeNull()
    const told = (await t.mails()).filter(({ to }) => to === email)
    expect(told.map(({ subject }) => subject)).toEqual([
      'Your password for The Weir has been changed',
    ])
  })

  test('a new address signs in, and voids what was sent to the old one', async () => {
    const { email, user } = await made()
    await t.client().resetPasswordForEmail(email)
    const { tokenHash } = readMail(must((await t.mails()).at(-1)))
    const next = newAddress()
    const { data } = await admin.updateUserById(user.id, { email: next, email_confirm: true })
    expect(must((await t.mails()).at(-1))).toMatchObject({
      to: email,
      subject: expect.stringContaining('has been changed'),
    })
    expect(must(must(data.user).identities)[0]?.identity_data?.email).toBe(next)
    expect((await signIn(next)).data.user?.id).toBe(user.id)
    expect((await signIn(email)).error?.code).toBe('invalid_credentials')
    const stale = await t.client().verifyOtp({ token_hash: tokenHash, type: 'recovery' })
    expect(stale.error?.code).toBe('otp_expired')
    const other = await made()
    const taken = await admin.updateUserById(user.id, { email: other.email })
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  test('is gone when deleted; softly, its id stays and its address is free', async () => {
    const hard = await made()
    const session = must((await signIn(hard.email)).data.session)
    expect((await admin.deleteUser(hard.user.id)).error).toBeNull()
    expect((await t.ask('GET', '/user', { bearer: session.access_token })).body.code).toBe(
      'user_not_found',
    )
    const soft = await made()
    const open = must((await signIn(soft.email)).data.session)
    await t.pool.query(
      `insert into auth.mfa_recovery_codes values (gen_random_uuid(), $1, 'x', null, now())`,
      [soft.user.id],
    )
    await admin.deleteUser(soft.user.id, true)
    expect((await signIn(soft.email)).error?.code).toBe('invalid_credentials')
    const refreshed = await t.client().refreshSession({ refresh_token: open.refresh_token })
    expect(refreshed.error).not.toBeNull()
    const { rows } = await t.pool.query(
      `select email, deleted_at, (select count(*)::int from auth.mfa_recovery_codes c
         where c.user_id = u.id) as codes from auth.users u where id = $1`,
      [soft.user.id],
    )
    expect(rows).toEqual([{ email: null, deleted_at: t.now(), codes: 0 }])
    expect((await made({ email: soft.email })).user.id).not.toBe(soft.user.id)
  })

  test('a lost second factor is removed', async () => {
    const { email, user } = await made()
    const client = t.client()
    await client.signInWithPassword({ email, password: PASSWORD })
    const enrolled = must((await client.mfa.enroll({ factorType: 'totp' })).data)
    const { data } = await admin.mfa.listFactors({ userId: user.id })
    expect(must(data).factors).toMatchObject([{ id: enrolled.id, factor_type: 'totp' }])
    const other = await made()
    const wrong = await admin.mfa.deleteFactor({ userId: other.user.id, id: enrolled.id })
    expect(wrong.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    expect((await admin.mfa.deleteFactor({ userId: user.id, id: enrolled.id })).error).toBeNull()
    expect((await client.mfa.listFactors()).data?.all).toEqual([])
  })

  test('is written down with who did it', async () => {
    const { user } = await made()
    await admin.updateUserById(user.id, { ban_duration: '1h' })
    await admin.deleteUser(user.id)
    const { rows } = await t.pool.query(
      `select action, payload->>'by' as by from auth.audit_log_entries
       where user_id = $1 order by action`,
      [user.id],
    )
    expect(rows).toEqual([
      { action: 'user_deleted', by: 'service_role' },
      { action: 'user_modified', by: 'service_role' },
      { action: 'user_signedup', by: 'service_role' },
    ])
  })
})

describe('an invitation', () => {
  test('makes an account whose owner chooses the password on acceptance', async () => {
    const email = newAddress()
    const redirectTo = `${SITE}/reset-password`
    const invited = await admin.inviteUserByEmail(email, { data: { team: 'office' }, redirectTo })
    expect(invited.error).toBeNull()
    expect(invited.data.user?.invited_at).toBe(t.now().toISOString())
    const mail = must((await t.mails()).find(({ to }) => to === email))
    expect(mail.subject).toBe('You have been invited to The Weir')
    const { link, tokenHash } = readMail(mail)
    expect(`${link.origin}${link.pathname}`).toBe(redirectTo)
    expect(link.searchParams.get('type')).toBe('invite')

    const client = t.client()
    const accepted = await client.verifyOtp({ token_hash: tokenHash, type: 'invite' })
    expect(accepted.error).toBeNull()
    expect(accepted.data.user?.user_metadata).toEqual({ team: 'office' })
    expect((await client.updateUser({ password: PASSWORD })).error).toBeNull()
    expect((await signIn(email)).error).toBeNull()
    const again = await admin.inviteUserByEmail(email)
    expect(again.error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  test('takes away the password of an earlier sign-up with the address', async () => {
    const email = newAddress()
    await t.client('203.0.113.9').signUp({ email, password: 'the squatter chose it' })
    await admin.inviteUserByEmail(email)
    const { tokenHash } = readMail(must((await t.mails()).findLast(({ to }) => to === email)))
    await t.client().verifyOtp({ token_hash: tokenHash, type: 'invite' })
    expect((await signIn(email, 'the squatter chose it')).error?.code).toBe('invalid_credentials')
  })
})

describe('a link for the administrator to hand over', () => {
  const link = async (params: Parameters<typeof admin.generateLink>[0]) => {
    const before = (await t.mails()).length
    const { data, error } = await admin.generateLink(params)
    if (error) throw error
    expect(await t.mails()).toHaveLength(before)
    return { user: must(data.user), ...must(data.properties) }
  }

  test('recovery: opens once, by link or by code', async () => {
    const { email, user } = await made()
    const made1 = await link({ type: 'recovery', email, options: { redirectTo: `${SITE}/there` } })
    expect(made1).toMatchObject({
      user: { id: user.id },
      verification_type: 'recovery',
      redirect_to: `${SITE}/there`,
    })
    expect(made1.action_link).toBe(
      `${SITE}/auth/v1/verify?token=${made1.hashed_token}&type=recovery&redirect_to=${encodeURIComponent(`${SITE}/there`)}`,
    )
    const opened = await t.client().verifyOtp({ token_hash: made1.hashed_token, type: 'recovery' })
    expect(opened.data.user?.id).toBe(user.id)
    const { email_otp: token } = await link({ type: 'recovery', email })
    const typed = await t.client().verifyOtp({ email, token, type: 'recovery' })
    expect(typed.data.user?.id).toBe(user.id)
  })

  test('signup: makes the account, whose password waits for the link', async () => {
    const email = newAddress()
    const { hashed_token, verification_type } = await link({
      type: 'signup',
      email,
      password: PASSWORD,
    })
    expect(verification_type).toBe('signup')
    expect((await signIn(email)).error?.code).toBe('email_not_confirmed')
    await t.client().verifyOtp({ token_hash: hashed_token, type: 'signup' })
    expect((await signIn(email)).error).toBeNull()
  })

  test('magiclink: opens by the link itself, or makes the account that there is not', async () => {
    const { email, user } = await made()
    const known = await link({ type: 'magiclink', email })
    expect(known.verification_type).toBe('magiclink')
    const { pathname, search } = new URL(known.action_link)
    const followed = await t.ask('GET', pathname.replace('/auth/v1', '') + search)
    expect(followed.status).toBe(303)
    const handed = new URL(must(followed.headers.get('location')))
    expect(handed.origin).toBe(SITE)
    const token_hash = must(handed.searchParams.get('token_hash'))
    const opened = await t.client().verifyOtp({ token_hash, type: 'magiclink' })
    expect(opened.data.user?.id).toBe(user.id)
    expect((await link({ type: 'magiclink', email: newAddress() })).verification_type).toBe(
      'signup',
    )
  })

  test.each(['signup', 'magiclink', 'invite'] as const)(
    '%s: metadata of the account that it makes is what was sent',
    async (type) => {
      const email = newAddress()
      const data = { display_name: 'Cleo', team: { name: 'office' } }
      const asked = { type, email, ...(type === 'signup' && { password: PASSWORD }) }
      const bearer = await t.sign({ role: 'service_role' })
      const { body } = await t.ask('POST', '/admin/generate_link', {
        bearer,
        body: { ...asked, data },
      })
      expect(body.user_metadata).toEqual(data)
      expect(body.identities).toMatchObject([
        { provider: 'email', identity_data: { sub: body.id, email, email_verified: false } },
      ])
      const type_ = body.verification_type === 'invite' ? 'invite' : 'signup'
      const token_hash = String(body.hashed_token)
      const opened = await t.client().verifyOtp({ token_hash, type: type_ })
      expect(must(opened.data.user).user_metadata).toEqual(data)
      expect(must(must(opened.data.user).identities)[0]?.identity_data).toMatchObject({
        email_verified: true,
      })
    },
  )

  test('email_change: one for each side, and the address changes when both are opened', async () => {
    const { email, user } = await made()
    const newEmail = newAddress()
    const current = await link({ type: 'email_change_current', email, newEmail })
    const next = await link({ type: 'email_change_new', email, newEmail })
    const open = (token_hash: string) => t.client().verifyOtp({ token_hash, type: 'email_change' })
    expect((await open(current.hashed_token)).data.user).toBeNull()
    expect((await admin.getUserById(user.id)).data.user?.email).toBe(email)
    await open(next.hashed_token)
    expect((await admin.getUserById(user.id)).data.user?.email).toBe(newEmail)
    const taken = await admin.generateLink({ type: 'email_change_new', email: newEmail, newEmail })
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  test('invite: for a person who has no account yet', async () => {
    const invited = await link({ type: 'invite', email: newAddress() })
    const opened = await t.client().verifyOtp({ token_hash: invited.hashed_token, type: 'invite' })
    expect(opened.data.user?.id).toBe(invited.user.id)
  })

  test('signup: replaces a sign-up that nobody has proven', async () => {
    const email = newAddress()
    const { data } = await t
      .client('203.0.113.9')
      .signUp({ email, password: 'the squatter chose it' })
    const made1 = await link({ type: 'signup', email, password: PASSWORD })
    expect(made1.user.id).not.toBe(data.user?.id)
    const { hashed_token: token_hash } = made1
    expect((await t.client().verifyOtp({ token_hash, type: 'signup' })).error).toBeNull()
    expect((await signIn(email, 'the squatter chose it')).error?.code).toBe('invalid_credentials')
    expect((await signIn(email)).error).toBeNull()
  })

  test('leads nowhere but to the site', async () => {
    const { email } = await made()
    const { action_link, redirect_to } = await link({
      type: 'recovery',
      email,
      options: { redirectTo: 'https://evil.example/' },
    })
    expect(redirect_to).toBe(SITE)
    expect(new URL(action_link).searchParams.get('redirect_to')).toBe(SITE)
  })

  test.each([
    ['recovery', 'unknown@example.org', 404, 'user_not_found'],
    ['signup', 'unknown@example.org', 400, 'validation_failed'],
    ['toString', 'unknown@example.org', 400, 'validation_failed'],
    ['recovery', 'nobody', 400, 'validation_failed'],
  ])('%s for %s: %i %s', async (type, email, status, code) => {
    const bearer = await t.sign({ role: 'service_role' })
    const answer = await t.ask('POST', '/admin/generate_link', { bearer, body: { type, email } })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('signup and invite are refused to a person who is a member', async () => {
    const { email } = await made()
    for (const type of ['signup', 'invite'] as const) {
      const { error } = await admin.generateLink({ type, email, password: PASSWORD })
      expect(error).toMatchObject({ status: 422, code: 'email_exists' })
    }
  })
})
