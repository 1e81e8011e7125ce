import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedSite, openEmbeddedSite } from '../../../test/app/embedded-site.ts'

const PASSWORD = 'heron-on-the-weir'
const EMAIL = 'account@example.org'
let site: EmbeddedSite
beforeAll(async () => {
  site = await openEmbeddedSite()
})
afterAll(() => site.close())

test('an account without a profile reads metadata, identities, factors and log, and no secret', async () => {
  const metadata = { display_name: 'James Carter' }
  const { id: userId } = await site.auth.createUser({ email: EMAIL, password: PASSWORD, metadata })
  const other = await site.auth.createUser({ email: 'other@example.org', password: PASSWORD })
  await site.signIn(EMAIL, 'wrong-password')
  const session = (await site.signIn(EMAIL, PASSWORD)).body
  const factor = randomUUID()
  await site.deps.database.pool.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret,
       created_at, updated_at) values ($1, $2, 'My phone', 'totp', 'unverified', 'secret1', now(), now())`,
    [factor, userId],
  )
  await site.deps.database.pool.query(
    `insert into auth.mfa_challenges (id, factor_id, ip_address, created_at)
       values ($1, $2, '192.0.2.7', now())`,
    [randomUUID(), factor],
  )
  await site.deps.database.pool.query(
    `insert into auth.mfa_recovery_codes (id, user_id, code_hash, created_at)
       values ($1, $2, 'code1', now())`,
    [randomUUID(), userId],
  )
  await site.ask('POST', '/auth/v1/recover', { body: { email: EMAIL } })
  await site.auth.idle()

  const {
    status,
    body: data,
    text,
  } = await site.ask('GET', '/api/my-data', {
    token: session.access_token,
  })
  expect([status, data.profile]).toEqual([200, null])
  expect(data.account).toMatchObject({
    id: userId,
    email: EMAIL,
    user_metadata: metadata,
    app_metadata: { provider: 'email' },
  })
  expect(data.identities).toMatchObject([{ provider: 'email', identity_data: { email: EMAIL } }])
  expect(data.second_factors).toMatchObject([{ friendly_name: 'My phone', factor_type: 'totp' }])
  expect(data.second_steps).toMatchObject([{ factor: 'My phone', address: '192.0.2.7' }])
  expect(data.recovery_codes).toEqual([{ made_at: expect.any(String), used_at: null }])
  expect(data.account_links).toMatchObject([{ kind: 'recovery', sent_to: EMAIL }])
  expect(data.sign_ins).toHaveLength(1)
  const actions = data.account_log.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(expect.arrayContaining(['login', 'login_failed', 'user_signedup']))
  expect(data.not_included.join()).not.toContain('The company that runs our sign-in service')

  const { rows } = await site.deps.database.pool.query(
    `select encrypted_password as one from auth.users union
     select encode(link_hash, 'hex') from auth.one_time_tokens union
     select encode(code_hash, 'hex') from auth.one_time_tokens`,
  )
  const secrets = [
    ...rows.map(({ one }) => one),
    'secret1',
    'code1',
    session.refresh_token,
    other.id,
  ]
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})
