import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DayCash } from '../../../domain/office/cash-counts.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { bookUnpaid } from '../../../test/app/unpaid-booking.ts'

type Person = Awaited<ReturnType<TestApp['staff']>>

let site: TestApp
let clerk: Person
let treasurer: Person
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  clerk = await site.staff(['office'])
  treasurer = await site.staff(['treasurer'])
})
afterAll(() => site.close())

const post = (path: string, body: object, as: Person, key: string = crypto.randomUUID()) =>
  site.ask('POST', `/api/office${path}`, { as, body, headers: { 'idempotency-key': key } })

/** Money that Ann took at a new event, each from somebody else. */
async function taken(...pounds: ['cash' | 'card machine', number][]) {
  const { event_id: id } = await site.event({
    pricePence: 2500,
    paymentRequired: true,
    places: 60,
  })
  const event = { id, payments: [] as string[] }
  for (const [how, pence] of pounds) event.payments.push(await take(id, how, pence))
  return event
}

async function take(eventId: number, how: string, pence: number): Promise<string> {
  const event = await site.ask('GET', `/api/events/${eventId}`)
  const member = await site.member()
  await site.consent(member, event.body.event)
  const id = await bookUnpaid(site, clerk, { member, event: event.body.event })
  const taking = {
    pence,
    owed_pence: 2500,
    how,
    taken_by: 'Ann',
    taken_at: new Date(0).toISOString(),
  }
  const { status, body } = await post(`/appointments/${id}/takings`, taking, clerk)
  expect(status).toBe(201)
  return body.payment_id
}

const read = async (eventId: number, as = clerk): Promise<DayCash> =>
  (await site.ask('GET', `/api/office/days/${eventId}/cash`, { as })).body
const countOf = (change: object = {}) => ({
  taken_by: 'Ann',
  float_pence: 2000,
  counted_pence: 7000,
  expected_pence: 5000,
  after: null,
  ...change,
})
const count = (eventId: number, change: object = {}, as = clerk, key?: string) =>
  post(`/days/${eventId}/cash-counts`, countOf(change), as, key)
const differences = async (as = treasurer, tab = 'open') =>
  (await site.ask('GET', `/api/office/cash-counts?tab=${tab}`, { as })).body

test('cash is counted by who took it, without what was undone, and a card machine apart', async () => {
  const event = await taken(['cash', 2500], ['cash', 2500], ['cash', 1000], ['card machine', 2500])
  await post(`/payments/${event.payments[2]}/undo-taking`, { reason: 'of another member' }, clerk)
  expect((await read(event.id)).takers).toEqual([
    { taken_by: 'Ann', cash_pence: 5000, card_pence: 2500, count: null },
  ])
  const key = crypto.randomUUID()
  const first = await count(event.id, {}, clerk, key)
  expect(first.status).toBe(201)
  expect((await count(event.id, {}, clerk, key)).body).toEqual(first.body)
  expect((await read(event.id)).takers[0]?.count).toMatchObject({
    id: first.body.id,
    difference_pence: 0,
    counted_by: clerk.name,
  })
})

test('a difference needs a note and waits for a treasurer, who did not count', async () => {
  const { id } = await taken(['cash', 2500])
  const short = { expected_pence: 2500, counted_pence: 4000, note: 'A five pound note is missing' }
  const { note: _, ...silent } = short
  expect(await count(id, silent)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  const { body } = await count(id, short)
  const today = async () => (await site.ask('GET', '/api/office/today', { as: treasurer })).body
  const { cash_differences: open } = await today()
  expect((await differences()).data[0]).toMatchObject({
    id: body.id,
    taken_by: 'Ann',
    difference_pence: -500,
    is_own: false,
  })
  const check = (as: Person) =>
    post(`/cash-counts/${body.id}/check`, { reason: 'It was found' }, as)
  expect((await check(clerk)).body.code).toBe('not_permitted')
  const answers = await Promise.all([check(treasurer), check(await site.staff(['treasurer']))])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await today()).cash_differences ?? 0).toBe(open - 1)
  expect((await differences(treasurer, 'checked')).data[0].id).toBe(body.id)
})

test('who counted does not check it, treasurer or not', async () => {
  const both = await site.staff(['office', 'treasurer'])
  const { id } = await taken(['cash', 2500])
  const { body } = await count(
    id,
    { expected_pence: 2500, counted_pence: 0, float_pence: 0, note: 'Stolen' },
    both,
  )
  expect((await post(`/cash-counts/${body.id}/check`, { reason: 'Yes' }, both)).body.code).toBe(
    'same_person',
  )
})

test('money that came meanwhile, or a colleague’s count, refuses a count; a later one replaces it', async () => {
  const { id } = await taken(['cash', 2500])
  const note = 'Not all of it was in the box'
  const first = await count(id, { expected_pence: 2500, note })
  await take(id, 'cash', 2500)
  expect((await count(id, { expected_pence: 2500, after: first.body.id, note })).body.code).toBe(
    'changed_meanwhile',
  )
  const both = await Promise.all([1, 2].map(() => count(id, { after: first.body.id })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect((await count(id)).body.code).toBe('changed_meanwhile')
  expect((await differences()).data.map((one: { event_id: number }) => one.event_id)).not.toContain(
    id,
  )
  expect(
    (await post(`/cash-counts/${first.body.id}/check`, { reason: 'Late' }, treasurer)).body.code,
  ).toBe('changed_meanwhile')
})

test('only who leads the day counts, and only what somebody took', async () => {
  const { id } = await taken(['cash', 2500])
  const about = { eventIds: [id] }
  const event = await site.ask('GET', `/api/events/${id}`)
  site.moveTo(new Date(`${event.body.event.event_date}T09:00:00Z`))
  const [helper, lead] = [
    await site.staff(['venue'], about),
    await site.staff(['venue'], { ...about, leads: [id] }),
  ]
  const whole = { expected_pence: 2500, counted_pence: 4500 }
  expect((await count(id, whole, helper)).body.code).toBe('not_permitted')
  expect((await site.ask('GET', `/api/office/days/${id}/cash`, { as: helper })).status).toBe(403)
  expect((await count(id, { ...whole, taken_by: 'Bill' }, lead)).status).toBe(404)
  expect((await count(id, whole, lead)).status).toBe(201)
  expect((await count(999_999, whole, lead)).status).toBe(404)
})
