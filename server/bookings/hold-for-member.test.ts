import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { hold as holdOwn } from '../../test/app/bookings.ts'
import { consentFormFor } from '../../test/app/consent-form.ts'
import { exampleEvent } from '../../test/app/example-event.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { brokenInvariants } from '../../test/invariants/booking-invariants.queries.ts'

const START = new Date('2027-01-12T09:00:00Z')
const { eventId: _, psaTestDate: __, ...answers } = consentFormFor(exampleEvent())
type Caller = Awaited<ReturnType<TestApp['staff']>>
let site: TestApp
let clerk: Caller
let colleague: Caller
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
beforeEach(async () => {
  site.moveTo(START)
  clerk = await site.staff(['office'])
  colleague = await site.staff(['office'])
})
afterAll(async () => {
  expect(await brokenInvariants(site.deps.database.db, site.deps.now())).toEqual([])
  await site.close()
})

type Person = { id: number }
const later = (minutes: number) => site.moveTo(new Date(START.getTime() + minutes * MINUTE_MS))
const at = (event: CharityEvent, time: string) => ({
  event_id: event.event_id,
  date: event.event_date,
  time,
})
const hold = (member: Person, event: CharityEvent, time: string, as = clerk, key?: string) =>
  site.ask('POST', `/api/office/members/${member.id}/holds`, {
    as,
    body: at(event, time),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
const release = (member: Person, holdId: string, as = clerk) =>
  site.ask('DELETE', `/api/office/members/${member.id}/holds/${holdId}`, { as })
const book = (member: Person, event: CharityEvent, time: string, as = clerk) =>
  site.ask('POST', '/api/office/appointments', {
    as,
    body: {
      member_id: member.id,
      ...at(event, time),
      payment: 'at_venue',
      consent: { channel: 'telephone', answers },
    },
  })
const timesFor = async (member: Person, event: CharityEvent) => {
  const url = `/api/office/events/${event.event_id}/times?member_id=${member.id}`
  const { times } = (await site.ask('GET', url, { as: clerk })).body
  return times.map(({ time }: { time: string }) => time)
}
const query = async (text: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(text, values)).rows
/** One place, at 10:00. */
const lastPlace = () => site.event({ places: 1 })
const people = async () => [await site.member(), await site.member()] as const

test('of two clerks at the last place the first holds it, and the second reads that it is taken', async () => {
  const [event, [one, other]] = [await lastPlace(), await people()]
  const held = await hold(one, event, '10:00')
  expect([held.status, held.body]).toEqual([
    201,
    {
      hold_id: expect.any(String),
      slot: '10:00',
      expires_at: new Date(START.getTime() + 15 * MINUTE_MS).toISOString(),
    },
  ])
  const refused = await hold(other, event, '10:00', colleague)
  expect([refused.status, refused.body.code]).toEqual([409, 'slot_taken'])
  expect(await timesFor(other, event)).toEqual([])
  expect(await timesFor(one, event)).toEqual(['10:00'])
  expect((await book(other, event, '10:00', colleague)).body.code).toBe('slot_taken')

  expect((await book(one, event, '10:00')).status).toBe(201)
  expect(await query('select from places where held_by = $1', one.id)).toEqual([])
})

test('two clerks at the same moment: one of them holds the last place', async () => {
  const [event, [one, other]] = [await lastPlace(), await people()]
  const answers = await Promise.all([
    hold(one, event, '10:00'),
    hold(other, event, '10:00', colleague),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

test('a hold ends after 15 minutes, and the other clerk books the place', async () => {
  const [event, [one, other]] = [await lastPlace(), await people()]
  await hold(one, event, '10:00')
  later(14)
  expect((await hold(other, event, '10:00', colleague)).status).toBe(409)
  later(15)
  expect((await book(other, event, '10:00', colleague)).status).toBe(201)
  expect((await book(one, event, '10:00')).body.code).toBe('slot_taken')
})

test('another time moves the hold, and leaving gives it back', async () => {
  const event = await site.event({ places: 6 })
  const [one, other] = await people()
  const { body: first } = await hold(one, event, '10:00')
  const { body: second } = await hold(one, event, '10:20')
  expect(await timesFor(other, event)).not.toContain('10:20')
  expect(await timesFor(other, event)).toContain('10:00')
  // A hold that has moved is no longer there to be released.
  expect((await release(one, first.hold_id)).status).toBe(404)
  expect((await release(other, second.hold_id)).status).toBe(404)
  expect((await release(one, second.hold_id)).status).toBe(204)
  expect(await timesFor(other, event)).toContain('10:20')
})

test('a request that is repeated with its key holds once', async () => {
  const [event, [one]] = [await lastPlace(), await people()]
  const key = randomUUID()
  const answers = [
    await hold(one, event, '10:00', clerk, key),
    await hold(one, event, '10:00', clerk, key),
  ]
  expect(answers[1]?.body).toEqual(answers[0]?.body)
})

test('a clerk holds a time for a member twice, then the end stays', async () => {
  const [event, [one]] = [await site.event({ places: 6 }), await people()]
  const ends: string[] = []
  for (const minute of [0, 5, 10]) {
    later(minute)
    ends.push((await hold(one, event, '10:00')).body.expires_at)
  }
  expect(ends.map((end) => (Date.parse(end) - START.getTime()) / MINUTE_MS)).toEqual([15, 20, 20])
  later(20)
  expect((await hold(one, event, '10:00')).body.code).toBe('held_before')
  // It can be booked without a hold.
  expect((await book(one, event, '10:00')).status).toBe(201)
})

test('a place that is kept back is held after the others, and booked from the hold', async () => {
  const [event, [one, other]] = [await lastPlace(), await people()]
  await query('update places set is_kept_back = true where event_id = $1', event.event_id)
  expect((await holdOwn(site, await site.member(), event, '10:00')).status).toBe(409)
  expect((await hold(one, event, '10:00')).status).toBe(201)
  // Chosen again, it is the same place.
  expect((await hold(one, event, '10:00')).status).toBe(201)
  expect(await timesFor(one, event)).toEqual(['10:00'])
  expect(await timesFor(other, event)).toEqual([])
  expect((await book(other, event, '10:00', colleague)).body.code).toBe('slot_taken')
  expect((await book(one, event, '10:00')).status).toBe(201)
})

test('a held place that is kept back stays the same when another of its time comes free', async () => {
  const [event, [one, other]] = [await site.event({ places: 12 }), await people()]
  const keepBack = 'update places set is_kept_back = place_number = 1 where event_id = $1'
  await query(keepBack, event.event_id)
  const { body } = await hold(other, event, '10:00', colleague)
  expect((await hold(one, event, '10:00')).status).toBe(201)
  expect((await release(other, body.hold_id)).status).toBe(204)
  expect((await hold(one, event, '10:00')).status).toBe(201)
  const held = 'select place_number from places where held_by = $1'
  expect(await query(held, one.id)).toEqual([{ place_number: 1 }])
})

test('what would refuse the booking refuses the hold, before the consent is read out', async () => {
  const labId = await site.lab({ requiresNhsNumber: true })
  const [event, one] = [await site.event(), await site.member()]
  const withNumber = await site.event({ labId })
  const codeOf = async (member: Person, of = event, time = '10:00') =>
    (await hold(member, of, time)).body.code
  expect(await codeOf(one, withNumber)).toBe('nhs_number_required')
  expect(await codeOf(one, event, '10:05')).toBe('slot_taken')
  expect((await book(one, event, '10:00')).status).toBe(201)
  expect(await codeOf(one)).toBe('duplicate')
  expect(await codeOf(one, await site.event())).toBe('existing_booking')
  expect(await codeOf({ id: 999_999 })).toBe('not_found')
})

test('many clerks of one office hold more places of an event than one address may', async () => {
  const event = await site.event({ places: 12 })
  const times = ['10:00', '10:20', '10:40', '11:00', '11:20', '11:40']
  for (const time of times) {
    const member = await site.member()
    expect((await hold(member, event, time)).status).toBe(201)
  }
  // Nor do the holds of the office count for members at its address.
  expect((await holdOwn(site, await site.member(), event, '10:00')).status).toBe(201)
})
