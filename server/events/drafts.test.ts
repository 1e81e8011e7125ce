import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { book, bookedId, consentingMembers, hold, move } from '../../test/app/bookings.ts'
import { consentFormFor } from '../../test/app/consent-form.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { advanceLists, cancel, fullEvent, join } from '../../test/app/waiting.ts'
import { listUpcoming } from '../bookings/appointments.queries.ts'
import { listEventIds } from './events.queries.ts'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

async function setState({ event_id: id }: CharityEvent, state: string): Promise<void> {
  await site.deps.database.pool.query(
    `update events set status = $2, cancelled_at = case when $2 = 'cancelled' then now() end where id = $1`,
    [id, state],
  )
  site.deps.cache.clear()
}

async function keepBack({ event_id: id }: CharityEvent, times: string[]): Promise<void> {
  await site.deps.database.pool.query(
    `update places set is_kept_back = true where event_id = $1
      and to_char(slot_starts_at at time zone 'Europe/London', 'HH24:MI') = any($2)`,
    [id, times],
  )
  site.deps.cache.clear()
}

const get = (url: string) => site.ask('GET', url)
const ids = ({ body }: { body: { events: { event_id: number }[] } }) =>
  body.events.map(({ event_id }) => event_id)

async function listed(): Promise<number[][]> {
  const { database, now } = site.deps
  return [
    ids(await get('/api/events')),
    ids(await get('/api/events?page=1')),
    ids(await get('/api/events/map')),
    await listEventIds(database.db, now()),
  ]
}

test('no list, map or sitemap shows a draft or a cancelled event', async () => {
  const shown = await site.event({ latitude: 51, longitude: 1 })
  const draft = await site.event({ latitude: 52, longitude: 1 })
  const cancelled = await site.event({ latitude: 53, longitude: 1 })
  await setState(draft, 'draft')
  await setState(cancelled, 'cancelled')
  for (const list of await listed()) {
    expect(list).toContain(shown.event_id)
    expect(list).not.toContain(draft.event_id)
    expect(list).not.toContain(cancelled.event_id)
  }
})

test('a draft does not exist for visitors and members', async () => {
  const event = await site.event({ accessCode: 'LODGE2026' })
  const member = await site.member()
  const address = `/api/events/${event.event_id}`
  await setState(event, 'draft')
  const asked = await Promise.all([
    get(address),
    get(`${address}/slots`),
    site.ask('POST', `${address}/check-access-code`, { body: { access_code: 'LODGE2026' } }),
    hold(site, member, event, '10:00'),
    book(site, member, event, '10:00'),
    join(site, member, event),
    site.ask('POST', '/api/medical/consent', {
      as: member,
      body: { ...consentFormFor(event), eventId: event.event_id },
    }),
  ])
  expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404])
})

describe('a cancelled event', () => {
  test('stays at its address and takes no bookings', async () => {
    const event = await site.event()
    const [member, other] = await consentingMembers(site, 2, [event])
    if (!member || !other) throw new Error('nobody is there')
    const id = await bookedId(site, other, event, '10:00')
    await setState(event, 'cancelled')
    const { body } = await get(`/api/events/${event.event_id}`)
    expect(body.event).toMatchObject({ event_id: event.event_id, is_cancelled: true })
    for (const { status, body } of [
      await hold(site, member, event, '10:20'),
      await book(site, member, event, '10:20'),
      await join(site, member, event),
    ])
      expect([status, body.code]).toEqual([403, 'booking_closed'])
    const { deps } = site
    const mine = await listUpcoming(deps.database.db, { memberId: other.id, now: deps.now() })
    expect(mine.map((booked) => booked.id)).toEqual([id])
  })
})

describe('places that are kept back', () => {
  test('are free to no visitor, cannot be held, booked or moved to, and count as booked', async () => {
    const event = await site.event({ places: 6 })
    const [member] = await consentingMembers(site, 1, [event])
    if (!member) throw new Error('nobody is there')
    await keepBack(event, ['10:00', '10:20'])
    const { body: slots } = await get(`/api/events/${event.event_id}/slots`)
    expect(slots[event.event_date].availableTimeSlots).toEqual(['10:40', '11:00', '11:20', '11:40'])
    expect((await hold(site, member, event, '10:00')).status).toBe(409)
    expect((await book(site, member, event, '10:00')).body.code).toBe('slot_taken')
    const id = await bookedId(site, member, event, '10:40')
    expect((await move(site, member, id, '10:20')).status).toBe(409)
    const { body } = await get(`/api/events/${event.event_id}`)
    expect(body.event).toMatchObject({ total_spaces: 6, booked_spaces: 3 })
  })

  test('are not offered to the waiting list', async () => {
    const { event, booked } = await fullEvent(site)
    const [waiting] = await consentingMembers(site, 1, [])
    if (!waiting || !booked[0]) throw new Error('nobody is there')
    await join(site, waiting, event)
    await keepBack(event, ['10:00', '10:20', '10:40', '11:00', '11:20', '11:40'])
    await cancel(site, booked[0])
    await advanceLists(site)
    const { body } = await site.ask('GET', '/api/waiting-list', { as: waiting })
    expect(body.waits).toMatchObject([{ status: 'waiting', offer: null }])
  })
})
