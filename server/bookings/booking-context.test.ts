import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ukTime } from '../../domain/uk-time.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { countRoundTrips } from '../../test/database/round-trips.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { loadBookingContext } from './booking-context.queries.ts'
import { loadHoldContext } from './hold-context.queries.ts'

let site: TestApp
let database: Database
let counter: ReturnType<typeof countRoundTrips>
beforeAll(async () => {
  site = await openTestApp()
  database = openDatabase(site.databaseUrl, { max: 4 })
  counter = countRoundTrips(database.pool)
})
afterAll(async () => {
  await database.close()
  await site.close()
})

test('contexts that many ask for at once are read together, each with what it asked for', async () => {
  const now = site.deps.now()
  const events = [await site.event(), await site.event()]
  const members = await Promise.all(Array.from({ length: 20 }, () => site.member()))
  const unknown = { userId: randomUUID() }
  const asked = [...members, unknown, ...members].flatMap(({ userId }) =>
    events.map(({ event_id: eventId }, n) => ({ userId, eventId, time: `1${n}:40` })),
  )
  counter.reset()
  const contexts = await Promise.all(
    asked.map((one) => loadBookingContext(database.db, { ...one, now })),
  )
  expect(counter.cost().roundTrips).toBe(1)
  const found = contexts.map((context) => {
    // The hour before comes first: on the night when the clocks go back both have the time.
    const start = context?.freeStarts.at(-1)
    const userId = context?.member.userId
    return start && { userId, eventId: context?.event.event_id, time: ukTime(start) }
  })
  const known = asked.map((one) => (one.userId === unknown.userId ? undefined : one))
  expect(found).toEqual(known)

  counter.reset()
  const holders = await Promise.all(asked.map((one) => loadHoldContext(database.db, one)))
  expect(counter.cost().roundTrips).toBe(1)
  expect(holders.map((holder) => holder?.member.userId)).toEqual(known.map((one) => one?.userId))
})

test('a context that cannot be read fails nobody else', async () => {
  const { event_id: eventId } = await site.event()
  const { userId } = await site.member()
  const load = (time: string) =>
    loadBookingContext(database.db, { userId, eventId, time, now: site.deps.now() })
  const [good, bad] = await Promise.allSettled([load('10:20'), load('no time')])
  expect(good).toMatchObject({ value: { member: { userId } } })
  expect(bad.status).toBe('rejected')
})
