import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { bookedId, consentingMembers, hold } from '../../test/app/bookings.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { until } from '../../test/until.ts'

const OLD = 'LODGE-2026'
const NEW = 'LODGE-2027'

let site: TestApp
let office: { cookie: string }
beforeAll(async () => {
  site = await openTestApp()
  office = await site.staff(['office'])
})
afterAll(() => site.close())

const privateEvent = () => site.event({ accessCode: OLD, contactEmail: 'host@example.org' })
const enter = (event: CharityEvent, code: string, as?: { cookie: string }) =>
  site.ask('POST', `/api/events/${event.event_id}/check-access-code`, {
    ...(as && { as }),
    body: { access_code: code },
  })
const times = async (event: CharityEvent, as: { cookie: string }) =>
  (await site.ask('GET', `/api/events/${event.event_id}/slots`, { as })).status
const replace = (event: CharityEvent, changes: object = {}) =>
  site.ask('PUT', `/api/office/events/${event.event_id}/access-code`, {
    as: office,
    body: {
      version: 1,
      access_code: NEW,
      message: `The code: ${NEW}`,
      mail_to_host: false,
      ...changes,
    },
  })

test('the old code and what it gave end at once, except for members who are booking or booked', async () => {
  const event = await privateEvent()
  const [entered, holder, booked] = await consentingMembers(site, 3, [event])
  if (!entered || !holder || !booked) throw new Error('nobody is there')
  for (const member of [entered, holder, booked])
    expect((await enter(event, OLD, member)).status).toBe(200)
  await hold(site, holder, event, '10:00')
  await bookedId(site, booked, event, '10:20')

  const { status, body } = await replace(event)
  expect([status, body.version]).toEqual([200, 2])
  expect(await Promise.all([entered, holder, booked].map((one) => times(event, one)))).toEqual([
    403, 200, 200,
  ])
  expect((await enter(event, OLD, entered)).status).toBe(403)
  expect((await enter(event, NEW, entered)).status).toBe(200)
  expect(await times(event, entered)).toBe(200)
})

test('the old code, entered while it is replaced, opens nothing afterwards', async () => {
  for (let round = 0; round < 4; round++) {
    const event = await privateEvent()
    const members = await consentingMembers(site, 6, [event])
    const [replaced, ...entered] = await Promise.all([
      replace(event),
      ...members.map((member) => enter(event, OLD, member)),
    ])
    expect(replaced.status).toBe(200)
    for (const { status } of entered) expect([200, 403]).toContain(status)
    const open = await Promise.all(members.map((member) => times(event, member)))
    expect(open).toEqual(members.map(() => 403))
  }
})

test('the host gets the text by mail, and the code is in no log', async () => {
  const event = await privateEvent()
  const message = `Dear host,\n\n${NEW}\n\nThank you`
  expect((await replace(event, { message, mail_to_host: true })).status).toBe(200)
  const mail = await until(() => {
    const [found] = site.mails.filter(({ to }) => to === 'host@example.org')
    if (!found) throw new Error('no mail yet')
    return found
  })
  expect([mail.subject, mail.text]).toEqual([
    `New access code: ${event.event_name}`,
    expect.stringContaining(message),
  ])
  const { rows } = await site.deps.database.pool.query(
    `select details from audit_log where action = 'access code replaced' and subject = $1`,
    [`event ${event.event_id}`],
  )
  expect(rows).toEqual([{ details: { mailedToHost: true } }])
})

test.each([
  ['a version that is over', { version: 7 }, 'changed_meanwhile'],
  ['a text without the code', { message: 'Hello', mail_to_host: true }, 'invalid_request'],
  ['a short code', { access_code: 'AB12' }, 'invalid_request'],
])('is refused with %s', async (_, changes, code) => {
  const event = await privateEvent()
  const { body } = await replace(event, changes)
  expect(body.code).toBe(code)
  expect((await enter(event, OLD, await site.member())).status).toBe(200)
})

test('is refused for an event that is not private, and mailed to nobody without an address', async () => {
  expect((await replace(await site.event())).body.code).toBe('not_private')
  const event = await site.event({ accessCode: OLD })
  const { body } = await replace(event, { mail_to_host: true })
  expect(body.fields[0].field).toBe('mail_to_host')
})
