// Who of an event heard of a change, what is to pay, and the order of the list.
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Attendee } from '../../domain/office/attendee-schemas.ts'
import { toldBy } from '../../domain/office/told.ts'
import { bookedId } from '../../test/app/bookings.ts'
import { cancelDay } from '../../test/app/cancel-day.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { bookUnpaid } from '../../test/app/unpaid-booking.ts'
import { runBulkActions } from '../changed-days/run-bulk-actions.ts'

let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp()
  clerk = await site.staff(['office'])
})
afterAll(() => site.close())

const get = async (eventId: number, query = '') => {
  const path = `/api/office/events/${eventId}/attendees${query}`
  return (await site.ask('GET', path, { as: clerk })).body
}
const fail = (error: Error) => {
  throw error
}

async function bookedAt(
  event: Awaited<ReturnType<TestApp['event']>>,
  { time, ...person }: { time: string; firstName?: string; lastName?: string },
) {
  const member = await site.member(person)
  await site.consent(member, event)
  return { id: await bookedId(site, member, event, time), member }
}

test('a row says by the call list who heard of a change, who is to be called and who was called', async () => {
  const event = await site.event({ places: 3 })
  const eventId = event.event_id
  const told = await bookedAt(event, { time: '10:00' })
  const silent = await bookedAt(event, { time: '10:20' })
  expect((await get(eventId)).data.map((row: Attendee) => toldBy(row.told))).toEqual([null, null])
  await site.ownerPool.query(
    `update members set email = null, seal_id = user_id, user_id = null, contact_by = 'telephone'
      where id = $1`,
    [silent.member.id],
  )
  await cancelDay(site, { eventId, as: clerk, message: 'The hall is flooded.' })
  await runBulkActions(site.deps, fail)
  const stateOf = async (id: number) => {
    const { data, tabs } = await get(eventId, '?tab=cancelled')
    const row = data.find((one: Attendee) => one.appointment_id === id)
    return { by: toldBy(row.told), call: row.told.call, toCall: tabs.to_call }
  }
  expect(await stateOf(told.id)).toEqual({ by: 'message', call: null, toCall: 1 })
  const { call } = await stateOf(silent.id)
  const toDo = async (as = clerk) =>
    (await site.ask('GET', `/api/office/events/${eventId}/to-do`, { as })).body
  expect(await toDo()).toMatchObject({ calls: 1 })
  expect((await toDo(await site.staff(['treasurer']))).calls).toBeNull()
  expect((await get(eventId, '?tab=to_call')).data).toMatchObject([
    { appointment_id: silent.id, told: { call: { id: call.id, closed_at: null } } },
  ])
  const { body } = await site.app.inject({
    url: `/api/office/events/${eventId}/attendees?tab=to_call`,
    headers: { accept: 'text/csv', cookie: clerk.cookie, 'sec-fetch-site': 'same-origin' },
  })
  expect(parse(body, { bom: true, columns: true })).toMatchObject([
    { 'To call about a change': 'Yes' },
  ])
  const path = `/api/office/loops/${call.id}/close`
  const reason = { reason: 'told_by_telephone' }
  expect((await site.ask('POST', path, { as: clerk, body: reason })).status).toBe(204)
  expect(await stateOf(silent.id)).toMatchObject({
    by: 'call',
    call: { reason: 'told_by_telephone', closed_by: clerk.name },
    toCall: 0,
  })
  expect(await toDo()).toMatchObject({ calls: 0 })
})

test('what is still to pay is summed, and the list is in the order of a column, page by page', async () => {
  const event = await site.event({ pricePence: 2500, paymentRequired: true, places: 3 })
  const eventId = event.event_id
  const ids: number[] = []
  for (const [firstName, time] of [
    ['Bram', '10:00'],
    ['Émile', '10:20'],
    ['Adam', '10:40'],
  ]) {
    const member = await site.member({ ...(firstName && { firstName }), lastName: 'Ash' })
    await site.consent(member, event)
    ids.push(await bookUnpaid(site, clerk, { member, event, ...(time && { time }) }))
  }
  const totals = async () => (await get(eventId, '/totals')).to_pay
  expect(await totals()).toEqual({ count: 3, pence: 7500 })
  await site.ownerPool.query(`update appointments set payment_status = 'waived' where id = $1`, [
    ids[0],
  ])
  expect(await totals()).toEqual({ count: 2, pence: 5000 })
  const order = async (sort: string) =>
    (await get(eventId, `?sort=${sort}`)).data.map(({ name }: Attendee) => name.split(' ')[0])
  expect(await order('name')).toEqual(['Adam', 'Bram', 'Émile'])
  expect(await order('-name')).toEqual(['Émile', 'Bram', 'Adam'])
  const inTime = await order('time')
  expect(await order('-time')).toEqual(inTime.toReversed())
  expect(await order('password')).toEqual(inTime)
  const key = Buffer.from(JSON.stringify(['Bram Ash', ids[0]])).toString('base64url')
  const after = (await get(eventId, `?sort=name&after=${key}`)).data
  expect(after.map(({ name }: Attendee) => name)).toEqual(['Émile Ash'])
  const wrong = `/api/office/events/${eventId}/attendees?sort=paid&after=${key}`
  expect((await site.ask('GET', wrong, { as: clerk })).status).toBe(400)
})
