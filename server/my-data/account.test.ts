import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSigningKeys } from '../../auth/tokens/keys.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { buildApp } from '../app.ts'
import { openEmbeddedAuth } from '../auth-gateway/embedded-auth.ts'
import type { App } from '../deps.ts'
import { makeFieldKeys } from '../platform/field-keys.ts'

const PASSWORD = 'heron-on-the-weir'
const EMAIL = 'account@example.org'
let site: TestApp
let auth: Awaited<ReturnType<typeof openEmbeddedAuth>>
let app: App
beforeAll(async () => {
  site = await openTestApp()
  const { database, now, settings } = site.deps
  auth = await openEmbeddedAuth({
    ...{ pool: database.pool, now, publicUrl: settings.publicUrl, confirmEmail: false },
    signingKeys: JSON.stringify(await makeSigningKeys()),
    fieldKeys: makeFieldKeys(),
    mail: async () => undefined,
  })
  app = await buildApp({ ...site.deps, auth }, { servePages: async () => undefined })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await auth.close()
  await site.close()
})

const post = (path: string, body: object) =>
  app.inject({
    ...{ method: 'POST', url: `/auth/v1${path}`, payload: body },
    headers: { 'sec-fetch-site': 'same-origin' },
  })

test('an account without a profile reads metadata, identities, factors and log, and no secret', async () => {
  const metadata = { display_name: 'James Carter' }
  const { id: userId } = await auth.createUser({ email: EMAIL, password: PASSWORD, metadata })
  const other = await auth.createUser({ email: 'other@example.org', password: PASSWORD })
  await post('/token?grant_type=password', { email: EMAIL, password: 'wrong-password' })
  const session = (
    await post('/token?grant_type=password', { email: EMAIL, password: PASSWORD })
  ).json()
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
  await post('/recover', { email: EMAIL })
  await auth.idle()

  const answer = await app.inject({
    url: '/api/my-data',
    headers: { authorization: `Bearer ${session.access_token}` },
  })
  const data = answer.json()
  expect([answer.statusCode, data.profile]).toEqual([200, null])
  expect(data.account).toMatchObject({
    ...{ id: userId, email: EMAIL, user_metadata: metadata },
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
  expect(data.not_included.join()).not.toContain('the company that runs our sign-in service')

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
  expect(secrets.filter((secret) => answer.body.includes(secret))).toEqual([])
})
