import type { GoTrueClient } from '@supabase/auth-js'
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must, openTestAuth, PASSWORD, type TestAuth } from '../../test/auth/test-service.ts'
import { openTestDatabase } from '../../test/database/database.ts'

// Recovery codes with the unmodified official client.

let t: TestAuth
beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool, { secondFactorFlag: 'guard' })
})
afterAll(() => t.close())

let people = 0
async function newcomer() {
  people += 1
  const email = `paper-${people}@example.org`
  const client = t.client()
  const { data, error } = await client.signUp({ email, password: PASSWORD })
  if (error) throw error
  return { client, email, userId: must(data.user).id }
}

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: t.now().getTime() })
}

async function withCodes() {
  const user = await newcomer()
  const { data } = await user.client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  const { id: factorId, totp } = must(data)
  const { secret } = totp
  await user.client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
  t.pass(30)
  return { ...user, factorId, secret, codes: await makeCodes(user.client) }
}

async function bearerTokenOf(client: GoTrueClient): Promise<string> {
  return must((await client.getSession()).data.session).access_token
}

async function makeCodes(client: GoTrueClient): Promise<string[]> {
  const { data, error } = await client.mfa.recoveryCodes.generate()
  if (error) throw error
  return data.codes
}

const verify = (client: GoTrueClient, code = '') => client.mfa.recoveryCodes.verify({ code })

async function left(client: GoTrueClient): Promise<unknown> {
  return (await client.mfa.recoveryCodes.getStatus()).data?.remaining
}

async function signIn(email: string) {
  const client = t.client()
  const { error } = await client.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return client
}

async function subjectsTo(email: string): Promise<string[]> {
  return (await t.mails()).filter(({ to }) => to === email).map(({ subject }) => subject)
}

describe('recovery codes', () => {
  test('are ten, easy to copy, all different, and one of the factors', async () => {
    const { codes, client } = await withCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{12}$/)
    const { data: status } = await client.mfa.recoveryCodes.getStatus()
    expect(status).toMatchObject({ type: 'recovery_code', total: 10, remaining: 10 })
    const { data } = await client.mfa.listFactors()
    expect(data?.recovery_code).toMatchObject([
      { id: status?.id, friendly_name: 'Recovery codes', status: 'verified' },
    ])
    expect(data?.totp).toHaveLength(1)
  })

  test('stand in for the app, once each, however they are typed', async () => {
    const { codes, email } = await withCodes()
    const [first = '', second = ''] = codes
    const client = await signIn(email)
    const events: string[] = []
    client.onAuthStateChange((event) => {
      events.push(event)
    })
    const typed = first.toUpperCase().replaceAll('0', 'O').replaceAll('1', 'l')
    const { error } = await verify(client, ` ${typed.slice(0, 4)}-${typed.slice(4)} `)
    expect(error).toBeNull()
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    const { data } = await client.mfa.getAuthenticatorAssuranceLevel()
    expect(data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    const methods = data?.currentAuthenticationMethods?.map((one) => Object(one).method)
    expect(methods?.sort()).toEqual(['mfa/recovery_code', 'password'])
    expect(await left(client)).toBe(9)

    const again = await signIn(email)
    expect((await verify(again, first)).error?.code).toBe('mfa_verification_failed')
    expect((await verify(again, second)).error).toBeNull()
  })

  test('open one session each when three ask at once', async () => {
    const { codes, email } = await withCodes()
    const clients = await Promise.all([signIn(email), signIn(email), signIn(email)])
    const answers = await Promise.all(clients.map((client) => verify(client, codes[0])))
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  })

  test('are not used up by a session that another one has just ended', async () => {
    const { codes, email } = await withCodes()
    const clients = await Promise.all([signIn(email), signIn(email)])
    const answers = await Promise.all(clients.map((client, n) => verify(client, codes[n])))
    const winner = clients[answers.findIndex(({ error }) => error === null)]
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    expect(await left(must(winner))).toBe(9)
  })

  test('open only their owner’s account', async () => {
    const { codes } = await withCodes()
    const other = await withCodes()
    const client = await signIn(other.email)
    expect((await verify(client, codes[0])).error?.code).toBe('mfa_verification_failed')
  })

  test('cannot be guessed: after five wrong ones none is taken for a while, and the app is', async () => {
    const { codes, email, factorId, secret } = await withCodes()
    const client = await signIn(email)
    for (let n = 0; n < 5; n++) {
      expect((await verify(client, `${n}`)).error?.code).toBe('mfa_verification_failed')
    }
    const { error } = await verify(client, codes[0])
    expect([error?.status, error?.code]).toEqual([429, 'mfa_recovery_codes_locked'])
    t.pass(60)
    expect((await verify(client, codes[0])).error).toBeNull()
    const again = await signIn(email)
    const code = codeOf(secret)
    expect((await again.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
  })

  test('are made once, and made again leave the old ones worth nothing', async () => {
    const { codes, client, email } = await withCodes()
    const second = await client.mfa.recoveryCodes.generate()
    expect(second.error).toMatchObject({
      status: 422,
      code: 'mfa_verified_factor_exists',
      message: 'Recovery codes exist, regenerate to continue',
    })
    const { data } = await client.mfa.recoveryCodes.regenerate()
    const again = await signIn(email)
    expect((await verify(again, codes[0])).error?.code).toBe('mfa_verification_failed')
    expect((await verify(again, data?.codes[0])).error).toBeNull()
  })

  test('cannot be created, replaced or removed with the password alone', async () => {
    const { email } = await withCodes()
    const plain = await newcomer()
    for (const client of [await signIn(email), plain.client]) {
      const { generate, regenerate, unenroll } = client.mfa.recoveryCodes
      for (const ask of [generate, regenerate, unenroll]) {
        expect((await ask()).error).toMatchObject({
          status: 403,
          code: 'insufficient_aal',
          message: 'AAL2 required for recovery codes',
        })
      }
    }
    expect((await plain.client.mfa.recoveryCodes.getStatus()).error?.code).toBe(
      'mfa_factor_not_found',
    )
    expect((await verify(plain.client, 'aaaa')).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid recovery code entered',
    })
    expect((await t.ask('POST', '/factors/recovery-codes')).status).toBe(401)
  })

  test('are no factor: they are never challenged, and can be removed without one', async () => {
    const { client, email } = await withCodes()
    const { data } = await client.mfa.recoveryCodes.getStatus()
    const { error } = await client.mfa.challenge({ factorId: must(data).id })
    expect(error?.code).toBe('mfa_factor_not_found')
    const before = (await subjectsTo(email)).length
    expect((await client.mfa.recoveryCodes.unenroll()).error).toBeNull()
    expect(await left(client)).toBeUndefined()
    expect(await subjectsTo(email)).toHaveLength(before)
  })

  test('are removed with the app, and sessions that they raised are back at aal1', async () => {
    const { codes, email, factorId, userId } = await withCodes()
    const client = await signIn(email)
    await verify(client, codes[0])
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
    await client.refreshSession()
    const { data } = await client.mfa.getAuthenticatorAssuranceLevel()
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
    expect(data?.currentAuthenticationMethods?.map((one) => Object(one).method)).toEqual([
      'password',
    ])
    expect((await client.mfa.listFactors()).data?.all).toEqual([])
    const { rows } = await t.pool.query(
      'select 1 from auth.mfa_recovery_codes where user_id = $1',
      [userId],
    )
    expect(rows).toEqual([])
  })

  test('are in no copy of the database', async () => {
    const { codes, userId } = await withCodes()
    const { rows } = await t.pool.query(
      'select code_hash, row_to_json(c)::text as all from auth.mfa_recovery_codes c where user_id = $1',
      [userId],
    )
    expect(rows).toHaveLength(10)
    for (const code of codes)
      expect(rows.some((row) => row.all.includes(code) || row.code_hash.includes(code))).toBe(false)
  })
})

describe('the owner gets a mail and the audit log a row', () => {
  test('when two-step verification is switched on, a paper code used, and off', async () => {
    const { codes, email, factorId, userId } = await withCodes()
    expect(await subjectsTo(email)).toEqual(['Two-step verification is on for The Weir'])
    const client = await signIn(email)
    await verify(client, codes[0])
    const [mail] = (await t.mails()).filter(({ to, text }) => to === email && /left/.test(text))
    expect(mail?.subject).toBe('A recovery code was used to sign in to The Weir')
    expect(mail?.text).toContain('You have 9 left.')
    expect(mail?.text).not.toContain(codes[0])
    await client.mfa.unenroll({ factorId })
    expect((await subjectsTo(email)).at(-1)).toBe('Two-step verification is off for The Weir')

    const { rows } = await t.pool.query(
      `select action from auth.audit_log_entries where user_id = $1
         and action in ('recovery_codes_made', 'recovery_code_used', 'factor_unenrolled')
       order by created_at, action desc`,
      [userId],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'recovery_codes_made',
      'recovery_code_used',
      'factor_unenrolled',
    ])
  })

  test('not at each sign-in, nor for an app that was only begun', async () => {
    const { client, email, factorId, secret } = await withCodes()
    const again = await signIn(email)
    await again.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Another' })
    await client.mfa.unenroll({ factorId: must(data).id })
    expect(await subjectsTo(email)).toHaveLength(1)
  })
})

test('an account that must have a second factor is not signed in to the site before it has shown one', async () => {
  const { client, email, userId } = await newcomer()
  const isAlive = async () => {
    const { session_id: sessionId } = decodeJwt(await bearerTokenOf(client))
    return await t.auth.isSessionAlive({ sessionId: String(sessionId), userId })
  }
  expect(await isAlive()).toBe(true)
  for (const [flag, alive] of [
    ['"yes"', true],
    ['false', true],
    ['true', false],
  ] as const) {
    await t.pool.query(
      `update auth.users set raw_app_meta_data = raw_app_meta_data || jsonb_build_object('guard', $2::jsonb)
       where email = $1`,
      [email, flag],
    )
    expect([flag, await isAlive()]).toEqual([flag, alive])
  }
  const { data } = await client.mfa.enroll({ factorType: 'totp' })
  const { id: factorId, totp } = must(data)
  await client.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) })
  expect(await isAlive()).toBe(true)
})
