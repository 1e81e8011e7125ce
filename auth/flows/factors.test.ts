import type { GoTrueClient } from '@supabase/auth-js'
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must, openTestAuth, PASSWORD, type TestAuth } from '../../test/auth/test-service.ts'
import { openTestDatabase } from '../../test/database/database.ts'

// Second factors with the unmodified official client (auth-protocol 2.8).

let t: TestAuth
beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool)
})
afterAll(() => t.close())

let people = 0
async function newcomer() {
  people += 1
  const email = `factor-${people}@example.org`
  const client = t.client()
  const { data, error } = await client.signUp({ email, password: PASSWORD })
  if (error) throw error
  return { client, email, bearer: must(data.session).access_token }
}

type App = { id: string; secret: string }

async function enrol(client: GoTrueClient, friendlyName = 'Phone'): Promise<App> {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { id: data.id, secret: data.totp.secret }
}

/** The app's code `late` steps of 30 seconds from now. */
function codeOf({ secret }: App, late = 0): string {
  const timestamp = t.now().getTime() + late * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

async function wrongCode(app: App): Promise<string> {
  const taken = [-1, 0, 1].map((late) => codeOf(app, late))
  return ['000000', '111111', '222222', '333333'].find((code) => !taken.includes(code)) ?? ''
}

async function withApp() {
  const user = await newcomer()
  const app = await enrol(user.client)
  const { error } = await user.client.mfa.challengeAndVerify({
    factorId: app.id,
    code: codeOf(app),
  })
  if (error) throw error
  t.pass(30)
  return { ...user, app }
}

async function signIn(email: string, address?: string) {
  const client = t.client(address)
  const { data, error } = await client.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { client, session: must(data.session) }
}

describe('an authenticator app', () => {
  test('is enrolled with a drawing, a secret and an address, and raises the session', async () => {
    const { client, email } = await newcomer()
    const events: string[] = []
    client.onAuthStateChange((event) => {
      events.push(event)
    })
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    const { id, totp } = must(data)
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    const address = new URL(totp.uri)
    expect(decodeURIComponent(address.pathname)).toContain(email)
    expect(address.searchParams.get('secret')).toBe(totp.secret)

    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
    const { error } = await client.mfa.challengeAndVerify({
      factorId: id,
      code: codeOf({ id, secret: totp.secret }),
    })
    expect(error).toBeNull()
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel()
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect(level?.currentAuthenticationMethods?.map((one) => Object(one).method)).toEqual(
      expect.arrayContaining(['totp', 'password']),
    )
    expect((await client.mfa.listFactors()).data?.totp).toMatchObject([
      { id, friendly_name: 'Phone', status: 'verified' },
    ])
  })

  test('is required at the next sign-in, and the raised session stays raised', async () => {
    const { app, email } = await withApp()
    const { client } = await signIn(email)
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    await client.mfa.challengeAndVerify({ factorId: app.id, code: codeOf(app) })
    await client.refreshSession()
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
  })

  test('leaves the refresh token of before worth nothing', async () => {
    const { app, email } = await withApp()
    const { client, session } = await signIn(email)
    await client.mfa.challengeAndVerify({ factorId: app.id, code: codeOf(app) })
    const old = { refresh_token: session.refresh_token }
    const { status, body } = await t.ask('POST', '/token?grant_type=refresh_token', { body: old })
    expect([status, body.code]).toEqual([400, 'refresh_token_already_used'])
  })

  test('ends the sessions that have not shown it', async () => {
    const { app, email } = await withApp()
    const other = await signIn(email)
    const { client } = await signIn(email)
    await client.mfa.challengeAndVerify({ factorId: app.id, code: codeOf(app) })
    const { body } = await t.ask('GET', '/user', { bearer: other.session.access_token })
    expect(body.code).toBe('session_not_found')
  })

  test('is no secret in a copy of the database', async () => {
    const { app } = await withApp()
    const { rows } = await t.pool.query('select secret from auth.mfa_factors where id = $1', [
      app.id,
    ])
    const plain = Buffer.from(Secret.fromBase32(app.secret).bytes)
    expect(rows[0].secret.includes(plain)).toBe(false)
  })
})

describe('a code', () => {
  test('counts half a minute early or late, and no longer', async () => {
    for (const [late, isRight] of [
      [-2, false],
      [-1, true],
      [1, true],
      [2, false],
    ] as const) {
      const { client } = await newcomer()
      const app = await enrol(client)
      const { error } = await client.mfa.challengeAndVerify({
        factorId: app.id,
        code: codeOf(app, late),
      })
      expect(error?.code ?? 'right').toBe(isRight ? 'right' : 'mfa_verification_failed')
    }
  })

  test('opens once, also when it is sent twice at the same moment', async () => {
    const { app, email } = await withApp()
    const code = codeOf(app)
    const thieves = await Promise.all(Array.from({ length: 4 }, () => signIn(email)))
    const answers = await Promise.all(
      thieves.map(({ client }) => client.mfa.challengeAndVerify({ factorId: app.id, code })),
    )
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    const again = await signIn(email)
    const { error } = await again.client.mfa.challengeAndVerify({ factorId: app.id, code })
    expect(error?.code).toBe('mfa_verification_failed')
  })

  test('cannot be guessed: after five wrong ones none is taken, from whatever address', async () => {
    const { app, email } = await withApp()
    const wrong = await wrongCode(app)
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const { client } = await signIn(email, `198.51.100.${n}`)
        return await client.mfa.challengeAndVerify({ factorId: app.id, code: wrong })
      }),
    )
    const codes = answers.map(({ error }) => error?.code)
    expect(codes.filter((code) => code === 'mfa_verification_failed')).toHaveLength(5)
    expect(codes.filter((code) => code === 'over_request_rate_limit')).toHaveLength(15)

    const owner = await signIn(email)
    const right = () => owner.client.mfa.challengeAndVerify({ factorId: app.id, code: codeOf(app) })
    expect((await right()).error?.code).toBe('over_request_rate_limit')
    t.pass(31)
    expect((await right()).error).toBeNull()
  })
})

describe('a challenge', () => {
  test('is of its factor, its address and five minutes', async () => {
    const { app, email } = await withApp()
    const { client, session } = await signIn(email)
    const { data } = await client.mfa.challenge({ factorId: app.id })
    const body = { challenge_id: must(data).id, code: codeOf(app) }
    const verify = (given: object, address?: string) =>
      t.ask('POST', `/factors/${app.id}/verify`, {
        body: { ...body, ...given },
        bearer: session.access_token,
        ...(address && { address }),
      })
    const codes = [
      await verify({ challenge_id: crypto.randomUUID() }),
      await verify({ challenge_id: 'none' }),
      await verify({}, '203.0.113.9'),
      await verify({ code: '' }),
    ].map((answer) => [answer.status, answer.body.code])
    expect(codes).toEqual([
      [422, 'mfa_factor_not_found'],
      [422, 'mfa_factor_not_found'],
      [422, 'mfa_ip_address_mismatch'],
      [400, 'validation_failed'],
    ])
    t.pass(300)
    expect((await verify({ code: codeOf(app) })).body.code).toBe('mfa_challenge_expired')
  })

  test('is refused for another user’s factor', async () => {
    const { app } = await withApp()
    const { bearer } = await newcomer()
    for (const [method, path] of [
      ['POST', `/factors/${app.id}/challenge`],
      ['DELETE', `/factors/${app.id}`],
    ] as const) {
      const { status, body } = await t.ask(method, path, { bearer })
      expect([status, body.code]).toEqual([404, 'mfa_factor_not_found'])
    }
  })
})

describe('a user without a verified second factor', () => {
  test('is not signed in to the site', async () => {
    const { app, email } = await withApp()
    const { client, session } = await signIn(email)
    const isAlive = async ({ access_token: token }: { access_token: string }) => {
      const { session_id: sessionId, sub: userId = '' } = decodeJwt(token)
      return await t.auth.isSessionAlive({ sessionId: String(sessionId), userId })
    }
    expect(await isAlive(session)).toBe(false)
    await client.mfa.challengeAndVerify({ factorId: app.id, code: codeOf(app) })
    expect(await isAlive(session)).toBe(true)
  })

  test('changes no password, enrols no other app and removes none', async () => {
    const { app, email } = await withApp()
    const { client } = await signIn(email)
    const codes = [
      (await client.updateUser({ password: 'otter-under-the-bridge' })).error,
      (await client.mfa.enroll({ factorType: 'totp', friendlyName: 'His own' })).error,
      (await client.mfa.unenroll({ factorId: app.id })).error,
    ].map((error) => [error?.status, error?.code])
    expect(codes).toEqual([
      [401, 'insufficient_aal'],
      [403, 'insufficient_aal'],
      [422, 'insufficient_aal'],
    ])
  })

  test('is back at aal1 when it is removed', async () => {
    const { app, client } = await withApp()
    expect((await client.mfa.unenroll({ factorId: app.id })).error).toBeNull()
    await client.refreshSession()
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
  })
})

describe('an enrolment', () => {
  test('has a unique name, and replaces one that was never verified', async () => {
    const { client } = await newcomer()
    await enrol(client)
    const again = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect(again.error?.code).toBe('mfa_factor_name_conflict')
    t.pass(301)
    await enrol(client)
  })

  test('is refused to a user who has ten', async () => {
    const { client } = await newcomer()
    for (let n = 0; n < 10; n++) await enrol(client, `App ${n}`)
    const { error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'One more' })
    expect(error?.code).toBe('too_many_enrolled_mfa_factors')
  })

  test('is of an app only', async () => {
    const { bearer } = await newcomer()
    const ask = async (factor_type: string) =>
      (await t.ask('POST', '/factors', { body: { factor_type }, bearer })).body.code
    expect(await ask('phone')).toBe('mfa_phone_enroll_not_enabled')
    expect(await ask('toString')).toBe('validation_failed')
  })
})
