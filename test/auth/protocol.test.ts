import { randomUUID } from 'node:crypto'
import { createLocalJWKSet, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeSigningKeys, readSigningKeys } from '../../auth/tokens/keys.ts'
import { openTestDatabase } from '../database/database.ts'
import { ISSUER, must, openTestAuth, PASSWORD, type TestAuth } from './test-service.ts'

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

let t: TestAuth
let bearer = ''

beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool)
  const { data } = await t.client().signUp({ email: 'member@example.org', password: PASSWORD })
  bearer = must(data.session).access_token
})
afterAll(() => t.close())

describe('the form of an error', () => {
  test('with the version header: code and message, and the header comes back', async () => {
    const { status, headers, body } = await t.ask('GET', '/user')
    expect(status).toBe(401)
    expect(body).toEqual({
      code: 'no_authorization',
      message: 'This endpoint requires a valid Bearer token',
    })
    expect(headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(headers.get('x-sb-error-code')).toBe('no_authorization')
  })

  test.each(['', 'yesterday', '2023-12-31'])(
    'with the version header %j: the older form',
    async (version) => {
      const { headers, body } = await t.ask('GET', '/user', {
        headers: { 'x-supabase-api-version': version },
      })
      expect(body).toEqual({
        code: 401,
        error_code: 'no_authorization',
        msg: 'This endpoint requires a valid Bearer token',
      })
      expect(headers.get('x-supabase-api-version')).toBeNull()
    },
  )

  test('a body that is no JSON, not the right shape or too long', async () => {
    const signUp = (body: unknown) => t.ask('POST', '/signup', { body })
    expect(await signUp('{"email":')).toMatchObject({ status: 400, body: { code: 'bad_json' } })
    expect(await signUp({ email: 5, password: PASSWORD })).toMatchObject({
      status: 400,
      body: {
        code: 'bad_json',
        message: expect.stringMatching(/^Could not parse request body as JSON: email/),
      },
    })
    expect(await signUp('[]')).toMatchObject({ status: 400, body: { code: 'bad_json' } })
    expect(await signUp({ email: 'x'.repeat(1_100_000) })).toMatchObject({
      status: 413,
      body: { code: 'request_entity_too_large' },
    })
  })

  test('an address that is none is refused like all else, and kept by nobody', async () => {
    const { status, headers, body } = await t.ask('DELETE', '/factors/%')
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('text that no database can hold is the caller’s error', async () => {
    const signUp = (data: unknown) =>
      t.ask('POST', '/signup', {
        body: { email: `${randomUUID()}@example.org`, password: PASSWORD, data },
      })
    expect((await signUp({ name: 'a\0b' })).status).toBe(400)
    expect((await signUp({ name: '\ud800' })).status).toBe(400)
    expect((await signUp({ ['__proto__']: { admin: true } })).status).toBe(200)
  })

  test.each([
    ['GET', '/nowhere'],
    ['DELETE', '/user'],
    ['GET', '/%zz'],
  ])('%s %s is a JSON answer and no 5xx', async (method, path) => {
    const { status, body } = await t.ask(method, path)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body.code).toEqual(expect.any(String))
  })
})

describe('bearer tokens', () => {
  const own = async () => {
    const { payload } = await jwtVerify(bearer, t.auth.keys, { currentDate: t.now() })
    return payload
  }

  test('a token of another key, an unsigned, an expired and a foreign one are refused', async () => {
    const claims = await own()
    const stranger = await readSigningKeys(await makeSigningKeys())
    const foreign = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: stranger.kid })
      .sign(stranger.privateKey)
    const unsigned = new UnsecuredJWT(claims).setIssuer(ISSUER).encode()
    for (const token of ['x', foreign, unsigned]) {
      const { status, body } = await t.ask('GET', '/user', { bearer: token })
      expect(status).toBe(403)
      expect(body.code).toBe('bad_jwt')
      expect(body.message).toMatch(/^invalid JWT: unable to parse or verify signature, /)
    }
    t.pass(901)
    const late = await t.ask('GET', '/user', { bearer })
    expect(late).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
    t.pass(-901)
    expect((await t.ask('GET', '/user', { bearer })).status).toBe(200)
  })

  test('a deleted user and an ended session have different errors', async () => {
    const { data } = await t.client().signUp({ email: 'leaver@example.org', password: PASSWORD })
    const session = must(data.session)
    await t.pool.query('delete from auth.users where id = $1', [session.user.id])
    expect(await t.ask('GET', '/user', { bearer: session.access_token })).toMatchObject({
      status: 403,
      body: { code: 'user_not_found', message: 'User from sub claim in JWT does not exist' },
    })
  })
})

describe('what is not offered here, or not by this name, is no failure', () => {
  test.each([
    [
      'POST',
      '/token?grant_type=id_token',
      { provider: 'google', id_token: 'x' },
      400,
      'provider_disabled',
    ],
    ['POST', '/token', {}, 400, 'invalid_credentials'],
    ['HEAD', '/verify?token=x&type=signup', undefined, 404, undefined],
    ['POST', '/factors', { factor_type: 'toString' }, 400, 'validation_failed'],
    ['POST', '/verify', { type: 'constructor', token_hash: 'x' }, 403, 'otp_expired'],
    ['POST', '/verify', { type: 'invite', token_hash: 'x' }, 403, 'otp_expired'],
    ['POST', '/resend', { type: 'sms', phone: '447700900123' }, 200, undefined],
  ])('%s %s %j: %i %s', async (method, path, body, status, code) => {
    const answer = await t.ask(method, path, { bearer, ...(body && { body }) })
    expect(answer.status).toBe(status)
    expect(answer.body.code).toBe(code)
  })

  test('an id token is refused in the words of OAuth', async () => {
    const { status, body } = await t.ask('POST', '/token?grant_type=id_token', {
      body: { provider: 'google' },
    })
    expect(status).toBe(400)
    expect(body).toEqual({ error: 'invalid request', error_description: 'id_token required' })
  })

  test('the official client understands it', async () => {
    const client = t.client()
    const otp = await client.signInWithOtp({ phone: '447700900123' })
    expect(otp.error?.code).toBe('phone_provider_disabled')
    await client.signInWithPassword({ email: 'member@example.org', password: PASSWORD })
    const factor = await client.mfa.enroll({ factorType: 'phone', phone: '07700900123' })
    expect(factor.error?.code).toBe('mfa_phone_enroll_not_enabled')
  })
})

describe('what the service says of itself', () => {
  test('settings, health and public keys', async () => {
    const settings = await t.ask('GET', '/settings')
    expect(settings.body).toMatchObject({
      external: { email: true, phone: false, google: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: true,
      saml_enabled: false,
    })
    expect((await t.ask('GET', '/health')).body).toMatchObject({ version: expect.any(String) })

    const { body, headers } = await t.ask('GET', '/.well-known/jwks.json')
    expect(headers.get('cache-control')).toBe('public, max-age=600')
    const keys = createLocalJWKSet(KeySet.parse(body))
    const { payload } = await jwtVerify(bearer, keys, { currentDate: t.now() })
    expect(payload.email).toBe('member@example.org')
    expect(JSON.stringify(body)).not.toContain('"d"')
  })
})

test('an old and a new signing key: the first signs, both are accepted', async () => {
  const [old, fresh] = [await makeSigningKeys(), await makeSigningKeys()]
  const { kid, published } = await readSigningKeys({ keys: [...fresh.keys, ...old.keys] })
  expect(kid).toBe(fresh.keys[0]?.kid)
  expect(published.keys.map((key) => key.kid)).toEqual([fresh.keys[0]?.kid, old.keys[0]?.kid])
  await expect(readSigningKeys({ keys: published.keys })).rejects.toThrow('sign')
})

test('every event of a life with the service is written down', async () => {
  const client = t.client()
  const email = 'watched@example.org'
  const { data } = await client.signUp({ email, password: PASSWORD })
  await client.signInWithPassword({ email, password: 'not this one' })
  await client.refreshSession()
  await client.updateUser({ password: 'a quite different one', data: { display_name: 'W' } })
  await client.signOut()
  const { rows } = await t.pool.query(
    'select action, ip_address from auth.audit_log_entries where user_id = $1 order by created_at, action',
    [must(data.user).id],
  )
  expect(rows.map(({ action }) => action).sort()).toEqual([
    'login',
    'login_failed',
    'logout',
    'token_refreshed',
    'user_modified',
    'user_signedup',
    'user_updated_password',
  ])
  expect(new Set(rows.map(({ ip_address }) => ip_address))).toEqual(new Set(['192.0.2.1']))
})
