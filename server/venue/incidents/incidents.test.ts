// Incidents of a day: who records and reads them, what is added, and until when a clinician has to look.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLookedAt } from '../../../domain/office/incidents.ts'
import { addDays, ukInstant } from '../../../domain/uk-time.ts'
import { bookedId } from '../../../test/app/bookings.ts'
import { everythingAsText } from '../../../test/app/test-app.queries.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

type Person = Awaited<ReturnType<TestApp['staff']>>

let site: TestApp
let clerk: Person
let clinician: Person
let day: { id: number; date: string; appointmentId: number; memberId: number; cookie: string }
beforeAll(async () => {
  site = await openTestApp()
  const event = await site.event()
  const member = await site.member({ firstName: 'Frank', lastName: 'Fallen' })
  await site.consent(member, event)
  const appointmentId = await bookedId(site, member, event, '10:00')
  const { event_id: id, event_date: date } = event
  site.moveTo(ukInstant(date, '10:30'))
  clerk = await site.staff(['office'])
  clinician = await site.staff(['clinician'])
  day = {
    id,
    date,
    appointmentId,
    memberId: member.id,
    cookie: await site.signIn(member.userId, member.email),
  }
})
afterAll(() => site.close())

const url = () => `/api/office/days/${day.id}/incidents`
const record = (body: object = {}, as = clerk, key: string = crypto.randomUUID()) =>
  site.ask('POST', url(), {
    as,
    body: {
      kind: 'fainted',
      appointment_id: day.appointmentId,
      time: '10:20',
      text: 'Feet up, water, well after 10 minutes',
      ...body,
    },
    headers: { 'idempotency-key': key },
  })
const read = async (as = clerk) => (await site.ask('GET', url(), { as })).body
const add = (id: number, verb: 'notes' | 'look', body: object, as = clinician) =>
  site.ask('POST', `${url()}/${id}/${verb}`, { as, body })
const open = async () =>
  (await site.ask('GET', '/api/office/today', { as: clinician })).body.incidents ?? 0
const ofId = (all: { incidents: { incident_id: number }[] }, id: number) =>
  all.incidents.find((one) => one.incident_id === id)

test('is recorded once, sealed, and waits on Today until a clinician has looked', async () => {
  const key = crypto.randomUUID()
  const answers = [await record({}, clerk, key), await record({}, clerk, key)]
  const [id, again] = answers.map(({ body }) => body.incident_id)
  expect(again).toBe(id)
  expect(await open()).toBe(1)
  expect(ofId(await read(clinician), id)).toMatchObject({
    kind: 'fainted',
    person: { name: 'Frank Fallen', time: '10:00' },
    happened_at: ukInstant(day.date, '10:20').toISOString(),
    is_looked_at: false,
    entries: [{ act: 'recorded', by: clerk.name }],
  })
  expect(await everythingAsText(site.deps.database.db)).not.toMatch(/Feet up|fainted/)
  expect((await add(id, 'look', { text: 'No follow-up', after: 1 }, clerk)).status).toBe(403)
  const both = await Promise.all(
    [1, 2].map(() => add(id, 'look', { text: 'No follow-up', after: 1 })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await open()).toBe(0)
  const list = await site.ask('GET', '/api/office/incidents?tab=looked at', { as: clinician })
  expect(list.body.data).toMatchObject([{ incident_id: id, name: 'Frank Fallen' }])
  // Words that come later bring it back.
  expect((await add(id, 'notes', { text: 'It was the left arm', after: 2 }, clerk)).status).toBe(
    200,
  )
  expect(await open()).toBe(1)
  await add(id, 'look', { text: 'Seen', after: 3 })
  const acts = (ofId(await read(), id) as unknown as { entries: { act: 'added' }[] }).entries
  expect([acts.map(({ act }) => act), isLookedAt(acts)]).toEqual([
    ['recorded', 'looked at', 'added', 'looked at'],
    true,
  ])
  await expect(site.deps.database.db.execute('delete from incident_entries')).rejects.toThrow()
})

test('a helper reads their own, the lead all, and nobody else any', async () => {
  const [helper, other] = [
    await site.staff(['venue'], { eventIds: [day.id] }),
    await site.staff(['venue'], { eventIds: [day.id] }),
  ]
  const lead = await site.staff(['venue'], { eventIds: [day.id], leads: [day.id] })
  const { body } = await record({ kind: 'needle injury of a helper', appointment_id: null }, helper)
  const id = body.incident_id
  const sees = async (as: Person) => ofId(await read(as), id) !== undefined
  expect([await sees(helper), await sees(other), await sees(lead)]).toEqual([true, false, true])
  expect((await add(id, 'notes', { text: 'x', after: 1 }, other)).status).toBe(404)
  expect((await add(id, 'notes', { text: 'Washed', after: 1 }, helper)).status).toBe(200)
  for (const role of ['treasurer', 'admin'] as const)
    expect((await site.ask('GET', url(), { as: await site.staff([role]) })).status).toBe(403)
  const elsewhere = await site.event()
  const path = `/api/office/days/${elsewhere.event_id}/incidents/${id}/notes`
  const wrong = await site.ask('POST', path, { as: clerk, body: { text: 'x', after: 2 } })
  expect(wrong.status).toBe(404)
})

test('a time to come, somebody who is not booked and a day to come are refused', async () => {
  expect((await record({ time: '10:31' })).body.code).toBe('invalid_request')
  expect((await record({ appointment_id: 999_999 })).body.code).toBe('invalid_request')
  expect((await record({ text: ' ' })).status).toBe(400)
  const later = await site.event({
    startsAt: new Date(site.deps.now().getTime() + 7 * 86_400_000),
    endsAt: new Date(site.deps.now().getTime() + 7 * 86_400_000 + 3_600_000),
  })
  const body = { kind: 'other', appointment_id: null, time: '09:00', text: 'x' }
  const path = `/api/office/days/${later.event_id}/incidents`
  expect((await site.ask('POST', path, { as: clerk, body })).body.code).toBe('day_not_begun')
})

test('an incident from a tablet is recorded once under its id, however late and whichever account sends it', async () => {
  const walkIn = crypto.randomUUID()
  const sent = { id: crypto.randomUUID(), time: '10:15', text: 'Sat down' }
  const ids = await Promise.all([record(sent), record(sent), record(sent, clinician)])
  expect(new Set(ids.map(({ body }) => body.incident_id)).size).toBe(1)
  const elsewhere = await site.event({ startsAt: site.deps.now() })
  const other = await site.ask('POST', `/api/office/days/${elsewhere.event_id}/incidents`, {
    as: clerk,
    body: { ...sent, kind: 'other', appointment_id: null },
  })
  expect(other.status).toBe(400)
  const gone = { id: crypto.randomUUID(), appointment_id: null, walk_in: walkIn, time: '23:50' }
  const { body } = await record({ ...gone, person_name: 'Walter Gone, 10:20', text: 'Bruise' })
  expect(ofId(await read(), body.incident_id)).toMatchObject({
    person: null,
    happened_at: site.deps.now().toISOString(),
    entries: [{ text: 'Walter Gone, 10:20: Bruise' }],
  })
})

test('the member reads it in the copy of their data; what a clinician decided is not in that of the office', async () => {
  const { body } = await record({ text: 'Sat down for a while' })
  await add(body.incident_id, 'look', { text: 'Call them on Monday', after: 1 })
  const own = await site.ask('GET', '/api/my-data', { as: day })
  const notes = JSON.stringify(own.body.notes)
  expect(notes).toContain('Sat down for a while')
  expect(notes).toContain('Call them on Monday')
  const copy = await site.ask('POST', `/api/office/members/${day.memberId}/copy`, { as: clerk })
  expect(JSON.stringify(copy.body.notes)).not.toContain('Call them on Monday')
})

test('a day that ends after midnight has two dates to choose from', async () => {
  const night = { date: addDays(day.date, 1), time: '00:10' }
  expect((await record(night)).body.fields).toMatchObject([{ field: 'date' }])
  site.moveTo(ukInstant(night.date, '00:20'))
  const by = await site.staff(['office'])
  const { body } = await record(night, by)
  expect(ofId(await read(by), body.incident_id)).toMatchObject({
    happened_at: ukInstant(night.date, '00:10').toISOString(),
  })
  expect((await record({ ...night, time: '00:30' }, by)).body.fields).toMatchObject([
    { field: 'time' },
  ])
  for (const n of [-1, 2])
    expect((await record({ date: addDays(day.date, n) }, by)).body.fields).toMatchObject([
      { field: 'date' },
    ])
})
