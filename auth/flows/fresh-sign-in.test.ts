import type { GoTrueClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  must,
  openTestAuth,
  PASSWORD,
  readMail,
  type TestAuth,
} from '../../test/auth/test-service.ts'
import { openTestDatabase } from '../../test/database/database.ts'

const MINUTE = 60
let t: TestAuth
beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool, {
    freshSignInSeconds: 10 * MINUTE,
    changeEmail: true,
    phone: true,
    confirmPhone: false,
    phoneFactors: { enrol: true, verify: true, everySeconds: 60 },
    manualLinking: true,
    jwtSeconds: 7_200,
  })
})
afterAll(() => t.close())
beforeEach(() => t.pass(3_600))

let users = 0
async function newcomer() {
  users += 1
  const email = `fresh-${users}@example.org`
  const client = t.client()
  const { error } = await client.signUp({ email, password: PASSWORD })
  if (error) throw error
  return { client, email }
}

async function withApp() {
  const user = await newcomer()
  const app = must((await user.client.mfa.enroll({ factorType: 'totp' })).data)
  const code = new TOTP({ secret: Secret.fromBase32(app.totp.secret) }).generate({
    timestamp: t.now().getTime(),
  })
  const { error } = await user.client.mfa.challengeAndVerify({ factorId: app.id, code })
  if (error) throw error
  t.pass(30)
  return { ...user, factorId: app.id }
}

const bearerOf = async (client: GoTrueClient) =>
  must((await client.getSession()).data.session).access_token

const NEEDED = { status: 400, code: 'current_password_required' }

const CHANGES: [
  string,
  (by: { client: GoTrueClient; factorId: string }) => Promise<{ error: unknown }>,
][] = [
  ['a new password', ({ client }) => client.updateUser({ password: 'heron-weir-barn' })],
  ['another address', ({ client }) => client.updateUser({ email: `x${users}@example.com` })],
  ['another number', ({ client }) => client.updateUser({ phone: `44770090${1000 + users}` })],
  ['a further app', ({ client }) => client.mfa.enroll({ factorType: 'totp', friendlyName: 'B' })],
  ['recovery codes', ({ client }) => client.mfa.recoveryCodes.generate()],
  ['the end of an app', ({ client, factorId }) => client.mfa.unenroll({ factorId })],
]

describe.each(CHANGES)('%s', (_name, change) => {
  test('is refused eleven minutes after the sign-in, and taken with the password', async () => {
    const user = await withApp()
    t.pass(10 * MINUTE)
    expect((await change(user)).error).toMatchObject(NEEDED)
    expect((await user.client.updateUser({ current_password: PASSWORD })).error).toBeNull()
    t.pass(9 * MINUTE)
    expect((await change(user)).error).toBeNull()
  })

  test('is refused again ten minutes after the password was shown', async () => {
    const user = await withApp()
    t.pass(10 * MINUTE)
    await user.client.updateUser({ current_password: PASSWORD })
    t.pass(10 * MINUTE)
    expect((await change(user)).error).toMatchObject(NEEDED)
  })
})

test('recovery codes are neither replaced nor removed in an older session', async () => {
  const { client } = await withApp()
  expect((await client.mfa.recoveryCodes.generate()).error).toBeNull()
  t.pass(10 * MINUTE)
  expect((await client.mfa.recoveryCodes.regenerate()).error).toMatchObject(NEEDED)
  expect((await client.mfa.recoveryCodes.unenroll()).error).toMatchObject(NEEDED)
  await client.updateUser({ current_password: PASSWORD })
  expect((await client.mfa.recoveryCodes.regenerate()).error).toBeNull()
})

test('identities are neither linked nor removed in an older session', async () => {
  const { client } = await newcomer()
  t.pass(11 * MINUTE)
  const bearer = await bearerOf(client)
  for (const [method, path] of [
    ['GET', '/user/identities/authorize?provider=keycloak'],
    ['DELETE', '/user/identities/00000000-0000-0000-0000-000000000000'],
  ] as const)
    expect((await t.ask(method, path, { bearer })).body.code).toBe(NEEDED.code)
})

test('a right password beside the change is enough, a wrong one is not and is counted', async () => {
  const { client, email } = await newcomer()
  t.pass(11 * MINUTE)
  const change = (current_password: string) =>
    client.updateUser({ password: 'heron-weir-barn', current_password })
  const wrong = { status: 400, code: 'current_password_invalid' }
  expect((await change('not-the-one')).error).toMatchObject(wrong)
  expect((await client.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(NEEDED)
  expect((await change(PASSWORD)).error).toBeNull()
  expect((await client.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
  const guess = () => client.updateUser({ current_password: 'not-the-one' })
  for (let guesses = 0; guesses < 5; guesses++) await guess()
  expect((await guess()).error).toMatchObject({ status: 429 })
  const { rows } = await t.pool.query(
    `select count(*)::int as shown from auth.audit_log_entries e join auth.users u on u.id = e.user_id
     where u.email = $1 and action = 'user_reauthenticated'`,
    [email],
  )
  expect(rows).toEqual([{ shown: 1 }])
})

test('a password that is shown in one session says nothing of another', async () => {
  const { client, email } = await newcomer()
  const other = t.client()
  await other.signInWithPassword({ email, password: PASSWORD })
  t.pass(11 * MINUTE)
  await client.updateUser({ current_password: PASSWORD })
  expect((await other.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(NEEDED)
})

test('renewing the session is no sign-in', async () => {
  const { client } = await newcomer()
  t.pass(11 * MINUTE)
  expect((await client.refreshSession()).error).toBeNull()
  expect((await client.updateUser({ password: 'heron-weir-barn' })).error).toMatchObject(NEEDED)
})

test('a name and the like need none', async () => {
  const { client } = await newcomer()
  t.pass(11 * MINUTE)
  expect((await client.updateUser({ data: { display_name: 'Cyril' } })).error).toBeNull()
})

test('a recovery allows a new password for ten minutes', async () => {
  const { email } = await newcomer()
  const recover = async () => {
    const client = t.client()
    await client.resetPasswordForEmail(email)
    const mail = must((await t.mails()).findLast(({ to }) => to === email))
    const link = { token_hash: readMail(mail).tokenHash, type: 'recovery' } as const
    expect((await client.verifyOtp(link)).error).toBeNull()
    t.pass(9 * MINUTE)
    return client
  }
  const late = await recover()
  t.pass(2 * MINUTE)
  expect((await late.updateUser({ password: 'heron-weir-barn' })).error).toMatchObject(NEEDED)
  expect((await (await recover()).updateUser({ password: 'heron-weir-barn' })).error).toBeNull()
})

test('the reference server’s setting requires the present password with each new one', async () => {
  const pool = (await openTestDatabase()).pool
  const strict = await openTestAuth(pool, { passwordNeedsCurrent: true })
  const email = 'strict@example.org'
  const client = strict.client()
  await client.signUp({ email, password: PASSWORD })
  const password = 'heron-weir-barn'
  expect((await client.updateUser({ password })).error).toMatchObject(NEEDED)
  expect((await client.updateUser({ password, current_password: PASSWORD })).error).toBeNull()
  const other = strict.client()
  await other.resetPasswordForEmail(email)
  const mail = must((await strict.mails()).findLast(({ text }) => text.includes('token_hash')))
  await other.verifyOtp({ token_hash: readMail(mail).tokenHash, type: 'recovery' })
  expect((await other.updateUser({ password: PASSWORD })).error).toBeNull()
  await strict.close()
})

test('an account without a password shows the code of a mail', async () => {
  const email = 'no-password@example.org'
  const client = t.client()
  await client.signInWithOtp({ email })
  const codeMailed = async () => {
    const { text } = must((await t.mails()).findLast(({ to }) => to === email))
    return must(/\b\d{6}\b/.exec(text.replace(/https?:\S+/, ''))?.[0])
  }
  await client.verifyOtp({ email, token: await codeMailed(), type: 'email' })
  t.pass(11 * MINUTE)
  const asked = await client.updateUser({ password: 'heron-weir-barn' })
  expect(asked.error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  await client.reauthenticate()
  const nonce = await codeMailed()
  expect((await client.updateUser({ nonce: '000000' })).error).toMatchObject({ status: 422 })
  expect((await client.updateUser({ nonce })).error).toBeNull()
  expect((await client.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
})
