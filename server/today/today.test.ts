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
        booked: 0,
        places: 6,
      },
    ],
    drafts: 0,
    open_messages: 1,
    failed_mails: 0,
    stuck_payments: 0,
    erasure_requests: null,
  })
})

test('a clinician sees none of it, an admin the erasure requests', async () => {
  expect(Object.values(await today(['clinician']))).toEqual(Array(6).fill(null))
  expect((await today(['admin'])).erasure_requests).toBe(0)
})
