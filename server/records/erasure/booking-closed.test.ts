// Booking is closed while a request to be erased stands.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { book, hold } from '../../../test/app/bookings.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'

const ROUNDS = 20
const URL = '/api/my-data/erasure-request'
let site: TestApp
let member: TestMember
let event: Awaited<ReturnType<TestApp['event']>>
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  member = await site.member()
  event = await site.event()
  await site.consent(member, event)
})

const ask = () => site.ask('POST', URL, { as: member })
const CLOSED = { status: 409, body: { code: 'erasure_asked' } }

test('hold, booking, waiting list and staff are refused, until it is taken back', async () => {
  await ask()
  const before = await site.stored()
  const join = () => site.ask('POST', `/api/events/${event.event_id}/waiting-list`, { as: member })
  expect(await hold(site, member, event, '10:00')).toMatchObject(CLOSED)
  expect(await book(site, member, event, '10:00')).toMatchObject(CLOSED)
  expect(await join()).toMatchObject(CLOSED)
  const clerk = await site.staff(['office'])
  const { event_id, event_date: date } = event
  const body = { member_id: member.id, event_id, date, time: '10:00', payment: 'due' }
  expect(await site.ask('POST', '/api/office/appointments', { as: clerk, body })).toMatchObject(
    CLOSED,
  )
  const { appointments, places } = await site.stored()
  expect({ appointments, places }).toEqual({
    appointments: before.appointments,
    places: before.places,
  })

  await site.ask('DELETE', URL, { as: member })
  expect((await book(site, member, event, '10:00')).status).toBe(201)
})

test('of a booking and a request at once exactly one wins', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    member = await site.member()
    await site.consent(member, event)
    const [booked, asked] = await Promise.all([book(site, member, event, '10:00'), ask()])
    outcomes.add(`${booked.status} ${asked.status}`)
    if (booked.status === 201) {
      const url = `/api/appointments/${booked.body.appointment.appointment_id}/cancel`
      await site.ask('PUT', url, { as: member })
    }
  }
  for (const outcome of outcomes) expect(['201 409', '409 200']).toContain(outcome)
})
