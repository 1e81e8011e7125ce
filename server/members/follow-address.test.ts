// E-mail address changes, against the embedded authentication service.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AuthMessage } from '../../auth/deps.ts'
import { makeSigningKeys } from '../../auth/tokens/keys.ts'
import { sampleRow } from '../../test/app/test-app.queries.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { buildApp } from '../app.ts'
import { openEmbeddedAuth } from '../auth-gateway/embedded-auth.ts'
import type { App } from '../deps.ts'
import { makeFieldKeys } from '../platform/field-keys.ts'
import { insertMember } from './members.queries.ts'

const PASSWORD = 'heron-on-the-weir'
const OLD = 'old-address@example.org'
const NEW = 'new-address@example.org'
let site: TestApp
let auth: Awaited<ReturnType<typeof openEmbeddedAuth>>
let app: App
const letters: AuthMessage[] = []

beforeAll(async () => {
  site = await openTestApp()
  const { database, now, settings } = site.deps
  auth = await openEmbeddedAuth({
    ...{ pool: database.pool, now, publicUrl: settings.publicUrl, confirmEmail: false },
    signingKeys: JSON.stringify(await makeSigningKeys()),
    fieldKeys: makeFieldKeys(),
    mail: async (message) => void letters.push(message),
  })
  app = await buildApp({ ...site.deps, auth }, { servePages: async () => undefined })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await auth.close()
  await site.close()
})

type Cookies = Record<string, string>

function ask(method: 'GET' | 'POST' | 'PUT', url: string, cookies: Cookies, more: object = {}) {
  const { token, body }: { token?: string; body?: object } = more
  return app.inject({
    ...{ method, url, cookies },
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { payload: body }),
  })
}

async function signIn(email: string) {
  const body = { email, password: PASSWORD }
  const response = await ask('POST', '/auth/v1/token?grant_type=password', {}, { body })
  const cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))
  return { status: response.statusCode, token: response.json().access_token, cookies }
}

async function confirm(address: string) {
  await auth.idle()
  const text = letters.findLast(({ to }) => to === address)?.text ?? ''
  const token_hash = /token_hash=([\w-]+)/.exec(text)?.[1]
  return ask('POST', '/auth/v1/verify', {}, { body: { type: 'email_change', token_hash } })
}

const storedAddresses = async (userId: string) => {
  const { rows } = await site.deps.database.pool.query(
    `select u.email as account, m.email as profile, i.email as identity
     from auth.users u join members m on m.user_id = u.id join auth.identities i on i.user_id = u.id
     where u.id = $1`,
    [userId],
  )
  return rows[0]
}

test('profile, sign-in, bookings and mails follow the address when both sides have confirmed it', async () => {
  const { db } = site.deps.database
  const { id: userId } = await auth.createUser({ email: OLD, password: PASSWORD })
  const member = await insertMember(db, { ...sampleRow, email: OLD, userId })
  const before = await signIn(OLD)
  const changed = await ask('PUT', '/auth/v1/user', before.cookies, {
    ...{ token: before.token, body: { email: NEW } },
  })
  expect(changed.json()).toMatchObject({ email: OLD, new_email: NEW })
  expect((await confirm(NEW)).json()).toMatchObject({ code: '200' })
  expect(await storedAddresses(userId)).toEqual({ account: OLD, profile: OLD, identity: OLD })

  const confirmed = await confirm(OLD)
  expect(confirmed.json().user.email).toBe(NEW)
  expect(await storedAddresses(userId)).toEqual({ account: NEW, profile: NEW, identity: NEW })
  const { rows } = await site.deps.database.pool.query(
    `select actor_user_id, details from audit_log where subject = $1`,
    [`member ${member?.id}`],
  )
  expect(rows).toEqual([
    { actor_user_id: userId, details: { changed: ['email'], before: {}, after: {} } },
  ])
  expect(JSON.stringify(rows)).not.toContain('@')

  // The requesting session is ended on the site too, and the old address cannot sign in.
  expect((await ask('GET', '/api/auth/profile', before.cookies)).statusCode).toBe(401)
  expect((await signIn(OLD)).status).toBe(400)
  const { cookies } = await signIn(NEW)
  const profile = await ask('GET', '/api/auth/profile', cookies)
  expect(profile.json().userProfile.email).toBe(NEW)
  const url = `/api/auth/profile?email=${encodeURIComponent(NEW)}`
  const phone = { phone: '447700900555' }
  expect((await ask('PUT', url, cookies, { body: phone })).statusCode).toBe(200)

  const event = await site.event()
  await site.consent({ id: member?.id ?? 0 }, event)
  const booked = await ask('POST', '/api/appointments', cookies, {
    body: { eventId: event.event_id, appointmentStartTime: '10:20' },
  })
  expect(booked.json().appointment.email).toBe(NEW)
  await vi.waitFor(() => expect(site.mails.map(({ to }) => to)).toEqual([NEW]))
})

test('an account without a profile changes its address too', async () => {
  const email = 'no-profile@example.org'
  await auth.createUser({ email, password: PASSWORD })
  const { token, cookies } = await signIn(email)
  await ask('PUT', '/auth/v1/user', cookies, { token, body: { email: 'later@example.org' } })
  await confirm('later@example.org')
  expect((await confirm(email)).json().user.email).toBe('later@example.org')
})
