import { createHash } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../database/database.ts'
import { ISSUER, must, openTestAuth, PASSWORD, type TestAuth } from './test-service.ts'

let t: TestAuth

beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool)
})
afterAll(() => t.close())

let people = 0
async function newcomer() {
  people += 1
  const email = `user-${people}@example.org`
  const client = t.client()
  const { data, error } = await client.signUp({ email, password: PASSWORD })
  if (error) throw error
  return { client, email, session: must(data.session), userId: must(data.user).id }
}

const refreshWith = (token: string) =>
  t.ask('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })

async function rotate(token: string): Promise<string> {
  const { status, body } = await refreshWith(token)
  expect(status).toBe(200)
  return String(body.refresh_token)
}

const isAlive = async (accessToken: string) => {
  const { payload } = await jwtVerify(accessToken, t.auth.keys, { currentDate: t.now() })
  return await t.auth.isSessionAlive({
    sessionId: String(payload.session_id),
    userId: String(payload.sub),
  })
}

describe('signing up and in', () => {
  test('a new user is signed in at once when addresses need no confirmation', async () => {
    const client = t.client()
    const { data, error } = await client.signUp({
      email: '  Arthur@Example.ORG ',
      password: PASSWORD,
      options: { data: { display_name: 'Arthur', sub: 'somebody else' } },
    })
    expect(error).toBeNull()
    const user = must(data.user)
    expect(user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email: 'arthur@example.org',
      phone: '',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {
        display_name: 'Arthur',
        sub: user.id,
        email: 'arthur@example.org',
        email_verified: true,
        phone_verified: false,
      },
    })
    expect(user.email_confirmed_at).toBe(user.confirmed_at)
    expect(must(user.identities)).toHaveLength(1)
    expect(must(user.identities)[0]).toMatchObject({ id: user.id, provider: 'email' })
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 900 })
  })

  test('the access token carries the claims of the protocol and lasts fifteen minutes', async () => {
    const { session, userId, email } = await newcomer()
    expect(decodeProtectedHeader(session.access_token)).toMatchObject({ alg: 'ES256', typ: 'JWT' })
    const { payload } = await jwtVerify(session.access_token, t.auth.keys, {
      algorithms: ['ES256'],
      issuer: ISSUER,
      audience: 'authenticated',
      currentDate: t.now(),
    })
    const issuedAt = t.now().getTime() / 1000
    expect(payload).toMatchObject({
      iss: ISSUER,
      sub: userId,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: issuedAt }],
      is_anonymous: false,
      iat: issuedAt,
      exp: issuedAt + 900,
    })
    expect(session.expires_at).toBe(issuedAt + 900)
    expect(payload.session_id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('signing in on another device works with the address in any case', async () => {
    const { email, userId } = await newcomer()
    const { data, error } = await t
      .client()
      .signInWithPassword({ email: email.toUpperCase(), password: PASSWORD })
    expect(error).toBeNull()
    expect(must(data.user).id).toBe(userId)
  })

  test('trap 35: a wrong password and an unknown address get one answer', async () => {
    const { email } = await newcomer()
    const wrong = await t.client().signInWithPassword({ email, password: 'not this one' })
    const unknown = await t
      .client()
      .signInWithPassword({ email: 'nobody@example.org', password: PASSWORD })
    expect(wrong.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
    expect({ ...unknown.error }).toEqual({ ...wrong.error })
  })

  test('without confirmation a taken address is refused and keeps its password', async () => {
    const { email } = await newcomer()
    const { error } = await t.client().signUp({ email, password: 'another good one' })
    expect(error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    })
    const { error: stillValid } = await t.client().signInWithPassword({ email, password: PASSWORD })
    expect(stillValid).toBeNull()
  })

  test('of several sign-ups of one address at once exactly one makes an account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        t.client().signUp({ email: 'eager@example.org', password: PASSWORD }),
      ),
    )
    expect(answers.filter(({ error }) => !error)).toHaveLength(1)
    expect(answers.filter(({ error }) => error?.code === 'user_already_exists')).toHaveLength(4)
    const { rows } = await t.pool.query('select 1 from auth.users where email = $1', [
      'eager@example.org',
    ])
    expect(rows).toHaveLength(1)
  })

  test('a banned user learns of it only with the right password, and the session has ended', async () => {
    const { email, session, userId } = await newcomer()
    await t.pool.query('update auth.users set banned_until = $2 where id = $1', [
      userId,
      new Date(t.now().getTime() + 3_600_000),
    ])
    const right = await t.client().signInWithPassword({ email, password: PASSWORD })
    const wrong = await t.client().signInWithPassword({ email, password: 'not this one' })
    expect(right.error).toMatchObject({
      status: 400,
      code: 'user_banned',
      message: 'User is banned',
    })
    expect(wrong.error?.code).toBe('invalid_credentials')
    expect(await isAlive(session.access_token)).toBe(false)
    expect((await refreshWith(session.refresh_token)).body).toMatchObject({ code: 'user_banned' })
    const user = await t.ask('GET', '/user', { bearer: session.access_token })
    expect(user).toMatchObject({ status: 403, body: { code: 'user_banned' } })
  })
})

describe('refreshing', () => {
  test('a refresh gives a new token for the same session', async () => {
    const { client, session, userId } = await newcomer()
    t.pass(30)
    const { data, error } = await client.refreshSession({ refresh_token: session.refresh_token })
    expect(error).toBeNull()
    const renewed = must(data.session)
    expect(renewed.refresh_token).not.toBe(session.refresh_token)
    expect(renewed.user.id).toBe(userId)
    const sessionIdOf = async (token: string) =>
      (await jwtVerify(token, t.auth.keys, { currentDate: t.now() })).payload.session_id
    expect(await sessionIdOf(renewed.access_token)).toBe(await sessionIdOf(session.access_token))
  })

  test('who lost the answer gets the current token again, however late', async () => {
    const { session } = await newcomer()
    const current = await rotate(session.refresh_token)
    t.pass(3_600)
    expect(await rotate(session.refresh_token)).toBe(current)
    const next = await rotate(current)
    expect(next).not.toBe(current)
  })

  test('within ten seconds of a refresh an older token gets the current one', async () => {
    const { session } = await newcomer()
    const second = await rotate(session.refresh_token)
    const third = await rotate(second)
    t.pass(9)
    expect(await rotate(session.refresh_token)).toBe(third)
  })

  test('an older token beyond that ends the session for everybody', async () => {
    const { session } = await newcomer()
    const second = await rotate(session.refresh_token)
    const third = await rotate(second)
    t.pass(10)
    const stolen = await refreshWith(session.refresh_token)
    expect(stolen).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
    })
    expect(await isAlive(session.access_token)).toBe(false)
    expect((await refreshWith(third)).body).toMatchObject({ code: 'refresh_token_not_found' })
    const { rows } = await t.pool.query(
      `select 1 from auth.audit_log_entries where action = 'token_revoked' and user_id = $1`,
      [session.user.id],
    )
    expect(rows).toHaveLength(1)
  })

  test('twenty refreshes at once with one token leave one session and one usable chain', async () => {
    const { session } = await newcomer()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refreshWith(session.refresh_token)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const tokens = new Set(answers.map(({ body }) => String(body.refresh_token)))
    expect(tokens.size).toBe(1)
    const { rows } = await t.pool.query(
      'select refresh_token_counter::int as counter from auth.sessions where user_id = $1',
      [session.user.id],
    )
    expect(rows).toEqual([{ counter: 1 }])
    t.pass(60)
    const [current] = tokens
    await rotate(await rotate(must(current)))
  })

  test('what was never issued is refused', async () => {
    const { session } = await newcomer()
    const { session: other } = await newcomer()
    expect(await refreshWith('')).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: 'refresh_token required' },
    })
    expect(await refreshWith('nonsense')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'Refresh token is not valid' },
    })
    // A valid signature of one session under another session's id.
    const forged = forge(session.refresh_token, other.refresh_token)
    expect(await refreshWith(forged)).toMatchObject({
      status: 400,
      body: {
        code: 'refresh_token_not_found',
        message: 'Invalid Refresh Token: Refresh Token Not Found',
      },
    })
    expect(await isAlive(session.access_token)).toBe(true)
  })

  test('nothing in the database is a token', async () => {
    const { session } = await newcomer()
    const { rows } = await t.pool.query('select * from auth.sessions where user_id = $1', [
      session.user.id,
    ])
    const signature = Buffer.from(session.refresh_token, 'base64url').subarray(-20, -4)
    const stored: Buffer = rows[0].refresh_token_hmac_key
    expect(stored.includes(signature)).toBe(false)
    expect(JSON.stringify(rows)).not.toContain(session.refresh_token)
  })
})

describe('signing out', () => {
  test('ends every device by default, and access tokens with it', async () => {
    const { client, email, session } = await newcomer()
    const phone = must(
      (await t.client().signInWithPassword({ email, password: PASSWORD })).data.session,
    )
    expect((await client.signOut()).error).toBeNull()
    expect((await refreshWith(session.refresh_token)).body.code).toBe('refresh_token_not_found')
    expect((await refreshWith(phone.refresh_token)).body.code).toBe('refresh_token_not_found')
    expect(await isAlive(session.access_token)).toBe(false)
    expect(await t.ask('GET', '/user', { bearer: session.access_token })).toMatchObject({
      status: 403,
      body: {
        code: 'session_not_found',
        message: 'Session from session_id claim in JWT does not exist',
      },
    })
  })

  test('ends this device or the others when asked to', async () => {
    const { client, email, session } = await newcomer()
    const phone = must(
      (await t.client().signInWithPassword({ email, password: PASSWORD })).data.session,
    )
    const tablet = must(
      (await t.client().signInWithPassword({ email, password: PASSWORD })).data.session,
    )
    expect(
      (await t.ask('POST', '/logout?scope=local', { bearer: tablet.access_token })).status,
    ).toBe(204)
    expect(await isAlive(phone.access_token)).toBe(true)
    expect((await client.signOut({ scope: 'others' })).error).toBeNull()
    expect(await isAlive(tablet.access_token)).toBe(false)
    expect(await isAlive(phone.access_token)).toBe(false)
    expect(await isAlive(session.access_token)).toBe(true)
    const odd = await t.ask('POST', '/logout?scope=constructor', { bearer: session.access_token })
    expect(odd).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  test('works from a server with the user’s token', async () => {
    const { email, session } = await newcomer()
    const phone = must(
      (await t.client().signInWithPassword({ email, password: PASSWORD })).data.session,
    )
    const admin = await t.admin()
    expect((await admin.signOut(session.access_token, 'others')).error).toBeNull()
    expect(await isAlive(phone.access_token)).toBe(false)
    expect((await admin.signOut(session.access_token)).error).toBeNull()
    expect(await isAlive(session.access_token)).toBe(false)
    const again = await admin.signOut(session.access_token)
    expect(again.error?.name).toBe('AuthSessionMissingError')
  })

  test('a session is not alive for another user, nor for ids that are none', async () => {
    const { session, userId } = await newcomer()
    const { userId: other } = await newcomer()
    const { payload } = await jwtVerify(session.access_token, t.auth.keys, { currentDate: t.now() })
    const sessionId = String(payload.session_id)
    expect(await t.auth.isSessionAlive({ sessionId, userId })).toBe(true)
    expect(await t.auth.isSessionAlive({ sessionId, userId: other })).toBe(false)
    expect(await t.auth.isSessionAlive({ sessionId: `' or true --`, userId })).toBe(false)
  })

  test('of sessions that are checked at once, those of their own users are alive', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => {
        const { session, userId } = await newcomer()
        const { payload } = await jwtVerify(session.access_token, t.auth.keys, {
          currentDate: t.now(),
        })
        return { sessionId: String(payload.session_id), userId }
      }),
    )
    const pairs = ids.flatMap(({ sessionId }) => ids.map(({ userId }) => ({ sessionId, userId })))
    const areAlive = await Promise.all(pairs.map((pair) => t.auth.isSessionAlive(pair)))
    const expected = [true, false, false, false, true, false, false, false, true]
    expect(areAlive).toEqual(expected)
  })
})

function forge(token: string, other: string): string {
  const bytes = Buffer.from(token, 'base64url')
  Buffer.from(other, 'base64url').copy(bytes, 1, 1, 17)
  const signed = bytes.subarray(0, -4)
  const checksum = createHash('sha256').update(signed).digest().subarray(0, 4)
  return Buffer.concat([signed, checksum]).toString('base64url')
}
