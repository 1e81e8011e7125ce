import { afterAll, beforeAll, expect, test } from 'vitest'
import { tubeCodeOf } from '../../domain/office/tube-code.ts'
import { press } from '../../test/app/presses.ts'
import { sampledEvent } from '../../test/app/samples.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'

// Acts of a real day, two of them from before an appointment with an arrival was a fact: one member
// cancelled after the sample, one moved to another event.
let site: TestApp
let day: Awaited<ReturnType<typeof sampledEvent>>
let other: Awaited<ReturnType<TestApp['event']>>
let office: { cookie: string }
let clinician: { cookie: string }
beforeAll(async () => {
  site = await openTestApp()
  other = await site.event({
    startsAt: new Date('2027-02-16T10:00:00Z'),
    endsAt: new Date('2027-02-16T12:00:00Z'),
  })
  day = await sampledEvent(site, 6)
  office = await site.staff(['office'])
  clinician = await site.staff(['clinician'])
  const at = (n: number) => ({ event: day.event, as: day.venue, appointment: day.appointments[n] })
  for (const n of [0, 1, 2]) await press(site, at(n), 'sample', { tube: tubeCodeOf(7100 + n) })
  await press(site, at(2), 'sample', { tube: tubeCodeOf(7199) })
  await press(site, at(3), 'not_sampled', { reason: 'unwell' })
  await press(site, at(4), 'arrive')

  const owner = await site.ownerPool.connect()
  await owner.query('alter table appointments disable trigger refuse_change_after_arrival')
  await owner.query(
    `update appointments set status = 'cancelled', cancelled_at = now() where id = $1`,
    [day.appointments[0]],
  )
  await owner.query('delete from places where appointment_id = $1', [day.appointments[1]])
  await site.consent(day.people[1] as never, other)
  await owner.query(
    `update appointments a set event_id = $2, consent_id = (select max(id) from consents
        where member_id = a.member_id and event_id = $2),
      slot_starts_at = $3, slot_ends_at = $3::timestamptz + interval '20 minutes' where id = $1`,
    [day.appointments[1], other.event_id, '2027-02-16T10:00:00Z'],
  )
  await owner.query('alter table appointments enable trigger refuse_change_after_arrival')
  owner.release()
})
afterAll(() => site.close())

const get = async (url: string, as = office) =>
  (await site.ask('GET', `/api/office${url}`, { as })).body
const COUNTS = { sampled: 3, not_sampled: 1, arrived: 1, did_not_attend: 0, expected: 1 }

test('the event page has one sum, and counts samples where they were taken', async () => {
  const { day: counted } = await get(`/events/${day.event.event_id}`)
  expect(counted).toMatchObject({ booked: 6, tubes: 4, ...COUNTS })
  const { booked, closed_at: _, closed_by: __, tubes: ___, ...parts } = counted
  expect(Object.values<number>(parts).reduce((sum, n) => sum + n)).toBe(booked)
})

test('figures and failsafe sheet agree with it', async () => {
  const { events } = await get('/figures/2027', clinician)
  const figures = events.find((one: { event_id: number }) => one.event_id === day.event.event_id)
  expect(figures).toMatchObject({ booked: 6, came: 5, sampled: 3 })
  const elsewhere = events.find((one: { event_id: number }) => one.event_id === other.event_id)
  expect(elsewhere).toMatchObject({ booked: 0, came: 0, sampled: 0 })
  const sheet = await get(`/events/${day.event.event_id}/failsafe-sheet`)
  expect(sheet).toMatchObject({ booked: 6, sampled: 3 })
  expect(sheet.open).toMatchObject({ at_the_venue: 2, on_the_way: 3 })
})

test('the laboratory form lists the tubes that were taken there, and no other event does', async () => {
  const url = `/api/office/days/${day.event.event_id}/laboratory-form.csv`
  const headers = { 'sec-fetch-site': 'same-origin', cookie: office.cookie }
  const { body: raw } = await site.app.inject({ method: 'GET', url, headers })
  for (const tube of [7100, 7101, 7102, 7199]) expect(raw).toContain(tubeCodeOf(tube))
  const { data: forms } = await get('/laboratory-forms')
  expect(forms).toMatchObject([{ event_id: day.event.event_id, tubes: 4 }])
  const sheet = await get(`/events/${other.event_id}/failsafe-sheet`)
  expect(sheet).toMatchObject({ booked: 0, sampled: 0 })
})

test('a day that was cancelled after somebody came stays in figures and on the tablets', async () => {
  await site.ownerPool.query(
    `update events set status = 'cancelled', cancelled_at = now() where id = $1`,
    [day.event.event_id],
  )
  const { events } = await get('/figures/2027', clinician)
  expect(events).toHaveLength(2)
  const { data } = await get('/days')
  expect(data.map((one: { event_id: number }) => one.event_id)).toContain(day.event.event_id)
})
