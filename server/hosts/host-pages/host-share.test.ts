// The host pays a share of the price, the member the rest; amounts are pence.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
import { type CardShop, cartFor, openCardShop } from '../../../test/app/card-shop.ts'
import type { TestMember } from '../../../test/app/test-app.ts'

let shop: CardShop
let office: { cookie: string }
/** 25 pounds, of which the host pays 10. */
let event: CharityEvent
beforeAll(async () => {
  shop = await openCardShop()
  await shop.holdEvents()
  office = await shop.site.staff(['office'])
})
beforeEach(async () => {
  event = await shop.site.event({ pricePence: 2500, paymentRequired: true })
  await change({ host_share: 1000 })
})
afterEach(async () => {
  expect(await shop.broken()).toEqual([])
  expect(shop.faults.splice(0)).toEqual([])
})
afterAll(() => shop.close())

async function change(wanted: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const url = `/api/office/events/${event.event_id}`
  const { body } = await shop.site.ask('GET', url, { as: office })
  return shop.site.ask('PUT', url, { as: office, body: { version: body.version, ...wanted } })
}
const publicPrice = async () =>
  (await shop.site.ask('GET', `/api/events/${event.event_id}`)).body.event.price

function orderAt(member: TestMember, pricePence: number) {
  const cart = cartFor(event, '10:00')
  const body = { ...cart, booking: { ...cart.booking, pricePence } }
  return shop.site.ask('POST', '/api/payments/orders', { as: member, body })
}
function bookAt(member: TestMember, pricePence: number) {
  const booking = { eventId: event.event_id, appointmentStartTime: '10:20', pricePence }
  return shop.site.ask('POST', '/api/appointments', { as: member, body: booking })
}
const stored = () =>
  shop.rows(`select price_pence, host_share_pence, status from appointments
    where event_id = ${event.event_id} order by id`)

async function hostPage() {
  const url = `/api/office/events/${event.event_id}/host-page/link`
  const body = { mail_to_host: false }
  const { link } = (await shop.site.ask('POST', url, { as: office, body })).body
  const key = /#host=([\w-]{22})$/.exec(link)?.[1]
  return (await shop.site.ask('POST', '/api/host', { body: { key } })).body
}

test('the member sees and pays the rest by card, and the host owes the share', async () => {
  expect(await publicPrice()).toBe(1500)
  const member = await shop.consentingMember(event)
  const { orderId, body } = await shop.pay(member, event)
  expect((await shop.moneyOf(orderId)).taken.map(({ pence }) => pence)).toEqual([1500])
  expect(body.payment.appointment.price_pence).toBe(1500)
  expect(await stored()).toEqual([{ price_pence: 1500, host_share_pence: 1000, status: 'booked' }])
})

test('a host who pays all leaves nothing to pay', async () => {
  await change({ host_share: 2500 })
  expect(await publicPrice()).toBe(0)
  const member = await shop.consentingMember(event)
  expect((await shop.order(member, event)).body.code).toBe('nothing_to_pay')
})

test('the host never pays more than the price, of the event or of its product', async () => {
  for (const wrong of [{ host_share: 2501 }, { price: 900 }, { host_share: 2501, price: null }]) {
    const { status, body } = await change(wrong)
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  }
  expect((await change({ host_share: -1 })).status).toBe(400)
  await shop.alter(`update events set price_pence = 700 where id = ${event.event_id}`)
  shop.site.deps.cache.clear()
  expect(await publicPrice()).toBe(0)
})

test('a member is never charged another sum than the one on the screen', async () => {
  const [member, other] = [await shop.consentingMember(event), await shop.consentingMember(event)]
  await change({ host_share: 400 })
  expect(await publicPrice()).toBe(2100)
  const refused = await orderAt(member, 1500)
  expect([refused.status, refused.body.code]).toEqual([409, 'price_changed'])
  expect((await orderAt(member, 2100)).status).toBe(201)
  await change({ payment_required: false })
  expect((await bookAt(other, 1500)).body.code).toBe('price_changed')
  expect((await bookAt(other, 2100)).status).toBe(201)
  expect(await stored()).toEqual([{ price_pence: 2100, host_share_pence: 400, status: 'booked' }])
})

test('a share that changes while payments are taken changes none of them', async () => {
  const orders: { member: TestMember; id: string }[] = []
  for (const time of ['10:00', '10:20', '10:40']) {
    const member = await shop.consentingMember(event)
    const { body } = await shop.order(member, event, time)
    await shop.approve(body.id)
    orders.push({ member, id: body.id })
  }
  const [answers] = await Promise.all([
    Promise.all(orders.map(({ member, id }) => shop.capture(member, id))),
    change({ host_share: 200 }),
  ])
  for (const { status, body } of answers)
    expect([status, body.payment.appointment.price_pence]).toEqual([201, 1500])
  for (const row of await stored()) expect(row).toMatchObject({ host_share_pence: 1000 })
})

test('the statement of the host counts the booked and names nobody', async () => {
  await change({ payment_required: false })
  const members: TestMember[] = []
  let first = 0
  for (const time of ['10:00', '10:20', '10:40']) {
    const member = await shop.consentingMember(event)
    members.push(member)
    const body = { eventId: event.event_id, appointmentStartTime: time }
    const booked = await shop.site.ask('POST', '/api/appointments', { as: member, body })
    expect(booked.status).toBe(201)
    first ||= booked.body.appointment.appointment_id
    if (time === '10:20') await change({ host_share: 600 })
  }
  const page = await hostPage()
  expect(page.share).toEqual({
    each_pence: 600,
    lines: [
      { pence: 600, appointments: 1 },
      { pence: 1000, appointments: 2 },
    ],
    owed_pence: 2600,
  })
  for (const { lastName, email } of members) {
    expect(JSON.stringify(page)).not.toContain(email)
    expect(JSON.stringify(page)).not.toContain(lastName)
  }
  const cancelled = await shop.site.ask('PUT', `/api/appointments/${first}/cancel`, {
    as: members[0] as TestMember,
  })
  expect(cancelled.status).toBe(200)
  expect((await hostPage()).share.owed_pence).toBe(1600)
  const as = await shop.site.staff(['treasurer'])
  const { body } = await shop.site.ask('GET', '/api/office/statements/events', { as })
  const own = body.data.find((row: { event_id: number }) => row.event_id === event.event_id)
  expect(own).toMatchObject({ hosted: 2, host_pence: 1600, net_pence: 0 })
})

test('an appointment that is moved owes the share of its new event', async () => {
  await change({ payment_required: false })
  const member = await shop.consentingMember(event)
  const booked = await bookAt(member, 1500)
  const { appointment_id: id } = booked.body.appointment
  const before = event
  event = await shop.site.event({ pricePence: 2000 })
  await change({ host_share: 300 })
  await shop.site.consent(member, event)
  const to = { event_id: event.event_id, date: event.event_date, time: '11:00' }
  const moved = await shop.site.ask('PUT', `/api/office/appointments/${id}/move`, {
    as: office,
    body: { ...to, reason: 'Lives nearer' },
  })
  expect(moved.status).toBe(200)
  expect(await stored()).toEqual([{ price_pence: 1700, host_share_pence: 300, status: 'booked' }])
  event = before
  expect((await hostPage()).share).toMatchObject({ lines: [], owed_pence: 0 })
})

test('a host who pays nothing has no statement', async () => {
  await change({ host_share: 0 })
  expect((await hostPage()).share).toBeNull()
  expect(await publicPrice()).toBe(2500)
})
