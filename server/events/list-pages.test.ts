import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CharityEvent, type EventList, EventListSchema } from '../../domain/contract.ts'
import { eventStart } from '../../domain/events.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'

const EVENTS = 1_600
let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
  const first = await site.event({ name: 'first' })
  // Seven at a time begin together, also across the end of a page; every fourth is in Leeds.
  await site.deps.database.db.execute(`
    insert into events (name, starts_at, ends_at, session_minutes, product_id, exclusive_for, city,
      latitude, longitude)
    select 'event ' || n, starts_at + (n / 7) * interval '1 hour', ends_at + (n / 7) * interval '1 hour',
      20, product_id, 'COMMUNITY', case when n % 4 = 0 then 'Leeds' else 'York' end,
      case when n % 4 = 0 then 53.8 else 53.7 end, -1.5
    from events, generate_series(${EVENTS} - 1, 1, -1) as n where id = ${first.event_id}`)
  site.deps.cache.clear()
})
afterAll(() => site.close())

async function listed(query: string): Promise<EventList> {
  const { status, body } = await site.ask('GET', `/api/events?${query}`)
  expect(status).toBe(200)
  return EventListSchema.parse(body)
}

const idsOf = ({ events }: { events: CharityEvent[] }) => events.map(({ event_id: id }) => id)

test('pages of 50 have every event once, in the order of the whole list', async () => {
  const ids: number[] = []
  for (let page = 1; page <= 32; page++) {
    const list = await listed(`page=${page}`)
    expect([list.events.length, list.total]).toEqual([50, EVENTS])
    ids.push(...idsOf(list))
  }
  const whole = await listed('')
  expect(whole.total).toBeUndefined()
  expect(ids).toEqual(idsOf(whole))
  expect(new Set(ids).size).toBe(EVENTS)
  const starts = whole.events.map((event) => eventStart(event).getTime())
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
})

test('a page after the last one is empty and has the total', async () => {
  expect(await listed('page=33')).toEqual({ events: [], total: EVENTS })
})

test('pages are those of the search', async () => {
  const last = await listed('location=leeds&page=8')
  expect([last.events.length, last.total]).toEqual([49, 399])
  expect(last.events.every(({ city }) => city === 'Leeds')).toBe(true)
})

test('a page has as many places as the whole list says', async () => {
  const [first] = (await listed('page=1')).events
  expect(first).toMatchObject({ event_name: 'first', total_spaces: 6, booked_spaces: 0 })
})

test('the map has the soonest event of each spot, and little of it', async () => {
  const { status, body } = await site.ask('GET', '/api/events/map')
  expect(status).toBe(200)
  const located = (await listed('')).events.filter(({ latitude }) => latitude !== null)
  const soonest = ['York', 'Leeds'].map((town) => located.find(({ city }) => city === town))
  expect(body.events).toEqual(
    soonest.map((event) => ({
      event_id: event?.event_id,
      event_name: event?.event_name,
      event_date: event?.event_date,
      latitude: event?.latitude,
      longitude: event?.longitude,
    })),
  )
  const leeds = await site.ask('GET', '/api/events/map?location=Leeds')
  expect(leeds.body.events).toEqual(body.events.slice(1))
})
