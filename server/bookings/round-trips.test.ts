import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { cancel, fullEvent, join } from '../../test/app/waiting.ts'
import { type Cost, countRoundTrips } from '../../test/database/round-trips.ts'
import { buildApp } from '../app.ts'
import type { App } from '../deps.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'

let site: TestApp
/** Only the counted app uses this database's connections. */
let database: Database
let counter: ReturnType<typeof countRoundTrips>
let app: App
beforeAll(async () => {
  site = await openTestApp({ settings: { rateLimitScale: 1 } })
  database = openDatabase(site.databaseUrl, { max: 2 })
  counter = countRoundTrips(database.pool)
  app = await buildApp({ ...site.deps, database }, { servePages: async () => undefined })
})
afterAll(async () => {
  await app.close()
  await database.close()
  await site.close()
})

type Call = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string; payload?: object }
let keys = 0

/** Expects that it is done. */
async function send(member: TestMember, call: Call) {
  const sent = await ask(member, call)
  expect(sent.status).toBeLessThan(300)
  return sent
}

async function ask(member: TestMember, call: Call) {
  keys += 1
  const headers = { 'sec-fetch-site': 'same-origin', cookie: member.cookie }
  counter.reset()
  const { statusCode: status, body } = await app.inject({
    ...call,
    headers: { ...headers, 'idempotency-key': `key-${keys}` },
  })
  const cost = counter.cost()
  return { cost, status, body: body === '' ? null : JSON.parse(body) }
}

const hold = ({ event_id }: CharityEvent, slot = '10:20'): Call => ({
  method: 'POST',
  url: `/api/events/${event_id}/holds`,
  payload: { slot },
})

const calls: [string, Cost, (member: TestMember, event: CharityEvent) => Promise<Call>][] = [
  ['hold', { roundTrips: 2, durableCommits: 1 }, async (_, event) => hold(event)],
  [
    'another hold',
    { roundTrips: 2, durableCommits: 1 },
    async (member, event) => {
      await send(member, hold(event))
      return hold(event, '10:40')
    },
  ],
  [
    'release of a hold',
    { roundTrips: 2, durableCommits: 1 },
    async (member, event) => {
      const { body } = await send(member, hold(event))
      return { method: 'DELETE', url: `/api/holds/${body.hold_id}` }
    },
  ],
  ['booking', { roundTrips: 2, durableCommits: 1 }, async (_, event) => booking(event)],
  [
    'booking of a held place',
    { roundTrips: 2, durableCommits: 1 },
    async (member, event) => {
      await send(member, hold(event))
      return booking(event)
    },
  ],
  [
    'booking of a place offered to the waiting list',
    { roundTrips: 2, durableCommits: 1 },
    async (member) => {
      const { event, booked } = await fullEvent(site)
      await site.consent(member, event)
      await join(site, member, event)
      for (const one of booked) await cancel(site, one)
      return booking(event, '10:00')
    },
  ],
  [
    'move',
    { roundTrips: 16, durableCommits: 1 },
    async (member, event) => {
      const url = `${await bookedUrl(member, event)}/update`
      return { method: 'PUT', url, payload: { appt_time: '11:40' } }
    },
  ],
  [
    'cancellation',
    { roundTrips: 14, durableCommits: 1 },
    async (member, event) => ({ method: 'PUT', url: `${await bookedUrl(member, event)}/cancel` }),
  ],
  [
    'joining a waiting list',
    { roundTrips: 9, durableCommits: 1 },
    async () => ({ method: 'POST', url: listUrl((await fullEvent(site)).event) }),
  ],
  [
    'joining it again',
    { roundTrips: 1, durableCommits: 0 },
    async (member) => ({ method: 'POST', url: await joinedUrl(member) }),
  ],
  [
    'reading it',
    { roundTrips: 1, durableCommits: 0 },
    async (member) => ({ method: 'GET', url: await joinedUrl(member) }),
  ],
  [
    'leaving it',
    { roundTrips: 10, durableCommits: 1 },
    async (member) => ({ method: 'DELETE', url: await joinedUrl(member) }),
  ],
]

const listUrl = ({ event_id }: CharityEvent) => `/api/events/${event_id}/waiting-list`

async function joinedUrl(member: TestMember): Promise<string> {
  const { event } = await fullEvent(site)
  await join(site, member, event)
  return listUrl(event)
}

async function bookedUrl(member: TestMember, event: CharityEvent): Promise<string> {
  const { body } = await send(member, booking(event))
  return `/api/appointments/${body.appointment.appointment_id}`
}

function booking({ event_id }: CharityEvent, time = '10:20'): Call {
  const payload = { eventId: event_id, appointmentStartTime: time }
  return { method: 'POST', url: '/api/appointments', payload }
}

// A hold and a booking: one read, with the member's row, and one write. Other acts are transactions.
test.each(calls)('%s costs %o', async (_, cost, prepare) => {
  const member = await site.member()
  const event = await site.event()
  await site.consent(member, event)
  const call = await prepare(member, event)
  expect((await send(member, call)).cost).toEqual(cost)
})

test('a refusal reads the times that are free with the one that is taken', async () => {
  const member = await site.member()
  const { event } = await fullEvent(site, { places: 2, sessionMinutes: 60 })
  await site.consent(member, event)
  const { status, body, cost } = await ask(member, booking(event, '10:00'))
  const slots = { [event.event_date]: { availableTimeSlots: ['11:00'] } }
  expect([status, body]).toMatchObject([409, { code: 'slot_taken', slots }])
  // The other looks for a response to an earlier request with this key.
  expect(cost).toEqual({ roundTrips: 2, durableCommits: 0 })
})
