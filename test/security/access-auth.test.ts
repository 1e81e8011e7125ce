// Access rules on the authentication service itself: /auth/session and the calls that read or
// change an account. None names an account, so each acts on the caller's own.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmbeddedSite, openEmbeddedSite } from '../app/embedded-site.ts'
import { until } from '../until.ts'

const PASSWORD = 'heron-on-the-weir'
const CANARY = 'Canariusz'
let site: EmbeddedSite
let people = 0
let owner: SignedIn
let other: SignedIn
beforeAll(async () => {
  site = await openEmbeddedSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  owner = await signIn({ first_name: CANARY })
  other = await signIn({ first_name: 'Somebody' })
})

type SignedIn = { email: string; userId: string; token: string; cookie: string }
type Asker = { token?: string; cookie?: string }

async function signIn(metadata: Record<string, unknown>): Promise<SignedIn> {
  people += 1
  const email = `member-${people}@example.org`
  const { id } = await site.auth.createUser({ email, password: PASSWORD, metadata })
  const { body, cookies: cookie } = await site.signIn(email, PASSWORD)
  return { email, userId: id, token: body.access_token, cookie }
}

const signOut = (who: SignedIn) => site.ask('POST', '/auth/v1/logout', who)
/** What the response contains of this account. */
const leaksIn = (response: { text: string; headers: object }, who: SignedIn) =>
  [CANARY, who.email, who.userId].filter((one) =>
    (response.text + JSON.stringify(response.headers)).includes(one),
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

test('only its owner can read an account', async () => {
  const own = await site.ask('GET', '/auth/v1/user', owner)
  expect([own.status, own.body.id]).toEqual([200, owner.userId])
  const theirs = await site.ask('GET', '/auth/v1/user', other)
  expect([theirs.body.id, leaksIn(theirs, owner)]).toEqual([other.userId, []])
  for (const [who, as] of await strangers()) {
    const answer = await site.ask('GET', '/auth/v1/user', as)
    expect([who, answer.status >= 400 && answer.status < 500]).toEqual([who, true])
    expect(leaksIn(answer, owner)).toEqual([])
  }
})

test('only its owner can change an account, and only what an owner may change', async () => {
  const before = await storedAccount(owner)
  const change = {
    data: { first_name: 'Changed' },
    id: owner.userId,
    user_id: owner.userId,
    email_confirm: true,
    banned_until: null,
    role: 'service_role',
    aud: 'admin',
  }
  for (const [who, as] of await strangers()) {
    const { status } = await site.ask('PUT', '/auth/v1/user', { ...as, body: change })
    expect([who, status >= 400 && status < 500]).toEqual([who, true])
  }
  const asAdmin = { ...change, app_metadata: { roles: ['admin'] } }
  expect((await site.ask('PUT', '/auth/v1/user', { ...other, body: asAdmin })).status).toBe(403)
  const theirs = await site.ask('PUT', '/auth/v1/user', { ...other, body: change })
  expect([theirs.body.id, leaksIn(theirs, owner).includes(CANARY)]).toEqual([other.userId, false])
  expect(await storedAccount(owner)).toEqual(before)
  expect(await storedAccount(other)).toMatchObject({
    role: 'authenticated',
    aud: 'authenticated',
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
  })
})

test('a refused session that has ended or lacks its second factor is in the audit log', async () => {
  await signOut(owner)
  expect((await site.ask('GET', '/auth/v1/user', owner)).status).toBe(403)
  await site.deps.database.pool.query(
    `update auth.users set raw_app_meta_data = '{"staff": true}' where id = $1`,
    [other.userId],
  )
  expect((await site.ask('GET', '/api/auth/profile', other)).status).toBe(401)
  for (const [userId, subject] of [
    [owner.userId, 'GET /auth/v1/*'],
    [other.userId, 'GET /api/auth/profile'],
  ]) {
    await until(async () => {
      const { rows } = await site.deps.database.pool.query(
        `select subject, details->>'reason' as reason from audit_log where actor_user_id = $1`,
        [userId],
      )
      const reason = 'session ended or second factor missing'
      expect(rows).toEqual([{ subject, reason }])
    })
  }
})

test('a page gets only the session of its own browser', async () => {
  const own = await site.ask('GET', '/auth/session', { cookie: owner.cookie })
  expect([own.status, own.body.user.id]).toEqual([200, owner.userId])
  const theirs = await site.ask('GET', '/auth/session', { cookie: other.cookie })
  expect([theirs.body.user.id, leaksIn(theirs, owner)]).toEqual([other.userId, []])
  for (const as of [{}, { token: owner.token }]) {
    const answer = await site.ask('GET', '/auth/session', as)
    expect([answer.status, answer.text]).toEqual([204, ''])
  }
  await signOut(owner)
  const ended = await site.ask('GET', '/auth/session', { cookie: owner.cookie })
  expect([ended.status, leaksIn(ended, owner)]).toEqual([204, []])
})

test('a page of another site gets no session', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  const answer = await site.ask('GET', '/auth/session', { cookie: owner.cookie, headers })
  expect([answer.status, leaksIn(answer, owner)]).toEqual([403, []])
})

test('trap 38: no response that a script can read holds the refresh token, and signing out ends everything', async () => {
  const response = await site.signIn(owner.email, PASSWORD)
  const cookies = Object.fromEntries(response.setCookies.map((one) => [one.name, one]))
  expect(cookies).toMatchObject({
    at: { httpOnly: true, sameSite: 'Lax' },
    rt: { httpOnly: true, sameSite: 'Strict', path: '/auth' },
  })
  const refreshToken = String(cookies.rt?.value).split('.').slice(1).join('.')
  expect(refreshToken.length).toBeGreaterThan(10)
  expect(response.text).not.toContain(refreshToken)
  await signOut(owner)
  expect((await site.ask('GET', '/auth/v1/user', { token: owner.token })).status).toBe(403)
  const { status } = await site.ask('GET', '/api/auth/profile', { token: owner.token })
  expect(status).toBe(401)
})

test('trap 45: a link in a mail leads to the configured site, whatever host the request names', async () => {
  const url = '/auth/v1/recover?redirect_to=https://evil.example/reset-password'
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  }
  const response = await site.ask('POST', url, { body: { email: owner.email }, headers })
  await site.auth.idle()
  expect([response.status, response.text]).toEqual([200, '{}'])
  const mail = site.mails.find(({ to }) => to === owner.email)
  expect(mail?.text).toContain(`${site.deps.settings.publicUrl}/`)
  expect(JSON.stringify(mail)).not.toContain('evil.example')
})

test('trap 46: nobody else can read or delete a factor or identity', async () => {
  const before = await storedAccount(owner)
  const { rows } = await site.deps.database.pool.query(
    'select id from auth.identities where user_id = $1',
    [owner.userId],
  )
  for (const path of [`user/identities/${rows[0].id}`, `factors/${rows[0].id}`]) {
    for (const as of [{}, { token: other.token }]) {
      const { status } = await site.ask('DELETE', `/auth/v1/${path}`, as)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
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
