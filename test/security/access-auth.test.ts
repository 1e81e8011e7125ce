// Access rules on the authentication service itself: /auth/session and the calls that read or
// change an account. None names an account, so each acts on the caller's own.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeSigningKeys } from '../../auth/tokens/keys.ts'
import { buildApp } from '../../server/app.ts'
import { openEmbeddedAuth } from '../../server/auth-gateway/embedded-auth.ts'
import type { App } from '../../server/deps.ts'
import { makeFieldKeys } from '../../server/platform/field-keys.ts'
import type { Message } from '../../server/platform/mail.ts'
import { openTestApp, type TestApp } from '../app/test-app.ts'

const PASSWORD = 'heron-on-the-weir'
const CANARY = 'Canariusz'
let site: TestApp
let auth: Awaited<ReturnType<typeof openEmbeddedAuth>>
let app: App
let people = 0
const mails: Message[] = []
let owner: SignedIn
let other: SignedIn
beforeAll(async () => {
  site = await openTestApp()
  const { database, now, settings } = site.deps
  auth = await openEmbeddedAuth({
    ...{ pool: database.pool, now, publicUrl: settings.publicUrl, confirmEmail: false },
    signingKeys: JSON.stringify(await makeSigningKeys()),
    fieldKeys: makeFieldKeys(),
    mail: async (message) => void mails.push(message),
  })
  app = await buildApp({ ...site.deps, auth }, { servePages: async () => undefined })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await auth.close()
  await site.close()
})
beforeEach(async () => {
  owner = await signIn({ first_name: CANARY })
  other = await signIn({ first_name: 'Somebody' })
})

type SignedIn = { email: string; userId: string; token: string; cookies: Record<string, string> }
type Asker = { token?: string; cookies?: Record<string, string> }

async function signIn(data: object): Promise<SignedIn> {
  people += 1
  const email = `man-${people}@example.org`
  const { id } = await auth.createUser({ email, password: PASSWORD, metadata: { ...data } })
  const response = await ask(
    'POST',
    '/auth/v1/token?grant_type=password',
    {},
    { email, password: PASSWORD },
  )
  const cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))
  return { email, userId: id, token: response.json().access_token, cookies }
}

function ask(method: 'GET' | 'POST' | 'PUT', url: string, as: Asker, body?: object) {
  return app.inject({
    ...{ method, url },
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(as.token && { authorization: `Bearer ${as.token}` }),
    },
    ...(as.cookies && { cookies: as.cookies }),
    ...(body && { payload: body }),
  })
}

const signOut = (who: SignedIn) => ask('POST', '/auth/v1/logout', who)
const tells = (response: { body: string; headers: object }, who: SignedIn) =>
  [CANARY, who.email, who.userId].filter((one) =>
    (response.body + JSON.stringify(response.headers)).includes(one),
  )

function forged({ token }: SignedIn): string {
  const [head, payload = '', signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const more = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' })).toString(
    'base64url',
  )
  return [head, more, signature].join('.')
}

function unsigned({ token }: SignedIn): string {
  const head = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  return `${head}.${token.split('.')[1]}.`
}

async function strangers(): Promise<[who: string, as: Asker][]> {
  const gone = await signIn({})
  await signOut(gone)
  return [
    ['nobody', {}],
    ['a forged token', { token: forged(owner) }],
    ['an unsigned token', { token: unsigned(owner) }],
    ['a session that was ended', { token: gone.token }],
  ]
}

test('an account is told to its owner alone', async () => {
  const own = await ask('GET', '/auth/v1/user', owner)
  expect([own.statusCode, own.json().id]).toEqual([200, owner.userId])
  const theirs = await ask('GET', '/auth/v1/user', other)
  expect([theirs.json().id, tells(theirs, owner)]).toEqual([other.userId, []])
  for (const [who, as] of await strangers()) {
    const answer = await ask('GET', '/auth/v1/user', as)
    expect([who, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([who, true])
    expect(tells(answer, owner)).toEqual([])
  }
})

test('an account is changed by its owner alone, and only in what is his', async () => {
  const before = await storedAccount(owner)
  const change = {
    data: { first_name: 'Changed' },
    ...{ id: owner.userId, user_id: owner.userId, email_confirm: true, banned_until: null },
    ...{ role: 'service_role', aud: 'admin' },
  }
  for (const [who, as] of await strangers()) {
    const { statusCode } = await ask('PUT', '/auth/v1/user', as, change)
    expect([who, statusCode >= 400 && statusCode < 500]).toEqual([who, true])
  }
  const asAdmin = { ...change, app_metadata: { roles: ['admin'] } }
  expect((await ask('PUT', '/auth/v1/user', other, asAdmin)).statusCode).toBe(403)
  const theirs = await ask('PUT', '/auth/v1/user', other, change)
  expect([theirs.json().id, tells(theirs, owner).includes(CANARY)]).toEqual([other.userId, false])
  expect(await storedAccount(owner)).toEqual(before)
  expect(await storedAccount(other)).toMatchObject({
    role: 'authenticated',
    aud: 'authenticated',
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
  })
})

test('a session that has ended, or lacks its second factor, is written down when it is refused', async () => {
  await signOut(owner)
  expect((await ask('GET', '/auth/v1/user', owner)).statusCode).toBe(403)
  await site.deps.database.pool.query(
    `update auth.users set raw_app_meta_data = '{"staff": true}' where id = $1`,
    [other.userId],
  )
  expect((await ask('GET', '/api/auth/profile', other)).statusCode).toBe(401)
  for (const [userId, subject] of [
    [owner.userId, 'GET /auth/v1/*'],
    [other.userId, 'GET /api/auth/profile'],
  ]) {
    await vi.waitFor(async () => {
      const { rows } = await site.deps.database.pool.query(
        `select subject, details->>'reason' as reason from audit_log where actor_user_id = $1`,
        [userId],
      )
      const reason = 'session ended or second factor missing'
      expect(rows).toEqual([{ subject, reason }])
    })
  }
})

test('a page is handed the session of its own browser alone', async () => {
  const own = await ask('GET', '/auth/session', { cookies: owner.cookies })
  expect([own.statusCode, own.json().user.id]).toEqual([200, owner.userId])
  const theirs = await ask('GET', '/auth/session', { cookies: other.cookies })
  expect([theirs.json().user.id, tells(theirs, owner)]).toEqual([other.userId, []])
  for (const as of [{}, { token: owner.token }]) {
    const answer = await ask('GET', '/auth/session', as)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
  }
  await signOut(owner)
  const ended = await ask('GET', '/auth/session', { cookies: owner.cookies })
  expect([ended.statusCode, tells(ended, owner)]).toEqual([204, []])
})

test('another site’s page is handed no session', async () => {
  const answer = await app.inject({
    url: '/auth/session',
    cookies: owner.cookies,
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect([answer.statusCode, tells(answer, owner)]).toEqual([403, []])
})

test('trap 38: no answer that a script can read holds the refresh token, and sign-out ends all', async () => {
  const body = { email: owner.email, password: PASSWORD }
  const response = await ask('POST', '/auth/v1/token?grant_type=password', {}, body)
  const kept = Object.fromEntries(response.cookies.map((one) => [one.name, one]))
  expect(kept).toMatchObject({
    at: { httpOnly: true, sameSite: 'Lax' },
    rt: { httpOnly: true, sameSite: 'Strict', path: '/auth' },
  })
  const refreshToken = String(kept.rt?.value).split('.').slice(1).join('.')
  expect(refreshToken.length).toBeGreaterThan(10)
  expect(response.body).not.toContain(refreshToken)
  await signOut(owner)
  expect((await ask('GET', '/auth/v1/user', { token: owner.token })).statusCode).toBe(403)
  const { statusCode } = await ask('GET', '/api/auth/profile', { token: owner.token })
  expect(statusCode).toBe(401)
})

test('trap 45: a mail’s link leads to the site as it is set up, whatever host the request names', async () => {
  const response = await app.inject({
    method: 'POST',
    url: '/auth/v1/recover?redirect_to=https://evil.example/reset-password',
    headers: {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'sec-fetch-site': 'same-origin',
    },
    payload: { email: owner.email },
  })
  await auth.idle()
  expect([response.statusCode, response.body]).toEqual([200, '{}'])
  const mail = mails.find(({ to }) => to === owner.email)
  expect(mail?.text).toContain(`${site.deps.settings.publicUrl}/`)
  expect(JSON.stringify(mail)).not.toContain('evil.example')
})

test('trap 46: a factor or identity is nobody else’s to see or take away', async () => {
  const before = await storedAccount(owner)
  const { rows } = await site.deps.database.pool.query(
    'select id from auth.identities where user_id = $1',
    [owner.userId],
  )
  for (const path of [`user/identities/${rows[0].id}`, `factors/${rows[0].id}`]) {
    for (const as of [{}, { token: other.token }]) {
      const { statusCode } = await app.inject({
        method: 'DELETE',
        url: `/auth/v1/${path}`,
        headers: {
          'sec-fetch-site': 'same-origin',
          ...('token' in as && { authorization: `Bearer ${as.token}` }),
        },
      })
      expect(statusCode).toBeGreaterThanOrEqual(400)
      expect(statusCode).toBeLessThan(500)
    }
  }
  expect(await storedAccount(owner)).toEqual(before)
})

async function storedAccount({ userId }: SignedIn) {
  const { rows } = await site.deps.database.pool.query(
    `select u.aud, u.role, u.email, u.encrypted_password, u.raw_app_meta_data, u.raw_user_meta_data,
       u.email_confirmed_at, u.banned_until, count(i.id)::int as identities
     from auth.users u left join auth.identities i on i.user_id = u.id
     where u.id = $1 group by u.id`,
    [userId],
  )
  return rows[0]
}
