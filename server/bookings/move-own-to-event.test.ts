// A member's own move to another event: one transaction, the old place kept until the new one is booked.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import { bookedId } from '../../test/app/bookings.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { brokenInvariants } from '../../test/invariants/booking-invariants.queries.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let member: TestMember
let here: CharityEvent
let there: CharityEvent
let id: number
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(async () => {
  expect(await brokenInvariants(site.deps.database.db, site.deps.now())).toEqual([])
  await site.close()
})
beforeEach(async () => {
  site.moveTo(START)
  member = await site.member()
  here = await site.event()
  there = await site.event({ name: 'Ipswich PSA screening' })
  await site.consent(member, here)
  id = await bookedId(site, member, here)
})

const move = (event: CharityEvent, time: string, as = member, more: object = {}) =>
  site.ask('PUT', `/api/appointments/${id}/move-to-event`, {
    as,
    body: {
      event_id: event.event_id,
      date: event.event_date,
      time,
      consent_confirmed: true,
      ...more,
    },
  })

async function booked() {
  const url = `/api/appointments/upcoming-appointments/user/${member.id}`
  const { body } = await site.ask('GET', url, { as: member })
  return body.appointments
    .filter((one: { status: string }) => one.status === 'booked')
    .map((one: { event_id: number; appt_time: string }) => [one.event_id, one.appt_time])
}

async function freeAt(event: CharityEvent): Promise<string[]> {
  const { body } = await site.ask('GET', `/api/events/${event.event_id}/slots`)
  return body[event.event_date].availableTimeSlots
}

test('the appointment is at the other event, the old place is free, and the consent went along', async () => {
  expect(await freeAt(here)).not.toContain('10:20')
  const { status, body } = await move(there, '11:00')
  expect([status, body.code]).toEqual([200, undefined])
  expect(body.appointment).toMatchObject({ appointment_id: id, event_id: there.event_id })
  expect(await booked()).toEqual([[there.event_id, '11:00']])
  expect(await freeAt(here)).toContain('10:20')
  expect(await freeAt(there)).not.toContain('11:00')
  const consents = await site.ask('GET', '/api/medical/consents', { as: member })
  const events = consents.body.consents.map(({ event_id }: { event_id: number }) => event_id)
  expect(events).toContain(there.event_id)
})

test('a time that is taken in between is refused with the free ones, and the old place stays', async () => {
  const other = await site.member()
  await site.consent(other, there)
  await bookedId(site, other, there, '11:00')
  const { status, body } = await move(there, '11:00')
  expect([status, body.code]).toEqual([409, 'slot_taken'])
  expect(await booked()).toEqual([[here.event_id, '10:20']])
})

test('an appointment that was cancelled in between is not moved', async () => {
  await site.ask('PUT', `/api/appointments/${id}/cancel`, { as: member })
  expect((await move(there, '11:00')).body.code).toBe('not_booked')
  expect(await booked()).toEqual([])
})

test('two tabs that move at once leave one appointment', async () => {
  const third = await site.event()
  const answers = await Promise.all([move(there, '11:00'), move(third, '11:00')])
  expect(answers.map(({ status }) => status)).toContain(200)
  expect(await booked()).toHaveLength(1)
  expect(await freeAt(here)).toContain('10:20')
})

test.each([
  ['another’s appointment', async () => move(there, '11:00', await site.member()), 'not_found'],
  ['the same event', async () => move(here, '11:00'), 'duplicate'],
  [
    'less than 48 hours before',
    async () => {
      site.moveTo(ukInstant(here.event_date, '09:00'))
      return move(there, '11:00')
    },
    'too_late_to_move',
  ],
  [
    'an event that is paid by card',
    async () => move(await site.event({ pricePence: 2500, paymentRequired: true }), '11:00'),
    'payment_required',
  ],
  [
    'an event with an access code',
    async () => move(await site.event({ accessCode: 'LODGE' }), '11:00'),
    'access_code_required',
  ],
  [
    'an unconfirmed consent',
    async () => move(there, '11:00', member, { consent_confirmed: false }),
    'invalid_request',
  ],
])('%s is refused, and the place stays', async (_what, attempt, code) => {
  const { body } = await attempt()
  expect(body.code).toBe(code)
  site.moveTo(START)
  expect(await booked()).toEqual([[here.event_id, '10:20']])
})
