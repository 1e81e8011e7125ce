import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'
import { nearAlerts } from '../../platform/db/schema.ts'
import { alertNear } from './alert-near.ts'

const NOW = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let office: { cookie: string }
let productId: number
let labId: number | null
beforeAll(async () => {
  site = await openTestApp({ now: NOW })
  office = await site.staff(['office'])
  labId = await site.lab({ requiresNhsNumber: false })
  productId = (await ask('GET', '/products')).body.data[0].product_id
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.deps.database.db.execute('delete from near_alerts')
  await site.owner.execute(`delete from jobs.job where name = 'alertNear'`)
  site.mails.length = 0
})

const ask = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  site.ask(method, `/api/office${url}`, { as: office, ...(body && { body }) })

const LEEDS = { latitude: 53.8, longitude: -1.55 }

async function add(changes: object = {}): Promise<{ event_id: number; version: number }> {
  const { status, body } = await ask('POST', '/events', {
    event_name: 'Screening in Leeds',
    event_date: '2027-03-06',
    slot_plan: {
      start: '10:00',
      end: '12:00',
      session_minutes: 20,
      places_per_slot: 2,
      breaks: [],
      kept_back: 0,
    },
    product_id: productId,
    lab_id: labId,
    payment_required: false,
    host_name: 'Leeds Lions',
    host_phone: '0113 496 0000',
    address_line1: 'Town Hall',
    city: 'Leeds',
    county: 'West Yorkshire',
    postcode: 'ls1 3ad',
    ...LEEDS,
    ...changes,
  })
  expect(status).toBe(201)
  return body
}

async function publish({ event_id: id }: { event_id: number }) {
  const acknowledged = ['same_hall', 'sunday']
  const { status, body } = await ask('POST', `/events/${id}/publish`, { acknowledged })
  expect([status, body.missing]).toEqual([200, undefined])
  return body
}

async function change({ event_id: id }: { event_id: number }, changes: object) {
  const { body } = await ask('GET', `/events/${id}`)
  const sent = await ask('PUT', `/events/${id}`, { version: body.version, ...changes })
  expect(sent.status).toBe(200)
}

async function follow(more: Partial<typeof nearAlerts.$inferInsert> = {}) {
  const id = randomUUID()
  const row = { id, email: `${id}@example.org`, place: 'Leeds', ...LEEDS, miles: 10, ...more }
  const state = { state: 'confirmed', confirmedAt: NOW, wording: 'w', askedAt: NOW } as const
  const values = { ...state, ...row }
  await site.deps.database.db.insert(nearAlerts).values(values)
  return values
}

/** What publishing and changing enqueued. */
async function rounds(): Promise<number[]> {
  const { rows } = await site.deps.database.db.execute<{ id: number }>(
    `select (data->>'eventId')::int as id from jobs.job where name = 'alertNear' order by created_on`,
  )
  return rows.map(({ id }) => id)
}

/** Runs them, and a mark that is sent after all their mails. */
async function mailed(): Promise<[to: string, subject: string][]> {
  for (const eventId of await rounds()) await alertNear(site.deps, { eventId })
  await site.owner.execute(`delete from jobs.job where name = 'alertNear'`)
  const mark = `${randomUUID()}@example.org`
  await site.deps.jobs.enqueue(site.deps.database.db, 'mail', {
    to: mark,
    subject: 'mark',
    text: 'mark',
  })
  site.deps.jobs.kick()
  await until(() => expect(site.mails.map(({ to }) => to)).toContain(mark))
  return site.mails
    .filter(({ subject }) => subject !== 'mark')
    .map(({ to, subject }): [string, string] => [to, subject])
}

const SUBJECT = 'A CHAPS event near Leeds: 6 March 2027'

describe('an event that is published', () => {
  test('reaches each confirmed alert near it once', async () => {
    const near = await follow()
    // 12 miles away.
    const reaching = await follow({ latitude: 53.97, miles: 20 })
    await follow({ latitude: 53.97, miles: 10 })
    await follow({ latitude: 51.5, longitude: -0.1, place: 'London', miles: 30 })
    await follow({ state: 'pending', confirmedAt: null, confirmUntil: new Date('2027-01-19') })
    const gone = { place: null, latitude: null, longitude: null }
    await follow({ ...gone, state: 'left', leftAt: NOW })
    const draft = await add()
    expect(await mailed()).toEqual([])
    await publish(draft)
    const both = [near.email, reaching.email].map((to) => [to, SUBJECT])
    expect(await mailed()).toEqual(expect.arrayContaining(both))
    expect(site.mails.filter(({ subject }) => subject === SUBJECT)).toHaveLength(2)
    const mail = site.mails.find(({ to }) => to === reaching.email)
    expect(mail?.text).toContain('about 12 miles from Leeds')
    expect(mail?.text).toContain(`/event/${draft.event_id}`)
    expect(mail?.unsubscribe).toContain('/tell-me/leave?token=')
  })

  test('is not mailed about again when it is published again, changed, or its round repeated', async () => {
    await follow()
    const event = await publish(await add())
    expect(await rounds()).toEqual([event.event_id])
    expect(await mailed()).toHaveLength(1)
    await publish(event)
    await change(event, { event_name: 'Screening in Leeds Town Hall' })
    expect(await rounds()).toEqual([])
    await change(event, { latitude: 53.81 })
    expect(await rounds()).toEqual([event.event_id])
    await alertNear(site.deps, event)
    await Promise.all([1, 2].map(() => alertNear(site.deps, { eventId: event.event_id })))
    expect(await mailed()).toHaveLength(1)
  })

  test('is mailed about beside another one', async () => {
    await follow()
    await publish(await add())
    await publish(await add({ event_date: '2027-03-07' }))
    expect((await mailed()).map(([, subject]) => subject).toSorted()).toEqual([
      SUBJECT,
      'A CHAPS event near Leeds: 7 March 2027',
    ])
  })

  test.each([
    ['private', { is_private: true, access_code: 'HERON-42' }],
    ['for Freemasons', { exclusive_for: 'FREEMASONS' }],
    ['for a company', { exclusive_for: 'CORPORATE' }],
  ])('and is %s is not mailed about', async (_, changes) => {
    await follow()
    const event = await publish(await add(changes))
    expect(await rounds()).toEqual([])
    await alertNear(site.deps, { eventId: event.event_id })
    expect(await mailed()).toEqual([])
  })

  test('is mailed about when it is opened to everybody later', async () => {
    await follow()
    const event = await publish(await add({ exclusive_for: 'CORPORATE' }))
    await change(event, { exclusive_for: 'COMMUNITY' })
    expect(await mailed()).toHaveLength(1)
  })

  test('is not mailed about when it is cancelled, or has begun, before its round', async () => {
    await follow()
    const event = await publish(await add())
    site.moveTo(new Date('2027-03-06T10:01:00Z'))
    expect(await mailed()).toEqual([])
    site.moveTo(NOW)
    await site.deps.database.db.execute(
      `update events set status = 'cancelled', cancelled_at = now() where id = ${event.event_id}`,
    )
    await alertNear(site.deps, { eventId: event.event_id })
    expect(await mailed()).toEqual([])
  })

  test('reaches more than one batch', async () => {
    for (let n = 0; n < 205; n++) await follow()
    await publish(await add())
    const told = await mailed()
    expect(new Set(told.map(([to]) => to)).size).toBe(205)
    expect(told).toHaveLength(205)
  })
})

test('a draft that is refused tells nobody', async () => {
  const { event_id: id } = await add({ host_name: null })
  expect((await ask('POST', `/events/${id}/publish`)).status).toBe(422)
  expect(await rounds()).toEqual([])
})
