// Help on the phone: what is sent again goes to the address that signs in, and to no other.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'
import type { AuthCall } from '../../platform/auth-service.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
let member: TestMember
let appointmentId: number
let asked: { path: string; body: object }[]
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  clerk = await site.staff(['office'])
  member = await site.member()
  const event = await site.event()
  await site.consent(member, event)
  const body = { eventId: event.event_id, appointmentStartTime: '10:20' }
  const booked = await site.ask('POST', '/api/appointments', { as: member, body })
  appointmentId = booked.body.appointment.appointment_id
  asked = []
  const { call } = site.deps.auth
  site.deps.auth.call = async (path: string, init: AuthCall) => {
    if (path !== '/otp' && path !== '/resend') return call(path, init)
    asked.push({ path, body: JSON.parse(init.body ?? '{}') })
    return Response.json({})
  }
})

const help = (body: object, as: { cookie: string } = clerk, who: { id: number } = member) =>
  site.ask('POST', `/api/office/members/${who.id}/help`, { as, body })
const mailsOf = (subject: string) =>
  site.mails.filter((mail) => mail.to === member.email && mail.subject.includes(subject))

test('a sign-in link goes to the address of the account, whatever the clerk sends along', async () => {
  const answer = await help({ send: 'sign_in_link', email: 'thief@example.org' })
  expect(answer.body).toEqual({ sent_to: member.email })
  expect(asked).toEqual([{ path: '/otp', body: { email: member.email, create_user: false } }])
  const { rows } = await site.deps.database.db.execute(
    `select actor_user_id, details from audit_log where member_id = ${member.id}
      and action = 'help sent on the phone'`,
  )
  expect(rows).toEqual([{ actor_user_id: clerk.userId, details: { sent: 'sign in link' } }])
})

test('the booking email and a consent link are sent again while the appointment is to come', async () => {
  await until(() => expect(mailsOf('is booked')).toHaveLength(1))
  const booking = { send: 'booking_email', appointment_id: appointmentId }
  expect((await help(booking)).status).toBe(200)
  await until(() => expect(mailsOf('is booked')).toHaveLength(2))
  const consent = { send: 'consent_link', appointment_id: appointmentId }
  expect((await help(consent)).status).toBe(200)
  await until(() => expect(mailsOf('consent form')).toHaveLength(1))
  const other = await site.member()
  for (const body of [booking, consent])
    expect((await help(body, clerk, other)).body.code).toBe('nothing_to_send')
  expect((await help({ send: 'booking_email' })).body.code).toBe('nothing_to_send')
  site.moveTo(new Date('2027-03-12T09:00:00Z'))
  const later = await site.staff(['office'])
  for (const body of [booking, consent])
    expect((await help(body, later)).body.code).toBe('nothing_to_send')
})

test('nothing goes to an address that nobody has proven, to the dead, or from another role', async () => {
  const { rows } = await site.owner.execute<{ id: number }>(
    `insert into members (email, first_name, last_name, gender, date_of_birth, ethnicity, phone,
        home_address, seal_id, created_at, updated_at)
      values ('typed@example.org', 'Tom', 'Typed', 'Male', '1960-01-01', 'Not stated', '', '',
        gen_random_uuid(), now(), now()) returning id::int`,
  )
  const typed = { id: Number(rows[0]?.id) }
  expect((await help({ send: 'sign_in_link' }, clerk, typed)).body.code).toBe('no_account')
  expect((await help({ send: 'sign_in_link' }, clerk, { id: 999_999 })).status).toBe(404)
  for (const role of ['venue', 'clinician', 'treasurer', 'admin'] as const)
    expect((await help({ send: 'sign_in_link' }, await site.staff([role]))).status).toBe(403)
  await site.owner.execute(`update members set died_at = now() where id = ${member.id}`)
  expect((await help({ send: 'sign_in_link' })).body.code).toBe('nothing_to_send')
  expect(asked).toEqual([])
})

test('an address gets five a day, and the confirmation of a sign-up counts too', async () => {
  for (let n = 0; n < 5; n += 1) expect((await help({ send: 'sign_in_link' })).status).toBe(200)
  expect((await help({ send: 'sign_in_link' })).status).toBe(429)
  const again = { email: 'new.member@example.org' }
  const confirm = () =>
    site.ask('POST', '/api/office/sign-up-confirmations', { as: clerk, body: again })
  expect((await confirm()).status).toBe(204)
  expect(asked.at(-1)).toEqual({ path: '/resend', body: { type: 'signup', ...again } })
  for (let n = 0; n < 4; n += 1) await confirm()
  expect((await confirm()).status).toBe(429)
})
