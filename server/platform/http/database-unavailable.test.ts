import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPostgresLine } from '../../../test/app/postgres-line.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { buildApp } from '../../app.ts'
import type { App } from '../../deps.ts'
import { type Database, openDatabase } from '../db/database.ts'

let site: TestApp
let line: Awaited<ReturnType<typeof openPostgresLine>>
let database: Database
let app: App
let member: TestMember
let calls: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string; payload?: object }[]
beforeAll(async () => {
  site = await openTestApp()
  const { rows } = await site.deps.database.pool.query('select current_database() as name')
  const own = new URL(inject('postgres').url)
  own.pathname = `/${rows[0].name}`
  line = await openPostgresLine(own.href)
  database = openDatabase(line.url, { max: 4 })
  app = await buildApp({ ...site.deps, database }, { servePages: async () => undefined })
  await app.ready()
  member = await site.member()
  const event = await site.event()
  await site.consent(member, event)
  const id = event.event_id
  const booking = { eventId: id, appointmentStartTime: '10:20' }
  calls = [
    { method: 'GET', url: '/api/events' },
    { method: 'GET', url: `/api/events/${id}` },
    { method: 'GET', url: `/api/events/${id}/slots` },
    { method: 'GET', url: '/api/auth/profile' },
    { method: 'GET', url: `/api/medical/results/${member.id}` },
    { method: 'GET', url: `/api/appointments/upcoming-appointments/user/${member.id}` },
    { method: 'POST', url: `/api/events/${id}/holds`, payload: { slot: '10:00' } },
    {
      method: 'PUT',
      url: `/api/auth/profile?email=${member.email}`,
      payload: { first_name: 'Jo' },
    },
    { method: 'POST', url: '/api/logs/error', payload: { errorMessage: 'a fault' } },
    { method: 'POST', url: '/api/appointments', payload: booking },
  ]
})
afterAll(async () => {
  await app.close()
  await database.close()
  await site.close()
  await line.cut()
})

async function ask(call: (typeof calls)[number]) {
  // Cached responses would be sent without the database.
  site.deps.cache.clear()
  const headers = { 'sec-fetch-site': 'same-origin', cookie: member.cookie }
  const { statusCode, headers: answered, payload } = await app.inject({ ...call, headers })
  return { status: statusCode, retryAfter: answered['retry-after'], payload }
}

test('while the database is unavailable every route answers so with a time to retry; then it works by itself', async () => {
  for (const call of calls.filter(({ method }) => method === 'GET')) {
    expect([call.url, (await ask(call)).status]).toEqual([call.url, 200])
  }
  for (let outage = 0; outage < 2; outage++) {
    await line.cut()
    const before = await site.stored()
    for (const call of calls) {
      const { status, retryAfter, payload } = await ask(call)
      expect([call.url, status, retryAfter]).toEqual([call.url, 503, '5'])
      expect(JSON.parse(payload)).toEqual({
        error: 'We are very busy. Please try again in a moment.',
        code: 'busy',
      })
    }
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    expect(await site.stored()).toEqual(before)
    await line.mend()
    // The first call after each outage reads, the last one books.
    for (const call of calls.slice(0, outage === 0 ? 8 : 10)) {
      const { status } = await ask(call)
      expect([call.url, status < 300]).toEqual([call.url, true])
    }
  }
  const { rows } = await site.deps.database.pool.query(
    `select count(*)::int as booked from appointments where member_id = $1`,
    [member.id],
  )
  expect(rows).toEqual([{ booked: 1 }])
})

test('events are shown for ten minutes of an outage, and what is of one member is not', async () => {
  const url = '/api/events'
  const read = () => app.inject(url)
  const start = site.deps.now().getTime()
  const before = (await read()).json()
  await line.cut()
  site.moveTo(new Date(start + 599_000))
  const during = await read()
  expect([during.statusCode, during.json()]).toEqual([200, before])
  const profile = await app.inject({ url: '/api/auth/profile', headers: { cookie: member.cookie } })
  expect(profile.statusCode).toBe(503)
  site.moveTo(new Date(start + 602_000))
  expect((await read()).statusCode).toBe(503)
  await line.mend()
  expect((await read()).statusCode).toBe(200)
})
