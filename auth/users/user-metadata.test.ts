import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { must, openTestAuth, PASSWORD, type TestAuth } from '../../test/auth/test-service.ts'
import { openTestDatabase } from '../../test/database/database.ts'
import { providerUser } from '../providers/provider-claims.ts'

// Users write user_metadata themselves, so its size is limited, more so in the access token.

let t: TestAuth
beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool, { anonymousSignIns: true })
})
afterAll(() => t.close())
beforeEach(() => t.pass(3_600))

const TOO_LARGE = {
  status: 400,
  code: 'validation_failed',
  message: 'User metadata must not be larger than 16384 bytes',
}
const LARGE = { note: 'x'.repeat(16_384) }
let users = 0
const newEmail = () => `metadata-${++users}@example.org`

async function newcomer(data: object = {}) {
  const email = newEmail()
  const client = t.client()
  const signedUp = await client.signUp({ email, password: PASSWORD, options: { data } })
  if (signedUp.error) throw signedUp.error
  return { client, email, session: must(signedUp.data.session) }
}

describe('metadata of more than 16 kB in all', () => {
  test('are refused at sign-up, by a mailed link and for a guest', async () => {
    const options = { data: LARGE }
    const [email, password] = [newEmail(), PASSWORD]
    const calls = [
      t.client().signUp({ email, password, options }),
      t.client().signInWithOtp({ email, options }),
      t.client().signInAnonymously({ options }),
    ]
    for (const call of calls) expect((await call).error).toMatchObject(TOO_LARGE)
    const known = await newcomer()
    const again = await t.client().signInWithOtp({ email: known.email, options })
    expect(again.error).toMatchObject(TOO_LARGE)
    const found = await t.pool.query('select 1 from auth.users where email = $1', [email])
    expect(found.rowCount).toBe(0)
  })

  test('are refused when they come together over several changes', async () => {
    const { client } = await newcomer()
    const piece = (key: string) => ({ data: { [key]: 'é'.repeat(3_500) } })
    expect((await client.updateUser(piece('one'))).error).toBeNull()
    expect((await client.updateUser(piece('two'))).error).toBeNull()
    expect((await client.updateUser(piece('three'))).error).toMatchObject(TOO_LARGE)
    const { data } = await client.getUser()
    expect(must(data.user).user_metadata).not.toHaveProperty('three')
    expect((await client.updateUser({ data: { one: null } })).error).toBeNull()
    expect((await client.updateUser(piece('three'))).error).toBeNull()
  })

  test('are refused from two changes at once', async () => {
    const { client, session } = await newcomer()
    const put = (key: string) =>
      t.ask('PUT', '/user', {
        bearer: session.access_token,
        body: { data: { [key]: 'x'.repeat(9_000) } },
      })
    const statuses = (await Promise.all([put('one'), put('two')])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 400])
    expect((await client.getUser()).error).toBeNull()
  })

  test('are refused from an administrator', async () => {
    const admin = await t.admin()
    const { session } = await newcomer()
    const email = newEmail()
    const calls = [
      admin.createUser({ email, user_metadata: LARGE }),
      admin.updateUserById(session.user.id, { user_metadata: LARGE }),
      admin.inviteUserByEmail(email, { data: LARGE }),
      admin.generateLink({ type: 'signup', email, password: PASSWORD, options: { data: LARGE } }),
      admin.generateLink({ type: 'invite', email, options: { data: LARGE } }),
    ]
    for (const call of calls) expect((await call).error).toMatchObject(TOO_LARGE)
  })
})

test('claims of a provider stay below the limit, whatever it says', () => {
  const names = ['iss', 'name', 'given_name', 'family_name', 'nickname', 'preferred_username']
  const urls = ['picture', 'profile', 'website', 'locale']
  for (const text of ['é'.repeat(499), '\u0001'.repeat(166), '"'.repeat(499), 'x'.repeat(998)]) {
    const told = Object.fromEntries([...names, ...urls].map((name) => [name, text]))
    const { data } = providerUser('keycloak', { ...told, sub: 's'.repeat(255) })
    expect(data.nickname).toBe(text)
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(16_000)
    const longer = providerUser('keycloak', { ...told, nickname: `${text}xyz`, sub: 's' })
    expect(longer.data).not.toHaveProperty('nickname')
  }
})

describe('the access token', () => {
  test('carries metadata of up to 2 kB, as the reference server does', async () => {
    const { session } = await newcomer({ display_name: 'Cyril', note: 'x'.repeat(1_500) })
    const { user_metadata } = decodeJwt(session.access_token)
    expect(user_metadata).toEqual(session.user.user_metadata)
    expect(session.access_token.length).toBeLessThan(3_900)
  })

  test('leaves larger ones out, which the user of the session still has', async () => {
    const { client, session } = await newcomer({ display_name: 'Cyril' })
    await client.updateUser({ data: { note: 'x'.repeat(15_000) } })
    const { data } = await client.refreshSession()
    const renewed = must(data.session)
    expect(decodeJwt(renewed.access_token).user_metadata).toEqual({})
    expect(renewed.access_token.length).toBeLessThan(session.access_token.length)
    expect(renewed.user.user_metadata.note).toHaveLength(15_000)
  })

  test('carries none where the setting says so', async () => {
    const slim = await openTestAuth((await openTestDatabase()).pool, { claimedMetadataBytes: 0 })
    const { data } = await slim.client().signUp({ email: newEmail(), password: PASSWORD })
    const session = must(data.session)
    expect(decodeJwt(session.access_token).user_metadata).toEqual({})
    expect(session.user.user_metadata).toMatchObject({ email_verified: true })
    await slim.close()
  })
})
