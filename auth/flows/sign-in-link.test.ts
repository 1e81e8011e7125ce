import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  must,
  openTestAuth,
  PASSWORD,
  readMail,
  SITE,
  type TestAuth,
} from '../../test/auth/test-service.ts'
import { openTestDatabase } from '../../test/database/database.ts'

let t: TestAuth

beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool, { confirmEmail: true })
})
afterAll(() => t.close())
// Each test runs on its own day, so that they do not share mail limits.
beforeEach(() => t.pass(86_400))

let people = 0
const newAddress = () => `guest-${++people}@example.org`

async function mailsTo(address: string) {
  return (await t.mails()).filter(({ to }) => to === address)
}

const lastMailTo = async (address: string) => must((await mailsTo(address)).at(-1))

async function member() {
  const email = newAddress()
  const { id } = await t.auth.createUser({ email, password: PASSWORD })
  return { email, id }
}

const signIn = (email: string, password = PASSWORD) =>
  t.client().signInWithPassword({ email, password })

const EXPIRED = { status: 403, code: 'otp_expired' }

describe('a user who requests a sign-in link', () => {
  test('is signed in by it, once, on whatever device', async () => {
    const { email } = await member()
    const asked = await t.client().signInWithOtp({
      email: email.toUpperCase(),
      options: { shouldCreateUser: false, emailRedirectTo: `${SITE}/login?from=/portal` },
    })
    expect(asked.error).toBeNull()
    const mail = await lastMailTo(email)
    expect(mail.subject).toBe('Sign in to The Weir')
    const { link, tokenHash } = readMail(mail)
    expect(link.pathname).toBe('/login')
    expect(Object.fromEntries(link.searchParams)).toEqual({
      from: '/portal',
      token_hash: tokenHash,
      type: 'magiclink',
    })

    const device = t.client('198.51.100.4')
    const events: string[] = []
    device.onAuthStateChange((event) => void events.push(event))
    const { data } = await device.verifyOtp({ token_hash: tokenHash, type: 'magiclink' })
    expect(must(data.user).email).toBe(email)
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])
    const { data: level } = await device.mfa.getAuthenticatorAssuranceLevel()
    expect(must(level).currentAuthenticationMethods).toMatchObject([{ method: 'otp' }])
    const again = await t.client().verifyOtp({ token_hash: tokenHash, type: 'magiclink' })
    expect(again.error).toMatchObject(EXPIRED)
    expect((await signIn(email)).error).toBeNull()
  })

  test('or by the code of the mail, by either name of its type', async () => {
    const { email } = await member()
    for (const type of ['email', 'magiclink'] as const) {
      t.pass(61)
      await t.client().signInWithOtp({ email })
      const { code } = readMail(await lastMailTo(email))
      const { data } = await t.client().verifyOtp({ email, token: code, type })
      expect(must(data.session).user.email).toBe(email)
    }
  })

  test('stores for a new account the metadata of the last request only', async () => {
    const email = newAddress()
    const ask = (data: object, address: string) =>
      t.client(address).signInWithOtp({ email, options: { data } })
    await ask({ display_name: 'Stranger', note: 'x' }, '203.0.113.9')
    await t.mails()
    t.pass(61)
    await ask({ display_name: 'Alf' }, '192.0.2.1')
    const { tokenHash: token_hash } = readMail(await lastMailTo(email))
    const { data } = await t.client().verifyOtp({ token_hash, type: 'signup' })
    expect(must(data.user).user_metadata).toMatchObject({ display_name: 'Alf', email })
    expect(must(data.user).user_metadata).not.toHaveProperty('note')
  })

  test('may use the old name of the endpoint', async () => {
    const { email } = await member()
    const asked = await t.ask('POST', '/magiclink', { body: { email } })
    expect([asked.status, asked.body]).toEqual([200, {}])
    expect((await lastMailTo(email)).subject).toBe('Sign in to The Weir')
  })

  test('has half an hour for the link and ten minutes for its code', async () => {
    const { email } = await member()
    await t.client().signInWithOtp({ email })
    const { code, tokenHash } = readMail(await lastMailTo(email))
    t.pass(601)
    const late = await t.client().verifyOtp({ email, token: code, type: 'email' })
    expect(late.error).toMatchObject(EXPIRED)
    t.pass(1_200)
    const over = await t.client().verifyOtp({ token_hash: tokenHash, type: 'magiclink' })
    expect(over.error).toMatchObject(EXPIRED)
  })

  test('gets at most five in half an hour; links for a new password count apart', async () => {
    // The rate limit counts half hours of the clock, so start at the beginning of one.
    t.pass(1_800 - ((t.now().getTime() / 1000) % 1_800))
    const { email } = await member()
    await t.client().signInWithOtp({ email })
    await t.client().resetPasswordForEmail(email)
    expect(await mailsTo(email)).toHaveLength(2)
    for (let n = 0; n < 8; n++) {
      t.pass(61)
      await t.client().signInWithOtp({ email })
      await t.mails()
    }
    expect(await mailsTo(email)).toHaveLength(5)
  })

  test('cannot set a new password with a sign-in link', async () => {
    const { email } = await member()
    await t.client().signInWithOtp({ email })
    const { code, tokenHash } = readMail(await lastMailTo(email))
    const link = await t.client().verifyOtp({ token_hash: tokenHash, type: 'recovery' })
    expect(link.error).toMatchObject(EXPIRED)
    const typed = await t.client().verifyOtp({ email, token: code, type: 'recovery' })
    expect(typed.error).toMatchObject(EXPIRED)
  })
})

describe('an unknown address', () => {
  test('gets an account without a password, confirmed by the mail', async () => {
    const email = newAddress()
    const options = { data: { display_name: 'Alf' }, emailRedirectTo: `${SITE}/login` }
    expect((await t.client().signInWithOtp({ email, options })).error).toBeNull()
    const { link, code } = readMail(await lastMailTo(email))
    expect(link.searchParams.get('type')).toBe('signup')
    expect((await signIn(email)).error?.code).toBe('invalid_credentials')
    const { data } = await t.client().verifyOtp({ email, token: code, type: 'email' })
    expect(must(data.user).user_metadata).toMatchObject({
      display_name: 'Alf',
      email_verified: true,
    })
    expect(must(data.user).email_confirmed_at).toBe(t.now().toISOString())
    expect((await signIn(email, '')).error).not.toBeNull()
  })

  test('gets no mail without an account, and the same response', async () => {
    const [{ email: known }, unknown, unconfirmed] = [await member(), newAddress(), newAddress()]
    await t.client().signUp({ email: unconfirmed, password: PASSWORD })
    const ask = (email: string) =>
      t.ask('POST', '/otp', { body: { email, create_user: false, data: {} } })
    for (const email of [known, known, unknown, unconfirmed]) {
      const { status, headers, body } = await ask(email)
      expect([status, body]).toEqual([200, {}])
      expect([...headers.keys()]).toEqual([...(await ask(newAddress())).headers.keys()])
    }
    expect(await mailsTo(known)).toHaveLength(1)
    expect(await mailsTo(unknown)).toHaveLength(0)
    const { rows } = await t.pool.query('select 1 from auth.users where email = $1', [unknown])
    expect(rows).toHaveLength(0)
  })

  test('nor where sign-up is closed', async () => {
    const closed = await openTestAuth((await openTestDatabase()).pool, { disableSignup: true })
    expect((await closed.client().signInWithOtp({ email: 'late@example.org' })).error).toBeNull()
    expect(await closed.mails()).toEqual([])
    await closed.close()
  })

  test('whose address another signed up with is let in, and the other is not', async () => {
    const email = newAddress()
    await t.client('203.0.113.9').signUp({ email, password: 'the squatter chose it' })
    t.pass(61)
    await t.client().signInWithOtp({ email })
    const { tokenHash } = readMail(await lastMailTo(email))
    const owner = await t.client().verifyOtp({ token_hash: tokenHash, type: 'email' })
    expect(must(owner.data.user).email).toBe(email)
    expect((await signIn(email, 'the squatter chose it')).error?.code).toBe('invalid_credentials')
  })

  test('a hundred and twenty new accounts an hour from one address, and no more', async () => {
    const ask = (n: number) =>
      t.ask('POST', '/otp', {
        body: { email: `flood-${n}@example.org` },
        address: '203.0.113.77',
      })
    for (let n = 0; n < 120; n++) expect((await ask(n)).status).toBe(200)
    expect((await ask(120)).body.code).toBe('over_request_rate_limit')
  })
})

describe('GET /verify', () => {
  const follow = async (query: Record<string, string>, to: TestAuth = t) => {
    const answer = await to.ask('GET', `/verify?${new URLSearchParams(query)}`)
    expect(answer.status).toBe(303)
    const location = new URL(must(answer.headers.get('location')))
    return { location, fragment: new URLSearchParams(location.hash.slice(1)) }
  }

  test('hands the token on to the page, unused, where sessions stay out of addresses', async () => {
    const { email } = await member()
    await t.client().signInWithOtp({ email })
    const { tokenHash: token } = readMail(await lastMailTo(email))
    const query = { token, type: 'magiclink', redirect_to: `${SITE}/login?from=/portal` }
    for (let scanned = 0; scanned < 2; scanned++) {
      const { location } = await follow(query)
      expect(`${location}`).toBe(`${SITE}/login?from=%2Fportal&token_hash=${token}&type=magiclink`)
    }
    const opened = await t.client().verifyOtp({ token_hash: token, type: 'magiclink' })
    expect(opened.error).toBeNull()
  })

  test('redirects an expired link to the page with an error, and never to a foreign page', async () => {
    const { location, fragment } = await follow({
      token: 'x',
      type: 'magiclink',
      redirect_to: 'https://evil.example/',
    })
    expect(location.origin).toBe(SITE)
    expect(location.search).toBe('')
    expect(Object.fromEntries(fragment)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    })
    const pkce = await follow({ token: 'pkce_x', type: 'magiclink' })
    expect(Object.fromEntries(pkce.location.searchParams)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    })
  })

  test('puts a session into the fragment where the implicit flow is switched on', async () => {
    const retryOnConflict = await openTestAuth((await openTestDatabase()).pool, {
      implicitFlow: true,
    })
    const email = 'implicit@example.org'
    await retryOnConflict.auth.createUser({ email, password: PASSWORD })
    await retryOnConflict.client().signInWithOtp({ email })
    const { tokenHash: token } = readMail(must((await retryOnConflict.mails()).at(-1)))
    const { fragment } = await follow({ token, type: 'magiclink' }, retryOnConflict)
    expect([...fragment.keys()]).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ])
    const { data } = await retryOnConflict.client().setSession({
      access_token: must(fragment.get('access_token')),
      refresh_token: must(fragment.get('refresh_token')),
    })
    expect(must(data.user).email).toBe(email)
    const again = await follow({ token, type: 'magiclink' }, retryOnConflict)
    expect(again.fragment.get('error_code')).toBe('otp_expired')
    await retryOnConflict.close()
  })
})
