import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, ukDate } from '../../../domain/uk-time.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'

const START = new Date('2027-01-12T09:00:00Z')
const URL = '/api/my-data/erasure-request'
let site: TestApp
let member: TestMember
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  member = await site.member()
})

const ask = (method: 'GET' | 'POST' | 'DELETE', as = member) => site.ask(method, URL, { as })
const rows = async (query: string) => (await site.deps.database.db.execute(query)).rows
const mailsAbout = (member: TestMember) =>
  site.mails
    .filter(({ to, text }) => to === member.email || text.includes(member.email))
    .map(({ to, subject }) => [to, subject])

test('is shown with its date, mailed to member and office, and can be taken back', async () => {
  expect((await ask('GET')).body).toEqual({ request: null })
  const asked = { request: { asked_at: START.toISOString() } }
  expect(await ask('POST')).toMatchObject({ status: 200, body: asked })
  expect((await ask('GET')).body).toEqual(asked)
  await until(() => expect(mailsAbout(member)).toHaveLength(2))
  expect(mailsAbout(member).sort()).toEqual([
    [member.email, 'You asked us to erase your data'],
    ['office@example.org', `Member ${member.id} has asked us to erase their data`],
  ])
  const mail = site.mails.find(({ to }) => to === member.email)
  expect(mail?.text).toContain('8 years after your last appointment')

  site.moveTo(new Date('2027-01-13T09:00:00Z'))
  expect(await ask('DELETE')).toMatchObject({ status: 200, body: { request: null } })
  expect((await ask('GET')).body).toEqual({ request: null })
  await until(() => expect(mailsAbout(member)).toHaveLength(4))
  const audit = await rows(
    `select action from audit_log where member_id = ${member.id} and action like 'erasure%' order by id`,
  )
  expect(audit.map(({ action }) => action)).toEqual(['erasure asked for', 'erasure taken back'])
  expect((await ask('POST')).body).toEqual({ request: { asked_at: '2027-01-13T09:00:00.000Z' } })
})

test('asked twice, or taken back when there is none, writes nothing more', async () => {
  await ask('DELETE')
  await Promise.all(Array.from({ length: 5 }, () => ask('POST')))
  const before = await site.stored()
  site.moveTo(new Date('2027-01-13T09:00:00Z'))
  expect((await ask('POST')).body).toEqual({ request: { asked_at: START.toISOString() } })
  expect(await site.stored()).toEqual(before)
  expect(await rows(`select * from erasure_requests where member_id = ${member.id}`)).toHaveLength(
    1,
  )
})

test('the database refuses two at once', async () => {
  await ask('POST')
  const second = rows(
    `insert into erasure_requests (member_id, asked_at) values (${member.id}, now())`,
  )
  await expect(second).rejects.toThrow()
})

describe('is refused, and nothing is written,', () => {
  async function refused() {
    const before = await site.stored()
    const { status, body } = await ask('POST')
    expect(await site.stored()).toEqual(before)
    return [status, body.code]
  }

  test('while an appointment lies ahead, until it is over', async () => {
    const event = await site.event()
    await site.consent(member, event)
    const body = { eventId: event.event_id, appointmentStartTime: '10:20' }
    await site.ask('POST', '/api/appointments', { as: member, body })
    expect(await refused()).toEqual([409, 'erasure_after_appointment'])
    site.moveTo(new Date(`${addDays(ukDate(START), 14)}T12:00:00Z`))
    expect((await ask('POST')).status).toBe(200)
  })

  test.each([
    ['capturing', null, 409],
    ['pending review', null, 409],
    ['finalised', 'queued', 409],
    ['finalised', 'done', 200],
    ['declined', null, 200],
  ])('with a payment %s and a refund %s: %i', async (state, refund, status) => {
    const event = await site.event()
    await rows(
      `with paid as (insert into payments (id, member_id, event_id, slot_starts_at, state, amount_pence,
         description, invoice_id, create_request_id, created_at, updated_at)
       values (gen_random_uuid(), ${member.id}, ${event.event_id}, now(), '${state}', 2500, 'a',
         gen_random_uuid(), gen_random_uuid(), now(), now()) returning id)
       insert into refunds (id, payment_id, amount_pence, reason, state, request_id, created_at, updated_at)
       select gen_random_uuid(), id, 100, 'a', '${refund}', gen_random_uuid(), now(), now()
       from paid where ${refund !== null}`,
    )
    expect((await ask('POST')).status).toBe(status)
  })
})
