import { createHash } from 'node:crypto'
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
beforeEach(() => t.pass(86_400))

let people = 0
async function member() {
  const email = `pkce-${++people}@example.org`
  await t.auth.createUser({ email, password: PASSWORD })
  return email
}

async function lastMailTo(address: string) {
  return readMail(must((await t.mails()).filter(({ to }) => to === address).at(-1)))
}

async function codeOf(token: string, type: string) {
  const query = new URLSearchParams({ token, type, redirect_to: `${SITE}/login` })
  const { status, headers } = await t.ask('GET', `/verify?${query}`)
  expect(status).toBe(303)
  const location = new URL(must(headers.get('location')))
  expect(location.hash).toBe('')
  return must(location.searchParams.get('code'))
}

const exchange = (auth_code: string, code_verifier: string) =>
  t.ask('POST', '/token?grant_type=pkce', { body: { auth_code, code_verifier } })

const VERIFIER = 'v'.repeat(64)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

async function askWith(challenge: string, method: string) {
  const email = await member()
  const body = { email, code_challenge: challenge, code_challenge_method: method }
  expect((await t.ask('POST', '/otp', { body })).status).toBe(200)
  const { tokenHash } = await lastMailTo(email)
  return { email, tokenHash }
}

describe('the official client with the PKCE flow', () => {
  test('signs in with the code of a link, and the session says how', async () => {
    const email = await member()
    const client = t.client('192.0.2.1', 'pkce')
    const events: string[] = []
    client.onAuthStateChange((event) => void events.push(event))
    await client.signInWithOtp({ email, options: { emailRedirectTo: `${SITE}/login` } })
    const { link, tokenHash } = await lastMailTo(email)
    expect(tokenHash).toMatch(/^pkce_[\w-]{43}$/)
    expect(link.pathname).toBe('/login')
    const { data, error } = await client.exchangeCodeForSession(
      await codeOf(tokenHash, 'magiclink'),
    )
    expect(error).toBeNull()
    expect(must(data.session).user.email).toBe(email)
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])
  })

  test('and gets PASSWORD_RECOVERY after asking for a new password', async () => {
    const email = await member()
    const client = t.client('192.0.2.1', 'pkce')
    const events: string[] = []
    client.onAuthStateChange((event) => void events.push(event))
    await client.resetPasswordForEmail(email)
    const { tokenHash } = await lastMailTo(email)
    await client.exchangeCodeForSession(await codeOf(tokenHash, 'recovery'))
    expect(events).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY'])
    expect((await client.updateUser({ password: 'a quite different one' })).error).toBeNull()
  })

  test('and confirms a sign-up by it', async () => {
    const email = `pkce-${++people}@example.org`
    const client = t.client('192.0.2.1', 'pkce')
    await client.signUp({ email, password: PASSWORD })
    const { tokenHash } = await lastMailTo(email)
    const { data } = await client.exchangeCodeForSession(await codeOf(tokenHash, 'signup'))
    expect(must(data.user).email_confirmed_at).toBe(t.now().toISOString())
  })

  test('the link opens on another device too, without the verifier', async () => {
    const email = await member()
    await t.client('192.0.2.1', 'pkce').signInWithOtp({ email })
    const { tokenHash } = await lastMailTo(email)
    const phone = await t.client().verifyOtp({ token_hash: tokenHash, type: 'magiclink' })
    expect(must(phone.data.user).email).toBe(email)
  })
})

describe('a code', () => {
  test('opens once, to the verifier alone, however the challenge was sent', async () => {
    for (const [challenge, method] of [
      [CHALLENGE, 's256'],
      [VERIFIER, 'plain'],
    ] as const) {
      const { email, tokenHash } = await askWith(challenge, method)
      const code = await codeOf(tokenHash, 'magiclink')
      for (const wrong of ['x', CHALLENGE, `${VERIFIER}v`])
        expect(await exchange(code, wrong)).toMatchObject({
          status: 400,
          body: {
            code: 'bad_code_verifier',
            message: 'code challenge does not match previously saved code verifier',
          },
        })
      const [one, other] = await Promise.all([exchange(code, VERIFIER), exchange(code, VERIFIER)])
      expect([one.status, other.status].sort()).toEqual([200, 404])
      const right = one.status === 200 ? one : other
      expect(right.body.user).toMatchObject({ email })
      expect((await exchange(code, VERIFIER)).body.code).toBe('flow_state_not_found')
    }
  })

  test('lasts five minutes from when the link was opened, which may be late', async () => {
    const { tokenHash } = await askWith(CHALLENGE, 'S256')
    t.pass(1_700)
    const code = await codeOf(tokenHash, 'magiclink')
    t.pass(300)
    expect(await exchange(code, VERIFIER)).toMatchObject({
      status: 422,
      body: { code: 'flow_state_expired' },
    })
  })

  test('is refused to a user who is banned by then', async () => {
    const { email, tokenHash } = await askWith(CHALLENGE, 's256')
    const code = await codeOf(tokenHash, 'magiclink')
    await t.pool.query(`update auth.users set banned_until = '2100-01-01' where email = $1`, [
      email,
    ])
    expect(await exchange(code, VERIFIER)).toMatchObject({
      status: 403,
      body: { code: 'user_banned' },
    })
  })

  test('is void when the password is changed meanwhile', async () => {
    const { email, tokenHash } = await askWith(CHALLENGE, 's256')
    const code = await codeOf(tokenHash, 'magiclink')
    const owner = t.client()
    await owner.signInWithPassword({ email, password: PASSWORD })
    await owner.updateUser({ password: 'a quite different one' })
    expect((await exchange(code, VERIFIER)).body.code).toBe('flow_state_not_found')
  })

  test('is in no table, nor is a verifier that was sent in plain', async () => {
    const { tokenHash } = await askWith(VERIFIER, 'plain')
    const code = await codeOf(tokenHash, 'magiclink')
    const { rows } = await t.pool.query('select * from auth.flow_state')
    const stored = JSON.stringify(rows)
    expect(rows.length).toBeGreaterThan(0)
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(VERIFIER)
  })
})

test('the flow is that of the last mail: one without a challenge leaves none', async () => {
  const { email, tokenHash } = await askWith(CHALLENGE, 's256')
  t.pass(61)
  await t.client().signInWithOtp({ email })
  const { tokenHash: newer } = await lastMailTo(email)
  const query = new URLSearchParams({ token: tokenHash, type: 'magiclink' })
  const old = await t.ask('GET', `/verify?${query}`)
  expect(must(old.headers.get('location'))).toContain('error_code=otp_expired')
  const { rows } = await t.pool.query(
    `select 1 from auth.flow_state f join auth.users u on u.id = f.user_id where u.email = $1`,
    [email],
  )
  expect(rows).toHaveLength(0)
  expect((await t.client().verifyOtp({ token_hash: newer, type: 'email' })).error).toBeNull()
})
