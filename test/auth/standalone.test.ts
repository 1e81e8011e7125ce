import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { GoTrueAdminApi, GoTrueClient } from '@supabase/auth-js'
import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeSigningKeys, readSigningKeys } from '../../auth/tokens/keys.ts'
import { type Mailbox, startMailbox } from '../../standins/mailbox.ts'
import { createEmptyDatabase } from '../database/database.ts'
import { type Alone, startAlone } from './standalone-service.ts'
import { must, PASSWORD } from './test-service.ts'

// `npm run auth` as a separate process.
const SITE = 'https://site.example'
let signingKeys: { keys: JWK[] }
let databaseUrl: string
let settings: Record<string, string>
let running: Alone[] = []

beforeAll(async () => {
  signingKeys = await makeSigningKeys()
  databaseUrl = await createEmptyDatabase()
  settings = {
    DATABASE_URL: databaseUrl,
    GOTRUE_SITE_URL: SITE,
    GOTRUE_JWT_KEYS: JSON.stringify(signingKeys.keys),
    GOTRUE_MAILER_AUTOCONFIRM: 'true',
  }
})
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()))
  running = []
})

async function start(more: Record<string, string> = {}): Promise<Alone> {
  const one = await startAlone({ ...settings, ...more })
  running.push(one)
  return one
}

const clientOf = ({ url }: Alone) =>
  new GoTrueClient({
    url,
    storageKey: randomBytes(8).toString('hex'),
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  })

async function adminOf({ url }: Alone): Promise<GoTrueAdminApi> {
  const { kid, privateKey } = await readSigningKeys(signingKeys)
  const key = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(privateKey)
  return new GoTrueAdminApi({ url, headers: { authorization: `Bearer ${key}` } })
}

let people = 0
const newAddress = () => `user-${++people}@example.org`

describe('the service alone', () => {
  test('serves the official client: up, in, renewed, changed, read by its keys, out', async () => {
    const alone = await start({ GOTRUE_JWT_EXP: '600' })
    const client = clientOf(alone)
    const email = newAddress()
    const { data, error } = await client.signUp({ email, password: PASSWORD })
    expect(error).toBeNull()
    expect(data.session?.expires_in).toBe(600)
    expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    const renewed = await client.refreshSession()
    expect(renewed.error).toBeNull()
    const claims = must((await client.getClaims()).data).claims
    expect(claims).toMatchObject({ email, iss: alone.url, role: 'authenticated' })
    const changed = await client.updateUser({ data: { display_name: 'Ada' } })
    expect(changed.data.user?.user_metadata.display_name).toBe('Ada')
    expect((await client.signOut()).error).toBeNull()
    const gone = await client.getUser(renewed.data.session?.access_token)
    expect(gone.error?.name).toBe('AuthSessionMissingError')
  })

  test('is administered with a key that its own keys have signed', async () => {
    const admin = await adminOf(await start())
    const email = newAddress()
    const { data } = await admin.createUser({ email, email_confirm: true })
    expect(data.user?.email).toBe(email)
    const { data: all } = await admin.listUsers({ page: 1, perPage: 1 })
    expect(all.users.map((user) => user.email)).toEqual([email])
  })

  test('mails by its mail server, and its links lead to the site', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'auth-alone-'))
    const mailbox: Mailbox = await startMailbox({ smtpPort: 0, httpPort: 0, folder })
    const alone = await start({
      GOTRUE_MAILER_AUTOCONFIRM: 'false',
      GOTRUE_SMTP_HOST: '127.0.0.1',
      GOTRUE_SMTP_PORT: new URL(mailbox.smtpUrl).port,
      GOTRUE_SMTP_ADMIN_EMAIL: 'auth@site.example',
      GOTRUE_SMTP_SENDER_NAME: 'The Weir',
    })
    const client = clientOf(alone)
    const email = newAddress()
    const { data } = await client.signUp({ email, password: PASSWORD })
    expect(data.session).toBeNull()
    const mail = await firstMailTo(mailbox, email)
    expect(mail).toContain(`${SITE}/?token_hash=`)
    const token_hash = must(/token_hash=([\w-]+)/.exec(mail)?.[1])
    const opened = await client.verifyOtp({ token_hash, type: 'signup' })
    expect(opened.data.user?.email).toBe(email)
    await mailbox.stop()
    await rm(folder, { recursive: true })
  })

  test('signs in by the implicit flow, by a fixed code of a number, and as nobody', async () => {
    const alone = await start({
      GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
      GOTRUE_SMS_TEST_OTP: '447700900123=123456',
      GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    })
    const phone = '+447700900123'
    const client = clientOf(alone)
    expect((await client.signInWithOtp({ phone })).error).toBeNull()
    const signIn = async () =>
      (await client.verifyOtp({ phone, token: '123456', type: 'sms' })).data.user?.phone
    // The code is created after the response; polling faster would use up the attempts.
    await expect.poll(signIn, { interval: 1_000, timeout: 9_000 }).toBe('447700900123')
    expect((await clientOf(alone).signInAnonymously()).data.user?.is_anonymous).toBe(true)

    const email = newAddress()
    const admin = await adminOf(alone)
    await admin.createUser({ email, email_confirm: true })
    const { data } = await admin.generateLink({ type: 'magiclink', email })
    const followed = await fetch(must(data.properties).action_link, { redirect: 'manual' })
    const landed = new URL(must(followed.headers.get('location')))
    expect([followed.status, landed.origin]).toEqual([303, SITE])
    const { access_token } = Object.fromEntries(new URLSearchParams(landed.hash.slice(1)))
    expect((await client.getUser(access_token)).data.user?.email).toBe(email)
  })

  test('takes no addresses when e-mail is switched off', async () => {
    const client = clientOf(await start({ GOTRUE_EXTERNAL_EMAIL_ENABLED: 'false' }))
    const who = { email: newAddress(), password: PASSWORD }
    expect((await client.signUp(who)).error).toMatchObject({
      status: 400,
      code: 'email_provider_disabled',
    })
    expect((await client.signInWithPassword(who)).error).toMatchObject({
      status: 422,
      code: 'email_provider_disabled',
    })
    expect((await client.signInWithOtp({ email: who.email })).error?.code).toBe(
      'email_provider_disabled',
    )
  })

  test('answers scripts of other origins, and nothing outside /auth/v1', async () => {
    const { url } = await start()
    const asked = await fetch(`${url}/token?grant_type=password`, { method: 'OPTIONS' })
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(asked.headers.get('access-control-allow-headers')).toContain('X-Supabase-Api-Version')
    const health = await fetch(`${url}/health`)
    expect(health.status).toBe(200)
    expect(health.headers.get('access-control-expose-headers')).toContain('X-Total-Count')
    for (const path of ['/', '/health', '/auth/v1x/health', '/auth/v2/health'])
      expect((await fetch(new URL(path, url))).status).toBe(404)
  })

  test('limits the calls of each address, told by the last proxy alone', async () => {
    const alone = await start({
      GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '3',
      GOTRUE_RATE_LIMIT_HEADER: 'X-Forwarded-For',
    })
    const ask = async (forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded, 'content-type': 'application/json' }
      const body = JSON.stringify({ refresh_token: 'x' })
      const init = { method: 'POST', headers, body }
      return (await fetch(`${alone.url}/token?grant_type=refresh_token`, init)).status
    }
    const own = ['198.51.100.1', '203.0.113.5, 198.51.100.1', '203.0.113.6, 198.51.100.1']
    for (const forwarded of own) expect(await ask(forwarded)).toBe(400)
    expect(await ask('203.0.113.7, 198.51.100.1')).toBe(429)
    expect(await ask('198.51.100.2')).toBe(400)
  })
})

describe('sign-ups', () => {
  const signUps = async (alone: Alone, count: number) => {
    const statuses: number[] = []
    for (let n = 0; n < count; n++) {
      const body = JSON.stringify({ email: newAddress(), password: PASSWORD })
      const headers = { 'content-type': 'application/json' }
      statuses.push((await fetch(`${alone.url}/signup`, { method: 'POST', headers, body })).status)
    }
    return statuses
  }

  test('of one address are limited by GOTRUE_RATE_LIMIT_OTP, thirty in five minutes without it', async () => {
    const alone = await start({ DATABASE_URL: await createEmptyDatabase() })
    const statuses = await signUps(alone, 31)
    expect(statuses).toEqual([...Array(30).fill(200), 429])
    expect(
      (await clientOf(alone).signUp({ email: newAddress(), password: PASSWORD })).error,
    ).toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    })
  })

  test.each(['/%73ignup', '/sign%75p', '/x/%2e%2e/signup', '/%2E/signup'])(
    'by another way of writing the path are refused, counted or not: %s',
    async (path) => {
      const { url } = await start()
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
      // Not by fetch, which would write dots in the plain way.
      const answer = await requestRaw(new URL(url), `/auth/v1${path}`, init)
      expect(answer).toEqual([400, expect.objectContaining({ error_code: 'validation_failed' })])
    },
  )

  test.each(['/signup/', '//signup', '/SIGNUP', '/signup;x=1', '/sign%2Fup', '/signup%00'])(
    'are made at one path only: %s is not there',
    async (path) => {
      const { url } = await start()
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
      expect((await requestRaw(new URL(url), `/auth/v1${path}`, init))[0]).toBe(404)
    },
  )

  test('may be more than an embedding site allows', async () => {
    const DATABASE_URL = await createEmptyDatabase()
    const alone = await start({ DATABASE_URL, GOTRUE_RATE_LIMIT_OTP: '130' })
    expect(new Set(await signUps(alone, 125))).toEqual(new Set([200]))
  })

  test('without address and number have a limit of their own', async () => {
    const alone = await start({
      DATABASE_URL: await createEmptyDatabase(),
      GOTRUE_RATE_LIMIT_OTP: '1',
      GOTRUE_RATE_LIMIT_ANONYMOUS_USERS: '3',
      GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    })
    const statuses: unknown[] = []
    for (let n = 0; n < 4; n++)
      statuses.push((await clientOf(alone).signInAnonymously()).error?.status)
    expect(statuses).toEqual([undefined, undefined, undefined, 429])
    expect(await signUps(alone, 2)).toEqual([200, 429])
  })
})

describe('by phone without a hook', () => {
  test('numbers that need no code sign up and in', async () => {
    const alone = await start({
      GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
      GOTRUE_SMS_AUTOCONFIRM: 'true',
    })
    const who = { phone: '+447700900321', password: PASSWORD }
    expect((await clientOf(alone).signUp(who)).data.session?.user.phone).toBe('447700900321')
    expect((await clientOf(alone).signInWithPassword(who)).error).toBeNull()
  })
})

test('a phone is a second factor where that is switched on', async () => {
  const alone = await start({
    GOTRUE_MFA_PHONE_ENROLL_ENABLED: 'true',
    GOTRUE_MFA_PHONE_VERIFY_ENABLED: 'true',
    GOTRUE_SMS_TEST_OTP: '447700900123=123456',
  })
  const client = clientOf(alone)
  await client.signUp({ email: newAddress(), password: PASSWORD })
  const enrolled = await client.mfa.enroll({ factorType: 'phone', phone: '+447700900123' })
  const factorId = must(enrolled.data).id
  const { data } = await client.mfa.challenge({ factorId, channel: 'sms' })
  const answer = { factorId, challengeId: must(data).id, code: '123456' }
  expect((await client.mfa.verify(answer)).error).toBeNull()
  const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel()
  expect(level?.currentLevel).toBe('aal2')
})

describe('its signing keys', () => {
  test('may be RS256 beside ES256: both are published and accepted, the first signs', async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    const rsa = { ...(await exportJWK(privateKey)), kid: 'rsa', alg: 'RS256', use: 'sig' }
    const database = { DATABASE_URL: await createEmptyDatabase() }
    const first = await start(database)
    const before = clientOf(first)
    const who = { email: newAddress(), password: PASSWORD }
    await before.signUp(who)
    const old = must((await before.getSession()).data.session).access_token
    const GOTRUE_JWT_KEYS = JSON.stringify([rsa, ...signingKeys.keys])
    const GOTRUE_JWT_ISSUER = first.url
    const alone = await start({ ...database, GOTRUE_JWT_KEYS, GOTRUE_JWT_ISSUER })

    const published = await (await fetch(`${alone.url}/.well-known/jwks.json`)).json()
    const { n, e, kid } = rsa
    expect(published.keys).toEqual([
      { kty: 'RSA', n, e, kid, alg: 'RS256', use: 'sig', key_ops: ['verify'] },
      expect.objectContaining({ kty: 'EC', alg: 'ES256', kid: signingKeys.keys[0]?.kid }),
    ])
    const client = clientOf(alone)
    const { data } = await client.signInWithPassword(who)
    const token = must(data.session).access_token
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', kid: 'rsa', typ: 'JWT' })
    expect(must((await client.getClaims()).data).claims.email).toBe(who.email)
    const options = { issuer: first.url, algorithms: ['ES256', 'RS256'] }
    const keys = createRemoteJWKSet(new URL(`${alone.url}/.well-known/jwks.json`))
    for (const one of [token, old]) {
      expect((await jwtVerify(one, keys, options)).payload.email).toBe(who.email)
      expect((await client.getUser(one)).data.user?.email).toBe(who.email)
    }
    const wrong = await new SignJWT({ ...decodeJwt(token) })
      .setProtectedHeader({ alg: 'PS256', kid: 'rsa' })
      .sign(await importJWK({ ...rsa, alg: 'PS256' }, 'PS256'))
    expect((await client.getUser(wrong)).error?.code).toBe('bad_jwt')
  })
})

describe('its secret', () => {
  const signedIn = async (alone: Alone) => {
    const { data } = await clientOf(alone).signUp({ email: newAddress(), password: PASSWORD })
    return must(data.session).refresh_token
  }
  const refresh = (alone: Alone, refresh_token: string) =>
    clientOf(alone).refreshSession({ refresh_token })

  test('outlives a change of the signing key that overlaps', async () => {
    const [old, next] = [signingKeys, await makeSigningKeys()]
    const token = await signedIn(await start())
    const both = JSON.stringify({ keys: [...next.keys, ...old.keys] })
    const renewed = await refresh(await start({ GOTRUE_JWT_KEYS: both }), token)
    expect(renewed.error).toBeNull()
    const later = await start({ GOTRUE_JWT_KEYS: JSON.stringify(next) })
    expect((await refresh(later, must(renewed.data.session).refresh_token)).error).toBeNull()
  })

  test('is opened by no key that it was never sealed under', async () => {
    await start()
    const stranger = JSON.stringify(await makeSigningKeys())
    await expect(start({ GOTRUE_JWT_KEYS: stranger })).rejects.toThrow('give the former key')
  })

  test('may be given instead', async () => {
    const GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY = randomBytes(32).toString('base64url')
    const DATABASE_URL = await createEmptyDatabase()
    const own = { DATABASE_URL, GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY }
    const token = await signedIn(await start(own))
    expect((await refresh(await start(own), token)).error).toBeNull()
  })
})

async function firstMailTo({ url }: Mailbox, to: string): Promise<string> {
  const address = `${url}/messages.json?to=${encodeURIComponent(to)}`
  return await expect
    .poll(async () => JSON.stringify(await (await fetch(address)).json()), { timeout: 10_000 })
    .not.toBe('[]')
    .then(async () => JSON.stringify(await (await fetch(address)).json()))
}

/** The status and body of a request whose path is sent as it is. */
async function requestRaw(
  { hostname, port }: URL,
  path: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: string },
): Promise<[number | undefined, unknown]> {
  const sent = request({ hostname, port, path, method, headers }).end(body)
  const [answer] = await once(sent, 'response')
  return [answer.statusCode, await json(answer)]
}
