import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EventSchema } from '../../domain/contract.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { findEvent } from './events.queries.ts'

// A Tuesday: next week is 18 to 24 January.
const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())

const at = (date: string, from = '10:00', to = '12:00') => ({
  startsAt: ukInstant(date, from),
  endsAt: ukInstant(date, to),
})

async function list(query = '') {
  const { status, body } = await site.ask('GET', `/api/events${query}`)
  return { status, names: body.events?.map((event: { event_name: string }) => event.event_name) }
}

describe('the listing', () => {
  beforeAll(async () => {
    await site.event({ name: 'later', ...at('2027-03-15'), city: 'York', postcode: 'YO1 9RL' })
    await site.event({ name: 'over', ...at('2027-01-11') })
    await site.event({ name: 'ended this morning', ...at('2027-01-12', '07:00', '09:00') })
    await site.event({ name: 'running', ...at('2027-01-12', '08:00', '12:00') })
    await site.event({ name: 'this week', ...at('2027-01-17', '22:00', '23:59') })
    await site.event({
      name: 'monday',
      ...at('2027-01-18', '00:00', '04:00'),
      exclusiveFor: 'FREEMASONS',
      accessCode: 'LODGE2026',
    })
    await site.event({ name: 'sunday', ...at('2027-01-24', '23:00', '23:59'), city: '100%_a\\b' })
    await site.event({ name: 'week after', ...at('2027-01-25') })
    await site.event({ name: 'february', ...at('2027-02-28'), exclusiveFor: 'CORPORATE' })
  })

  test('trap 18: is everything that has not ended, the soonest first, private events too', async () => {
    const all = ['running', 'this week', 'monday', 'sunday', 'week after', 'february', 'later']
    expect(await list()).toEqual({ status: 200, names: all })
    expect(await list('?date=future-events')).toEqual({ status: 200, names: all })
  })

  test.each([
    ['?date=today', ['running']],
    ['?date=next-week', ['monday', 'sunday']],
    ['?date=next-month', ['february']],
    ['?for=freemasons', ['monday']],
    ['?for=FREEMASONS,corporate', ['monday', 'february']],
    ['?for=corporate&date=next-week', []],
    ['?location=york', ['later']],
    ['?location=yo19rl', ['later']],
    ['?location=YO1%209RL,%20York', ['later']],
  ])('narrowed by %s', async (query, names) => {
    expect(await list(query)).toEqual({ status: 200, names })
  })

  test.each([
    '?for=community,freemasons,corporate',
    '?for=',
    '?for=gentlemen',
    '?date=yesterday',
    '?date=constructor',
    '?location=',
    '?location=%20%00%20',
    '?colour=blue',
  ])('takes no notice of %s', async (query) => {
    expect((await list(query)).names).toHaveLength(7)
  })

  test.each(['0', '-1', '1.5', 'two', '10000'])('has no page %s', async (page) => {
    expect((await list(`?page=${page}`)).status).toBe(400)
  })

  test.each([
    ['%', ['sunday']],
    ['_', ['sunday']],
    ['a\\b', ['sunday']],
    ["' or 1=1 --", []],
    ['\ufffd', []],
  ])('trap 42: looks for %s as it was typed', async (typed, names) => {
    expect(await list(`?location=${encodeURIComponent(typed)}`)).toEqual({
      status: 200,
      names,
    })
  })

  test('trap 42: is refused for words no form of ours can send', async () => {
    expect((await list(`?location=${'a'.repeat(81)}`)).status).toBe(400)
    expect((await list('?date=today&date=next-week')).status).toBe(400)
  })
})

describe('an event', () => {
  test('trap 43: has every field, in London time and in pence, and nothing internal', async () => {
    const event = await site.event({
      name: 'Midnight screening',
      startsAt: ukInstant('2027-07-01', '22:00'),
      endsAt: ukInstant('2027-07-02', '00:00'),
      pricePence: null,
      accessCode: 'LODGE2026',
      labId: await site.lab({ requiresNhsNumber: true }),
      parking: 'Free behind the hall',
    })
    const { status, body, headers } = await site.ask('GET', `/api/events/${event.event_id}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(EventSchema.parse(body.event)).toEqual(body.event)
    // Says so only while a cancellation waits.
    const { is_booking_closed: _, is_booking_paused: __, ...fields } = EventSchema.shape
    expect(Object.keys(body.event).sort()).toEqual(Object.keys(fields).sort())
    expect(body.event).toMatchObject({
      event_date: '2027-07-01',
      start_time: '22:00:00',
      end_time: '00:00:00',
      price: null,
      product_price: 2500,
      is_private: true,
      requires_nhs_number: true,
    })
    expect(JSON.stringify(body)).not.toMatch(/argon2|LODGE2026|template|access/i)
  })

  test.each(['999999', '0', '-1', '01', '1.5', 'abc', '1e3', '9999999999999999', '%00', '1;2'])(
    'is not found under %s',
    async (id) => {
      expect(await site.ask('GET', `/api/events/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'not_found', error: 'Not found' },
      })
    },
  )
})

describe('answers that are the same for every visitor', () => {
  afterEach(() => site.moveTo(START))

  test('are cached for a second, for every client', async () => {
    const event = await site.event()
    const url = `/api/events/${event.event_id}?for=me`
    const member = await site.member()
    const first = await site.ask('GET', url, { as: member })
    const { db } = site.deps.database
    await db.execute(`update events set name = 'renamed' where id = ${event.event_id}`)
    const kept = await site.ask('GET', `/api/events/${event.event_id}`)
    expect(kept.headers.etag).toBe(first.headers.etag)
    expect(kept.body.event.event_name).toBe('Colchester PSA screening')
    site.moveTo(new Date(START.getTime() + 1_000))
    expect((await site.ask('GET', url)).body.event.event_name).toBe('renamed')
  })

  test('are 304 for a client that has them', async () => {
    const { headers } = await site.ask('GET', '/api/events')
    const again = await site.app.inject({
      url: '/api/events',
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

describe('free times', () => {
  const slots = async (id: number, as?: { cookie: string }) =>
    site.ask('GET', `/api/events/${id}/slots`, { ...(as && { as }) })

  test('are listed by London date, across midnight', async () => {
    const night = await site.event({ ...at('2027-02-10', '23:20', '23:59') })
    const long = await site.event({
      startsAt: ukInstant('2027-02-10', '23:20'),
      endsAt: ukInstant('2027-02-11', '00:40'),
      places: 4,
    })
    expect((await slots(night.event_id)).body).toEqual({
      '2027-02-10': { availableTimeSlots: ['23:20'] },
    })
    expect(await slots(long.event_id)).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: {
        '2027-02-10': { availableTimeSlots: ['23:20', '23:40'] },
        '2027-02-11': { availableTimeSlots: ['00:00', '00:20'] },
      },
    })
  })

  test('are those to which places were dealt: an equal share, one more for the first', async () => {
    const event = await site.event({ places: 4 })
    expect((await slots(event.event_id)).body).toEqual({
      '2027-01-26': { availableTimeSlots: ['10:00', '10:20', '10:40', '11:00'] },
    })
    const { db } = site.deps.database
    const many = await site.event({ places: 8 })
    const { rows } = await db.execute(
      `select count(*) as n from places where event_id = ${many.event_id} group by slot_starts_at order by slot_starts_at`,
    )
    expect(rows.map(({ n }) => n)).toEqual([2, 2, 1, 1, 1, 1])
  })

  test('leave out past times', async () => {
    const works = await site.event({ exclusiveFor: 'CORPORATE' })
    site.moveTo(ukInstant('2027-01-26', '11:00'))
    expect((await slots(works.event_id)).body).toEqual({
      '2027-01-26': { availableTimeSlots: ['11:20', '11:40'] },
    })
    site.moveTo(ukInstant('2027-01-26', '12:00'))
    expect(await slots(works.event_id)).toMatchObject({ status: 200, body: {} })
    site.moveTo(START)
  })

  test('trap 17: of a private event are shown only after its access code', async () => {
    const lodge = await site.event({ accessCode: 'LODGE2026' })
    const member = await site.member()
    const other = await site.member()
    const stranger = { cookie: await site.signIn() }
    await site.grantAccess(member, lodge, new Date(START.getTime() + 60_000))
    for (const as of [undefined, other, stranger]) {
      expect(await slots(lodge.event_id, as)).toMatchObject({
        status: 403,
        body: { code: 'access_code_required' },
      })
    }
    expect((await slots(lodge.event_id, member)).body['2027-01-26']).toBeDefined()
  })

  test('are not found for an event there is not', async () => {
    expect((await slots(999_999)).status).toBe(404)
    expect(await findEvent(site.deps.database.db, 999_999)).toBeNull()
  })
})
