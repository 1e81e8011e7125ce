import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '../../../domain/durations.ts'
import { limitTexts } from '../../../domain/office/limit-settings.ts'
import { book, bookedId, consentingMembers } from '../../../test/app/bookings.ts'
import { cancelDay } from '../../../test/app/cancel-day.ts'
import { testLimits } from '../../../test/app/settings.ts'
import { payByCard } from '../../../test/app/test-app.queries.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { cancel, fullEvent, join, waitingListOf } from '../../../test/app/waiting.ts'

type Person = Awaited<ReturnType<TestApp['staff']>>
let site: TestApp
let admin: Person
let clerk: Person
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  admin = await site.staff(['admin'])
  clerk = await site.staff(['office'])
})
afterAll(() => site.close())

const ORIGINAL = limitTexts(testLimits)
const read = async (group: string) =>
  (await site.ask('GET', `/api/office/settings/${group}`, { as: admin })).body.history[0]
const inForce = async () => (await site.ask('GET', '/api/office/limits', { as: clerk })).body

/** Changes some limits of the group. */
async function save(group: string, changed: object, as = admin) {
  const { version, values } = await read(group)
  const body = { version, values: { ...values, ...changed } }
  return site.ask('PUT', `/api/office/settings/${group}`, { as, body })
}
async function set(group: string, changed: object) {
  const { status, body } = await save(group, changed)
  expect([status, body.values]).toMatchObject([200, changed])
}
/** As they came with the program. */
const putBack = (group: string) => save(group, ORIGINAL)

async function bookedEvent(count: number) {
  const event = await site.event({ places: 24, pricePence: 0 })
  for (const member of await consentingMembers(site, count, [event]))
    expect((await book(site, member, event, '10:00')).status).toBe(201)
  return { eventId: event.event_id }
}

test('how many members one person decides about, and how long it can be stopped, are those in force', async () => {
  await set('two_people', { one_person_members: '1', stop_minutes: '30' })
  const of = await bookedEvent(2)
  const { bulk_action_id: id } = (await cancelDay(site, { ...of, as: clerk })).body
  const action = async () =>
    (await site.ask('GET', `/api/office/bulk-actions/${id}`, { as: clerk })).body
  const inThirty = new Date(site.deps.now().getTime() + 30 * 60_000).toISOString()
  const waits = { state: 'waits for a second person', tells_at: inThirty }
  expect(await action()).toMatchObject({
    ...waits,
    preview: { second_person_reasons: ['members'] },
  })

  expect((await putBack('two_people')).status).toBe(200)
  expect(await inForce()).toEqual(ORIGINAL)
  expect(await action()).toMatchObject(waits)
  const other = await bookedEvent(2)
  const at = await cancelDay(site, { ...other, as: await site.staff(['office']) })
  const second = await site.ask('GET', `/api/office/bulk-actions/${at.body.bulk_action_id}`, {
    as: clerk,
  })
  expect(second.body.state).toBe('running')
})

test('what one person refunds alone is what is in force, in pounds', async () => {
  const treasurer = await site.staff(['treasurer'])
  const event = await site.event({ pricePence: 10_000 })
  const [member] = await consentingMembers(site, 1, [event])
  if (!member) throw new Error('nobody is there')
  const appointmentId = await bookedId(site, member, event)
  const taken = { capturedPence: 10_000, feePence: 0, at: site.deps.now() }
  const paymentId = await payByCard(site.deps.database.db, appointmentId, taken)
  const alone = async () =>
    (await site.ask('GET', `/api/office/payments/${paymentId}`, { as: treasurer })).body.alone_pence
  expect(await alone()).toBe(100_000)
  await set('two_people', { one_person_pence: '60.50' })
  expect(await alone()).toBe(6_050)
  const { body } = await site.ask('POST', `/api/office/payments/${paymentId}/refunds`, {
    as: treasurer,
    body: { pence: 6_051, reason: 'The hall was closed.' },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(body.refunds).toEqual([])
  await putBack('two_people')
  expect(await alone()).toBe(100_000)
})

test('a place is offered for as long as is in force then, and the page says how long', async () => {
  const { event, booked } = await fullEvent(site)
  const [place] = booked
  const [first] = await consentingMembers(site, 1, [event])
  if (!place || !first) throw new Error('nobody is there')
  expect((await join(site, first, event)).status).toBe(200)
  const { event_id: eventId } = event
  const inHours = (n: number) => new Date(site.deps.now().getTime() + n * HOUR_MS).toISOString()
  const offered = async () => (await waitingListOf(site, first, event)).wait?.offer?.until
  const said = async () => (await site.ask('GET', `/api/events/${eventId}`)).body.offer_hours
  await set('waiting_list', { offer_hours: '3' })
  expect(await said()).toBe(3)
  await cancel(site, place)
  expect(await offered()).toBe(inHours(3))
  await putBack('waiting_list')
  expect(await said()).toBe(12)
  expect(await offered()).toBe(inHours(3))
})

test.each([
  ['two_people', { one_person_refunds: '0' }],
  ['two_people', { one_person_refunds: '501' }],
  ['two_people', { one_person_refunds: '-5' }],
  ['two_people', { one_person_refunds: '5.5' }],
  ['two_people', { one_person_members: '' }],
  ['two_people', { one_person_members: 'nine' }],
  ['two_people', { one_person_pence: '49.99' }],
  ['two_people', { one_person_pence: '5000.01' }],
  ['two_people', { one_person_pence: '1e3' }],
  ['two_people', { stop_minutes: '4' }],
  ['waiting_list', { offer_hours: '1' }],
  ['waiting_list', { offer_hours: '73' }],
  ['reminders', { reminder_days: '3' }],
  ['reminders', { reminder_days: '22' }],
] as const)('%s: %o is refused by its field', async (group, wrong) => {
  const { status, body } = await save(group, wrong)
  const [field] = Object.keys(wrong)
  expect([status, body.fields]).toMatchObject([400, [{ field }]])
  expect(body.fields[0].message).toMatch(/From .* to .*\.$/)
  expect(await inForce()).toEqual(ORIGINAL)
})

test('an amount is typed in any usual way', async () => {
  await save('two_people', { one_person_pence: ' £1,250.00 ' })
  expect((await read('two_people')).values.one_person_pence).toBe('1250')
  await putBack('two_people')
})

test.each(['two_people', 'waiting_list', 'reminders'])(
  '%s is changed by an admin alone',
  async (group) => {
    for (const role of ['treasurer', 'clinician', 'office', 'venue'] as const)
      expect((await save(group, {}, await site.staff([role]))).status).toBe(403)
    for (const role of ['office', 'treasurer', 'clinician', 'admin'] as const) {
      const as = await site.staff([role])
      expect((await site.ask('GET', '/api/office/limits', { as })).body).toEqual(ORIGINAL)
    }
    const as = await site.staff(['venue'])
    expect((await site.ask('GET', '/api/office/limits', { as })).status).toBe(403)
  },
)

test('somebody who makes refunds does not widen what they may do alone', async () => {
  const both = await site.staff(['admin', 'treasurer'])
  const wider = { one_person_pence: '1000.01', stop_minutes: '9' }
  const { status, body } = await save('two_people', wider, both)
  expect([status, body.fields]).toMatchObject([
    400,
    [{ field: 'one_person_pence' }, { field: 'stop_minutes' }],
  ])
  const narrower = { one_person_pence: '500', stop_minutes: '20' }
  expect((await save('two_people', narrower, both)).status).toBe(200)
  expect((await save('two_people', ORIGINAL, both)).status).toBe(200)
  expect((await save('two_people', wider)).status).toBe(200)
  await putBack('two_people')
})

test('another process judges by a new limit at once, and facts stay what they are', async () => {
  await set('two_people', { one_person_members: '3' })
  const { site: said, database } = site.deps
  expect(await said.limits(database.db)).toEqual({ ...testLimits, one_person_members: 3 })
  expect(Object.keys((await said.present()).charity)).not.toContain('one_person_members')
  await putBack('two_people')
})
