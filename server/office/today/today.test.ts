import { afterAll, beforeAll, expect, test } from 'vitest'
import { ukTime } from '../../../domain/uk-time.ts'
import { book, consentingMembers } from '../../../test/app/bookings.ts'
import { closeDay } from '../../../test/app/close-day.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { insertMessage } from '../../contact/contact.queries.ts'
import { findDuplicates } from '../../records/duplicates/find-duplicates.ts'

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
  await insertMessage(site.deps.database.db, site.deps, {
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
    days_to_close: [],
    days_to_look_at: [],
    drafts: 0,
    open_messages: 1,
    failed_mails: 0,
    stuck_payments: { count: 0, pence: 0 },
    refunds_to_confirm: null,
    owed_refunds: { count: 0, pence: 0 },
    unpaid: { count: 0, pence: 0 },
    disputed_payments: { count: 0, pence: 0 },
    unknown_notifications: null,
    actions_to_confirm: [],
    erasure_requests: null,
    merge_requests: null,
    absent_twice: 0,
    new_doubles: null,
    results: null,
    loops: { overdue: 0, telephone: 0, calls: [], of_clinicians: 0, is_round_late: false },
    late_jobs: null,
  })
})

test('a message that is held as possible spam is counted apart', async () => {
  expect(await today(['office'])).not.toHaveProperty('held_messages')
  await insertMessage(site.deps.database.db, site.deps, {
    firstName: 'Win',
    lastName: 'Now',
    email: 'win@example.org',
    phoneNumber: '07700 900119',
    message: 'http://one.example http://two.example',
    state: 'held',
    spamReason: 'links',
    receivedAt: START,
  })
  expect(await today(['office'])).toMatchObject({ open_messages: 1, held_messages: 1 })
  expect(await today(['treasurer'])).not.toHaveProperty('held_messages')
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

test('the office sees the days with somebody booked that nobody has closed', async () => {
  const hours = (n: number) => new Date(START.getTime() + n * 3_600_000)
  const event = await site.event({ name: 'Left open', startsAt: hours(100), endsAt: hours(102) })
  await site.event({ name: 'With nobody', startsAt: hours(100), endsAt: hours(102) })
  const [member] = await consentingMembers(site, 1, [event])
  if (!member) throw new Error('no member was made')
  expect((await book(site, member, event, ukTime(hours(100)))).status).toBe(201)
  const open = async () => (await today(['office'])).days_to_close
  site.moveTo(hours(101))
  expect(await open()).toEqual([])
  site.moveTo(hours(103))
  expect(await open()).toEqual([
    { event_id: event.event_id, event_name: 'Left open', event_date: event.event_date },
  ])
  expect((await today(['treasurer'])).days_to_close).toBeNull()
  const clerk = await site.staff(['office'])
  expect((await closeDay(site, event.event_id, clerk)).status).toBe(200)
  expect(await open()).toEqual([])
  site.moveTo(START)
})

test('an admin sees new records that may be one person, not old or erased ones', async () => {
  const born = { lastName: 'Twinned', dateOfBirth: '1950-01-01' }
  const doubles = async () => (await today(['admin'])).new_doubles
  const [one, other] = [await site.member(born), await site.member(born)]
  const make = (id: number, at: string) =>
    site.owner.execute(`update members set created_at = '${at}' where id = ${id}`)
  for (const { id } of [one, other]) await make(id, '2026-01-01')
  expect(await doubles()).toBe(0)
  await make(other.id, '2027-01-10')
  expect(await doubles()).toBe(1)
  await make(one.id, '2027-01-11')
  expect(await doubles()).toBe(1)
  await site.owner.execute(`update members set erased_at = now(), user_id = null,
    seal_id = user_id, is_active = false where id = ${one.id}`)
  await findDuplicates(site.deps)
  expect(await doubles()).toBe(0)
})

test('a clinician sees the results to work on, an admin the erasure requests', async () => {
  const { results, loops, clinicians_away: away, ...others } = await today(['clinician'])
  expect(away.covered).toEqual([])
  expect(loops).toMatchObject({ overdue: 0, telephone: 0 })
  expect(results).toEqual({ review: 0, second: 0, calls: 0, ready: 0 })
  expect(Object.values(others)).toEqual(Array(19).fill(null))
  const admin = await today(['admin'])
  expect([admin.erasure_requests, admin.merge_requests, admin.results]).toEqual([0, 0, null])
})
