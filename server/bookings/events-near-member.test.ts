import { afterAll, beforeAll, expect, test } from 'vitest'
import { EventsNearMemberSchema } from '../../domain/office/booking-schemas.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import { bookedId } from '../../test/app/bookings.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'

const START = new Date('2027-01-12T09:00:00Z')
const CHELMSFORD = { city: 'Chelmsford', latitude: 51.7356, longitude: 0.4685 }
let site: TestApp
let clerk: { cookie: string }
let member: TestMember
beforeAll(async () => {
  site = await openTestApp({ now: START })
  clerk = await site.staff(['office'])
  member = await site.member({ postcode: 'CM1 4AB' })
})
afterAll(() => site.close())

const on = (date: string, from = '10:00', to = '12:00') => ({
  startsAt: ukInstant(date, from),
  endsAt: ukInstant(date, to),
})
const near = (id: number, as: { cookie: string } = clerk) =>
  site.ask('GET', `/api/office/members/${id}/events-near`, { as })

test('the nearest events come first, with price, places and whether they need an NHS number', async () => {
  const labId = await site.lab({ requiresNhsNumber: true })
  await site.event({ name: 'York', ...on('2027-01-20'), city: 'York', postcode: 'YO1 9RL' })
  // Without a pin its postcode counts.
  await site.event({ name: 'Colchester', ...on('2027-02-19'), postcode: 'CO1 1PJ' })
  const full = await site.event({ name: 'full', ...on('2027-01-30'), ...CHELMSFORD, places: 1 })
  const other = await site.member()
  await site.consent(other, full)
  await bookedId(site, other, full, '10:00')
  await site.event({ name: 'priced', ...on('2027-02-15'), ...CHELMSFORD, pricePence: 2500, labId })
  await site.event({ name: 'nowhere', ...on('2027-01-18'), city: 'Atoll', postcode: null })
  await site.event({ name: 'begun', ...on('2027-01-12', '08:00'), ...CHELMSFORD })
  const closed = await site.event({ name: 'off', ...on('2027-01-19'), ...CHELMSFORD })
  await query('update events set booking_closed_at = now() where id = $1', closed.event_id)

  const { status, body } = await near(member.id)
  expect([status, body.is_found]).toEqual([200, true])
  expect(EventsNearMemberSchema.parse(body).events.map((one) => ({ ...one, event_id: 0 }))).toEqual(
    [
      line('full', '2027-01-30', { miles: 1.4, free: 0 }),
      line('priced', '2027-02-15', { miles: 1.4, price_pence: 2500, requires_nhs_number: true }),
      line('Colchester', '2027-02-19', { miles: expect.closeTo(21.3, 0) }),
      line('York', '2027-01-20', { miles: expect.closeTo(160, -2) }),
    ],
  )
})

test('a place that is kept back counts, and so does an event whose booking the office has closed', async () => {
  const event = await site.event({ name: 'kept', ...on('2027-01-29'), ...CHELMSFORD, places: 2 })
  await query(
    'update places set is_kept_back = slot_starts_at = $2, is_paused = true where event_id = $1',
    event.event_id,
    ukInstant('2027-01-29', '10:00'),
  )
  await query('update events set booking_paused_at = now() where id = $1', event.event_id)
  const { body } = await near(member.id)
  expect(body.events[0]).toMatchObject({ event_name: 'kept', free: 1, kept_back: 1 })
})

test('there are at most eight', async () => {
  const days = ['01', '02', '03', '04', '05', '06', '07', '08', '09']
  for (const day of days) await site.event({ ...on(`2027-03-${day}`), ...CHELMSFORD })
  expect((await near(member.id)).body.events).toHaveLength(8)
})

test('without a postcode, or with one that is unknown, there are none', async () => {
  for (const postcode of [null, 'ZZ99 9ZZ']) {
    const { id } = await site.member({ postcode })
    expect((await near(id)).body).toEqual({ is_found: false, events: [] })
  }
  expect((await near(999_999)).status).toBe(404)
})

test('who may not book for members may not read them', async () => {
  const venue = await site.staff(['venue'])
  expect((await near(member.id, venue)).status).toBe(403)
})

const query = (text: string, ...values: unknown[]) => site.deps.database.pool.query(text, values)

const line = (name: string, date: string, more: object) => ({
  event_id: 0,
  event_name: name,
  event_date: date,
  start_time: '10:00:00',
  end_time: '12:00:00',
  price_pence: 0,
  free: 6,
  kept_back: 0,
  requires_nhs_number: false,
  ...more,
})
