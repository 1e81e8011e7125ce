import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../database/database.ts'
import { must, openTestAuth, PASSWORD, readMail, SITE, type TestAuth } from './test-service.ts'

let t: TestAuth

beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool, { confirmEmail: true })
})
afterAll(() => t.close())
// One day per test, so that mail limits do not carry over.
beforeEach(() => t.pass(86_400))

let people = 0
const newAddress = () => `user-${++people}@example.org`

async function mailsTo(address: string) {
  return (await t.mails()).filter(({ to }) => to === address)
}

async function lastMailTo(address: string) {
  return must((await mailsTo(address)).at(-1))
}

async function member() {
  const email = newAddress()
  const { id } = await t.auth.createUser({ email, password: PASSWORD })
  return { email, id }
}

const signIn = async (email: string, password = PASSWORD) =>
  await t.client().signInWithPassword({ email, password })

const EXPIRED_CODE = {
  status: 403,
  code: 'otp_expired',
  message: 'Token has expired or is invalid',
}
const EXPIRED_LINK = {
  status: 403,
  code: 'otp_expired',
  message: 'Email link is invalid or has expired',
}

describe('signing up where addresses are confirmed', () => {
  test('returns a user without a session, who cannot sign in before opening the mail', async () => {
    const email = newAddress()
    const client = t.client()
    const { data, error } = await client.signUp({
      email,
      password: PASSWORD,
      options: { emailRedirectTo: `${SITE}/signup-success?from=/events` },
    })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(must(data.user).confirmation_sent_at).toBe(t.now().toISOString())
    expect(must(data.user).email_confirmed_at).toBeUndefined()
    const early = await signIn(email)
    expect(early.error).toMatchObject({
      status: 400,
      code: 'email_not_confirmed',
      message: 'Email not confirmed',
    })

    const { link, tokenHash } = readMail(await lastMailTo(email))
    expect(`${link.origin}${link.pathname}`).toBe(`${SITE}/signup-success`)
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ from: '/events', type: 'signup' })
    const confirmed = await client.verifyOtp({ token_hash: tokenHash, type: 'signup' })
    expect(confirmed.error).toBeNull()
    const user = must(confirmed.data.user)
    expect(user.email_confirmed_at).toBe(t.now().toISOString())
    expect(user.user_metadata.email_verified).toBe(true)
    expect(must(user.identities)[0]?.identity_data?.email_verified).toBe(true)
    expect((await signIn(email)).error).toBeNull()
  })

  test('the code of the mail confirms as well, once', async () => {
    const email = newAddress()
    await t.client().signUp({ email, password: PASSWORD })
    const { code, tokenHash } = readMail(await lastMailTo(email))
    const first = await t
      .client()
      .verifyOtp({ email: email.toUpperCase(), token: code, type: 'email' })
    expect(first.data.session?.user.email).toBe(email)
    const again = await t.client().verifyOtp({ email, token: code, type: 'email' })
    expect(again.error).toMatchObject(EXPIRED_CODE)
    const link = await t.client().verifyOtp({ token_hash: tokenHash, type: 'signup' })
    expect(link.error).toMatchObject(EXPIRED_LINK)
  })

  test('trap 33: a known address gets the answer of a new one, and its owner a mail', async () => {
    const { email } = await member()
    const known = await t.ask('POST', '/signup', {
      body: { email, password: 'another good one', data: { display_name: 'Bert' } },
    })
    const fresh = await t.ask('POST', '/signup', {
      body: { email: newAddress(), password: 'another good one', data: { display_name: 'Bert' } },
    })
    expect(known.status).toBe(200)
    expect(shapeOf(known.body)).toEqual(shapeOf(fresh.body))
    expect([...known.headers.keys()]).toEqual([...fresh.headers.keys()])
    expect((await lastMailTo(email)).subject).toBe('You already have an account with The Weir')
    expect((await signIn(email)).error).toBeNull()
    expect((await signIn(email, 'another good one')).error?.code).toBe('invalid_credentials')
  })

  test.each([
    ['at once', 0],
    ['a minute later', 61],
  ])('the last sign-up of an unconfirmed address counts, %s', async (_, wait) => {
    const email = newAddress()
    const data = { left_by: 'first@example.org' }
    const first = await t.ask('POST', '/signup', { body: { email, password: PASSWORD, data } })
    t.pass(wait)
    const more = { data: { left_by: 'second@example.org' } }
    const second = await t.ask('POST', '/signup', {
      body: { email, password: 'another good one', ...more },
    })
    expect(shapeOf(second.body)).toEqual(shapeOf(first.body))
    expect(second.body.id).not.toBe(first.body.id)
    const [older, newer] = (await mailsTo(email)).map(readMail)
    const stale = await t.client().verifyOtp({ token_hash: must(older).tokenHash, type: 'signup' })
    expect(stale.error).toMatchObject(EXPIRED_LINK)
    const code = { email, token: must(older).code, type: 'signup' } as const
    expect((await t.client().verifyOtp(code)).error).toMatchObject(EXPIRED_CODE)
    const opened = { token_hash: must(newer).tokenHash, type: 'signup' } as const
    const { data: confirmed } = await t.client().verifyOtp(opened)
    expect(confirmed.user?.id).toBe(second.body.id)
    expect(confirmed.user?.user_metadata.left_by).toBe('second@example.org')
    expect((await signIn(email)).error?.code).toBe('invalid_credentials')
    expect((await signIn(email, 'another good one')).error).toBeNull()
  })

  test('ten sign-ups at once leave one account, whose mail and password work', async () => {
    const email = newAddress()
    const passwords = Array.from({ length: 10 }, (_, n) => `heron-on-the-weir-${n}`)
    const answers = await Promise.all(
      passwords.map((password) => t.ask('POST', '/signup', { body: { email, password } })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { rows } = await t.pool.query('select id from auth.users where email = $1', [email])
    expect(rows).toHaveLength(1)
    const confirmed = await Promise.all(
      (await mailsTo(email)).map((mail) =>
        t.client().verifyOtp({ token_hash: readMail(mail).tokenHash, type: 'signup' }),
      ),
    )
    expect(confirmed.filter(({ error }) => !error)).toHaveLength(1)
    const winner = passwords[answers.findIndex(({ body }) => body.id === rows[0].id)]
    expect((await signIn(email, winner)).error).toBeNull()
  })

  test('a sign-up that may have no mail any more replaces none, so that a link still works', async () => {
    const email = newAddress()
    const signUps: string[] = []
    for (let n = 0; n < 8; n++) {
      const { body } = await t.ask('POST', '/signup', { body: { email, password: PASSWORD } })
      signUps.push(String(body.id))
    }
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(5)
    const token_hash = readMail(must(mails.at(-1))).tokenHash
    const { data } = await t.client().verifyOtp({ token_hash, type: 'signup' })
    expect(data.user?.id).toBe(signUps[4])
  })

  test('asking for the mail again and again sends one a minute', async () => {
    const email = newAddress()
    await t.client().signUp({ email, password: PASSWORD })
    for (let n = 0; n < 3; n++) await t.client().resend({ type: 'signup', email })
    expect((await t.client().resend({ type: 'signup', email })).error).toBeNull()
    expect(await mailsTo(email)).toHaveLength(1)
    t.pass(61)
    expect((await t.client().resend({ type: 'signup', email })).error).toBeNull()
    expect(await mailsTo(email)).toHaveLength(2)
    const unknown = await t.ask('POST', '/resend', {
      body: { type: 'signup', email: newAddress() },
    })
    expect(unknown).toMatchObject({ status: 200, body: {} })
  })

  test('a link leads to the site when it was asked to lead elsewhere', async () => {
    const email = newAddress()
    const emailRedirectTo = 'https://evil.example/signup-success'
    await t.client().signUp({ email, password: PASSWORD, options: { emailRedirectTo } })
    expect(readMail(await lastMailTo(email)).link.origin).toBe(SITE)
  })
})

describe('a forgotten password', () => {
  test('trap 34: is replaced by the link of the mail, and every other session ends', async () => {
    const { email } = await member()
    const old = must((await signIn(email)).data.session)
    const client = t.client()
    const asked = await client.resetPasswordForEmail(email, {
      redirectTo: `${SITE}/reset-password`,
    })
    expect(asked.error).toBeNull()
    const { link, tokenHash } = readMail(await lastMailTo(email))
    expect(link.pathname).toBe('/reset-password')
    expect(link.searchParams.get('type')).toBe('recovery')

    const events: string[] = []
    client.onAuthStateChange((event) => void events.push(event))
    expect((await client.verifyOtp({ token_hash: tokenHash, type: 'recovery' })).error).toBeNull()
    expect(events).toContain('PASSWORD_RECOVERY')
    const changed = await client.updateUser({ password: 'a quite different one' })
    expect(changed.error).toBeNull()

    expect((await client.getUser()).error).toBeNull()
    const dead = await t.ask('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: old.refresh_token },
    })
    expect(dead.body.code).toBe('refresh_token_not_found')
    expect((await signIn(email)).error?.code).toBe('invalid_credentials')
    expect((await signIn(email, 'a quite different one')).error).toBeNull()
    const { subject, text } = await lastMailTo(email)
    expect(subject).toContain('has been changed')
    expect(text).toMatch(/\nWhen: .+ UTC\nWhere: .+, network address [\d.:a-f]+\n/)
  })

  test('trap 34: known and unknown addresses get one answer, also when asked twice', async () => {
    const { email } = await member()
    const known = await t.ask('POST', '/recover', { body: { email } })
    const again = await t.ask('POST', '/recover', { body: { email } })
    const unknown = await t.ask('POST', '/recover', { body: { email: 'nobody@example.org' } })
    for (const answer of [known, again, unknown])
      expect(answer).toMatchObject({ status: 200, body: {} })
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await mailsTo('nobody@example.org')).toHaveLength(0)
  })

  test('trap 34: the link lasts thirty minutes, its code ten', async () => {
    const { email } = await member()
    await t.client().resetPasswordForEmail(email)
    const first = readMail(await lastMailTo(email))
    t.pass(601)
    const code = await t.client().verifyOtp({ email, token: first.code, type: 'recovery' })
    expect(code.error).toMatchObject(EXPIRED_CODE)
    t.pass(1_200)
    const link = await t.client().verifyOtp({ token_hash: first.tokenHash, type: 'recovery' })
    expect(link.error).toMatchObject(EXPIRED_LINK)
  })

  test('of several who open one link at once one gets in', async () => {
    const { email } = await member()
    await t.client().resetPasswordForEmail(email)
    const { tokenHash: token_hash } = readMail(await lastMailTo(email))
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => t.client().verifyOtp({ token_hash, type: 'recovery' })),
    )
    expect(answers.filter(({ error }) => !error)).toHaveLength(1)
  })

  test('five wrong codes use the code up, but not the link', async () => {
    const { email } = await member()
    await t.client().resetPasswordForEmail(email)
    const { code, tokenHash } = readMail(await lastMailTo(email))
    const wrong = code === '000000' ? '000001' : '000000'
    await Promise.all(
      Array.from({ length: 8 }, () =>
        t.client().verifyOtp({ email, token: wrong, type: 'recovery' }),
      ),
    )
    const right = await t.client().verifyOtp({ email, token: code, type: 'recovery' })
    expect(right.error).toMatchObject(EXPIRED_CODE)
    const link = await t.client().verifyOtp({ token_hash: tokenHash, type: 'recovery' })
    expect(link.error).toBeNull()
  })

  test('mail after mail does not buy guess after guess, and the link still works', async () => {
    const { email } = await member()
    const guessCode = async (times: number) => {
      await t.client().resetPasswordForEmail(email)
      const { code } = readMail(await lastMailTo(email))
      const wrong = code === '000000' ? '000001' : '000000'
      for (let n = 0; n < times; n++)
        await t.client().verifyOtp({ email, token: wrong, type: 'recovery' })
      t.pass(61)
    }
    await guessCode(5)
    await guessCode(5)
    await guessCode(1)
    await t.client().resetPasswordForEmail(email)
    const { code, tokenHash } = readMail(await lastMailTo(email))
    const elsewhere = t.client('198.51.100.7')
    const waiting = await elsewhere.verifyOtp({ email, token: code, type: 'recovery' })
    expect(waiting.error).toMatchObject(EXPIRED_CODE)
    const link = await t.client().verifyOtp({ token_hash: tokenHash, type: 'recovery' })
    expect(link.error).toBeNull()
  })

  test('a recovery that first proves an address takes away the password of the sign-up', async () => {
    const email = newAddress()
    await t.client('203.0.113.9').signUp({ email, password: 'the squatter chose it' })
    await t.client().resetPasswordForEmail(email)
    const owner = t.client()
    const { tokenHash } = readMail(await lastMailTo(email))
    await owner.verifyOtp({ token_hash: tokenHash, type: 'recovery' })
    expect((await signIn(email, 'the squatter chose it')).error?.code).toBe('invalid_credentials')
    expect((await owner.updateUser({ password: PASSWORD })).error).toBeNull()
    expect((await signIn(email)).error).toBeNull()
  })

  test('neither links nor codes stand in the database', async () => {
    const { email } = await member()
    await t.client().resetPasswordForEmail(email)
    const { code, tokenHash } = readMail(await lastMailTo(email))
    const { rows } = await t.pool.query(
      'select * from auth.one_time_tokens where relates_to = $1',
      [email],
    )
    expect(rows).toHaveLength(1)
    const stored = Object.values(rows[0]).map((value) =>
      Buffer.isBuffer(value) ? value.toString('base64url') : String(value),
    )
    expect(stored).not.toContain(tokenHash)
    expect(stored).not.toContain(Buffer.from(code).toString('base64url'))
  })
})

describe('changing the own account', () => {
  test('a current password that comes along has to be right, and guesses at it are counted', async () => {
    const { email } = await member()
    const client = t.client()
    await client.signInWithPassword({ email, password: PASSWORD })
    const change = (current_password: string) =>
      client.updateUser({ password: 'heron-weir-barn', current_password })
    const wrong = await change('not-his-password')
    expect(wrong.error).toMatchObject({ status: 400, code: 'current_password_invalid' })
    expect((await t.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    expect((await change(PASSWORD)).error).toBeNull()
    for (let guess = 0; guess < 5; guess++) await change('not-his-password')
    expect((await change('heron-weir-barn')).error).toMatchObject({ status: 429 })
  })

  test('the same password is refused, and a weak one', async () => {
    const { email } = await member()
    const client = t.client()
    await client.signInWithPassword({ email, password: PASSWORD })
    const same = await client.updateUser({ password: PASSWORD })
    expect(same.error).toMatchObject({ status: 422, code: 'same_password' })
    const short = await client.updateUser({ password: 'short' })
    expect(short.error).toMatchObject({
      status: 422,
      code: 'weak_password',
      message: 'Password should be at least 6 characters.',
      reasons: ['length'],
    })
    const common = await client.updateUser({ password: 'P@ssw0rd2024' })
    expect(common.error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] })
    expect((await signIn(email)).error).toBeNull()
  })

  test('metadata merge by key and null removes one', async () => {
    const { email } = await member()
    const client = t.client()
    await client.signInWithPassword({ email, password: PASSWORD })
    await client.updateUser({ data: { display_name: 'Cyril', phone: '020 7946 0018' } })
    const { data } = await client.updateUser({ data: { phone: null } })
    const { display_name, ...rest } = must(data.user).user_metadata
    expect(display_name).toBe('Cyril')
    expect(rest).toMatchObject({ email_verified: true })
    expect(rest).not.toHaveProperty('phone')
  })

  test('app_metadata and the address cannot be changed here', async () => {
    const { email } = await member()
    const session = must((await signIn(email)).data.session)
    const put = (body: unknown) => t.ask('PUT', '/user', { bearer: session.access_token, body })
    expect(await put({ app_metadata: { role: 'admin' } })).toMatchObject({
      status: 403,
      body: { code: 'not_admin' },
    })
    expect(await put({ email: 'other@example.org' })).toMatchObject({ status: 422 })
    expect((await put({ email })).status).toBe(200)
  })
})

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
  if (typeof value !== 'string') return value
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'moment'
  if (/^[0-9a-f-]{36}$/.test(value)) return 'id'
  return value.includes('@') ? 'address' : value
}
