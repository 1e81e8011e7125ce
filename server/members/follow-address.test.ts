// E-mail address changes, against the embedded authentication service.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedSite, openEmbeddedSite } from '../../test/app/embedded-site.ts'
import { sampleRow } from '../../test/app/test-app.queries.ts'
import { until } from '../../test/until.ts'
import { insertMember } from './members.queries.ts'

const PASSWORD = 'heron-on-the-weir'
const OLD = 'old-address@example.org'
const NEW = 'new-address@example.org'
let site: EmbeddedSite
beforeAll(async () => {
  site = await openEmbeddedSite()
})
afterAll(() => site.close())

async function signIn(email: string) {
  const { status, body, cookies: cookie } = await site.signIn(email, PASSWORD)
  return { status, as: { cookie, token: body.access_token } }
}

async function confirm(address: string) {
  await site.auth.idle()
  const text = site.mails.findLast(({ to }) => to === address)?.text ?? ''
  const token_hash = /token_hash=([\w-]+)/.exec(text)?.[1]
  return site.ask('POST', '/auth/v1/verify', { body: { type: 'email_change', token_hash } })
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
  const { id: userId } = await site.auth.createUser({ email: OLD, password: PASSWORD })
  const member = await insertMember(db, { ...sampleRow, email: OLD, userId })
  const before = await signIn(OLD)
  const changed = await site.ask('PUT', '/auth/v1/user', { ...before.as, body: { email: NEW } })
  expect(changed.body).toMatchObject({ email: OLD, new_email: NEW })
  expect((await confirm(NEW)).body).toMatchObject({ code: '200' })
  expect(await storedAddresses(userId)).toEqual({ account: OLD, profile: OLD, identity: OLD })

  const confirmed = await confirm(OLD)
  expect(confirmed.body.user.email).toBe(NEW)
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
  expect((await site.ask('GET', '/api/auth/profile', { cookie: before.as.cookie })).status).toBe(
    401,
  )
  expect((await signIn(OLD)).status).toBe(400)
  const { cookie } = (await signIn(NEW)).as
  const profile = await site.ask('GET', '/api/auth/profile', { cookie })
  expect(profile.body.userProfile.email).toBe(NEW)
  const url = `/api/auth/profile?email=${encodeURIComponent(NEW)}`
  const phone = { phone: '447700900555' }
  expect((await site.ask('PUT', url, { cookie, body: phone })).status).toBe(200)

  const event = await site.testApp.event()
  await site.testApp.consent({ id: member?.id ?? 0 }, event)
  const booking = { eventId: event.event_id, appointmentStartTime: '10:20' }
  const booked = await site.ask('POST', '/api/appointments', { cookie, body: booking })
  expect(booked.body.appointment.email).toBe(NEW)
  await until(() => expect(site.testApp.mails.map(({ to }) => to)).toEqual([NEW]))
})

test('an account without a profile changes its address too', async () => {
  const email = 'no-profile@example.org'
  await site.auth.createUser({ email, password: PASSWORD })
  const { as } = await signIn(email)
  await site.ask('PUT', '/auth/v1/user', { ...as, body: { email: 'later@example.org' } })
  await confirm('later@example.org')
  expect((await confirm(email)).body.user.email).toBe('later@example.org')
})
