import type { GoTrueClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../database/database.ts'
import { must, openTestAuth, PASSWORD, type TestAuth } from './test-service.ts'

// What an aal1 session can do to an account that has a second factor.

let t: TestAuth
beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool, { changeEmail: true })
})
afterAll(() => t.close())

let users = 0
/** A user with one aal2 session and one session with the password alone. */
async function withPasswordOnly() {
  users += 1
  const email = `first-factor-${users}@example.org`
  const owner = t.client()
  await owner.signUp({ email, password: PASSWORD })
  const app = must((await owner.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })).data)
  const code = new TOTP({ secret: Secret.fromBase32(app.totp.secret) }).generate({
    timestamp: t.now().getTime(),
  })
  const { error } = await owner.mfa.challengeAndVerify({ factorId: app.id, code })
  if (error) throw error
  const passwordOnly = t.client()
  await passwordOnly.signInWithPassword({ email, password: PASSWORD })
  return { email, owner, passwordOnly, bearer: await bearerTokenOf(passwordOnly) }
}

async function bearerTokenOf(client: GoTrueClient): Promise<string> {
  return must((await client.getSession()).data.session).access_token
}

const isThere = async (bearer: string) => (await t.ask('GET', '/user', { bearer })).status === 200

test('does not end the sessions of others', async () => {
  const { owner, bearer } = await withPasswordOnly()
  expect(await t.ask('POST', '/logout?scope=others', { bearer })).toMatchObject({
    status: 401,
    body: { code: 'insufficient_aal' },
  })
  expect(await isThere(await bearerTokenOf(owner))).toBe(true)
  expect(await isThere(bearer)).toBe(true)
})

test.each(['global', ''])(
  'ends itself alone when it signs out with the scope %j',
  async (scope) => {
    const { owner, bearer } = await withPasswordOnly()
    const query = scope && `?scope=${scope}`
    expect((await t.ask('POST', `/logout${query}`, { bearer })).status).toBe(204)
    expect(await isThere(bearer)).toBe(false)
    expect(await isThere(await bearerTokenOf(owner))).toBe(true)
    expect((await owner.signOut({ scope: 'global' })).error).toBeNull()
  },
)

test('changes nothing of the account', async () => {
  const { owner, passwordOnly, bearer } = await withPasswordOnly()
  const begun = must((await owner.mfa.enroll({ factorType: 'totp', friendlyName: 'Next' })).data)
  for (const changes of [
    { password: 'heron-weir-barn' },
    { email: 'other@example.org' },
    { data: { display_name: 'Somebody else' } },
    { current_password: PASSWORD },
  ])
    expect((await passwordOnly.updateUser(changes)).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    })
  expect((await passwordOnly.reauthenticate()).error?.code).toBe('insufficient_aal')
  const factor = { factorType: 'totp', friendlyName: 'Theirs' } as const
  expect((await passwordOnly.mfa.enroll(factor)).error?.code).toBe('insufficient_aal')
  expect((await passwordOnly.mfa.unenroll({ factorId: begun.id })).error?.code).toBe(
    'insufficient_aal',
  )
  const user = must((await t.ask('GET', '/user', { bearer })).body)
  expect(user.user_metadata).not.toHaveProperty('display_name')
})
