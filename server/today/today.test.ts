import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { insertMessage } from '../contact/contact.queries.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())

const today = async (roles: Parameters<TestApp['staff']>[0]) =>
  (await site.ask('GET', '/api/office/today', { as: await site.staff(roles) })).body

test('the office sees its coming events, messages and mails, and not what others do', async () => {
  const hours = (n: number) => new Date(START.getTime() + n * 3_600_000)
  await site.event({ name: 'Next month' })
  const soon = await site.event({ name: 'Tomorrow', startsAt: hours(24), endsAt: hours(26) })
  await site.deps.database.pool.query(`update events set host_name = 'Ann Baker' where id = $1`, [
    soon.event_id,
  ])
  await insertMessage(site.deps.database.db, {
    firstName: 'James',
    lastName: 'Carter',
    email: 'james@example.org',
    phoneNumber: '07700 900118',
    message: 'Hello',
    state: 'received',
    spamReason: null,
    receivedAt: START,
  })
  expect(await today(['office'])).toEqual({
    events: [
      {
        event_id: soon.event_id,
        event_name: 'Tomorrow',
        event_date: '2027-01-13',
        start_time: '09:00',
        city: 'Colchester',
        host_name: 'Ann Baker',
        host_phone: null,
        contact_email: null,
        booked: 0,
        places: 6,
      },
    ],
    days: null,
    drafts: 0,
    open_messages: 1,
    failed_mails: 0,
    stuck_payments: 0,
    refunds_to_confirm: null,
    actions_to_confirm: [],
    erasure_requests: null,
    late_jobs: null,
  })
})

test('somebody at the venue sees their own days, and which of them are open now', async () => {
  const hours = (n: number) => new Date(START.getTime() + n * 3_600_000)
  const tonight = await site.event({ name: 'Tonight', startsAt: hours(9), endsAt: hours(12) })
  const later = await site.event({ name: 'Later', startsAt: hours(50), endsAt: hours(52) })
  await site.event({ name: 'Of others', startsAt: hours(9), endsAt: hours(12) })
  const eventIds = [tonight.event_id, later.event_id]
  const as = await site.staff(['venue'], { eventIds })
  const { body } = await site.ask('GET', '/api/office/today', { as })
  expect(body.events).toBeNull()
  expect(body.days).toMatchObject([
    { event_id: tonight.event_id, start: '18:00', booked: 0, is_open: true },
    { event_id: later.event_id, date: '2027-01-14', is_open: false },
  ])
  expect((await today(['venue'])).days).toEqual([])
})

test('a clinician sees none of it, an admin the erasure requests', async () => {
  expect(Object.values(await today(['clinician']))).toEqual(Array(10).fill(null))
  expect((await today(['admin'])).erasure_requests).toBe(0)
})
