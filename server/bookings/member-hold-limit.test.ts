import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let member: TestMember
let event: CharityEvent
let minutes = 0
beforeAll(async () => {
  site = await openTestApp({ now: START, settings: { rateLimitScale: 1 } })
})
afterAll(() => site.close())
beforeEach(async () => {
  minutes += 60
  site.moveTo(new Date(START.getTime() + minutes * MINUTE_MS))
  member = await site.member()
  event = await site.event({ places: 120, sessionMinutes: 1 })
})

// A slot can be held twice at most (hold-limits.test.ts), so each request takes another.
const timeAt = (n: number) => `${10 + Math.floor(n / 60)}:${String(n % 60).padStart(2, '0')}`
const hold = (n = 0, as = member) =>
  site.ask('POST', `/api/events/${event.event_id}/holds`, { as, body: { slot: timeAt(n) } })

async function holdOften(times: number) {
  for (let n = 0; n < times; n++) expect((await hold(n)).status).toBe(201)
}

test('a member may change holds sixty times in a quarter of an hour, then waits', async () => {
  await holdOften(60)
  site.moveTo(new Date(START.getTime() + minutes * MINUTE_MS + 5 * MINUTE_MS))
  const before = await site.stored()
  const refused = await hold(1)
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect(refused.headers['retry-after']).toBe('600')
  expect(await site.stored()).toEqual(before)
})

test('the member keeps the held place, may book it, and holds again when the window is over', async () => {
  await holdOften(60)
  await site.consent(member, event)
  expect((await hold(0)).status).toBe(429)
  const body = { eventId: event.event_id, appointmentStartTime: timeAt(59) }
  expect((await site.ask('POST', '/api/appointments', { as: member, body })).status).toBe(201)
  site.moveTo(new Date(START.getTime() + minutes * MINUTE_MS + 15 * MINUTE_MS))
  expect((await hold(0)).status).toBe(201)
})

test('other members hold as before, and refused requests do not count', async () => {
  await holdOften(59)
  const other = await site.member()
  expect((await hold(0, other)).status).toBe(201)
  const url = `/api/events/${event.event_id}/holds`
  const ask = (slot: string) => site.ask('POST', url, { as: member, body: { slot } })
  expect((await ask('09:30')).body.code).toBe('slot_taken')
  expect((await hold(1)).status).toBe(201)
})
