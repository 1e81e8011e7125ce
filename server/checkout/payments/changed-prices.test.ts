import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'

let shop: CardShop
let office: { cookie: string }
beforeAll(async () => {
  shop = await openCardShop()
  await shop.holdEvents()
  office = await shop.site.staff(['office'])
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await shop.broken()).toEqual([])
  expect(shop.faults.splice(0)).toEqual([])
})

async function setPrice(eventId: number, price: number): Promise<void> {
  const url = `/api/office/events/${eventId}`
  const { body: event } = await shop.site.ask('GET', url, { as: office })
  const body = { version: event.version, price }
  const { status } = await shop.site.ask('PUT', url, { as: office, body })
  expect(status).toBe(200)
}
const taken = async (orderId: string) =>
  (await shop.moneyOf(orderId)).taken.map(({ pence }) => pence)

test('a payment that has begun is taken and booked at its own price', async () => {
  const { member, event, orderId } = await shop.approvedOrder()
  await setPrice(event.event_id, 4000)
  const { status, body } = await shop.capture(member, orderId)
  expect(status).toBe(201)
  expect(body.payment.appointment).toMatchObject({
    price_pence: 2500,
    payment_status: 'paid by card',
  })
  expect(await taken(orderId)).toEqual([2500])
  const next = await shop.consentingMember(event)
  const paid = await shop.pay(next, event, { time: '10:20' })
  expect(paid.body.payment.appointment.price_pence).toBe(4000)
  expect(await taken(paid.orderId)).toEqual([4000])
})

test('a price that changes while payments are taken changes none of them', async () => {
  const orders = await Promise.all(['10:00', '10:20', '10:40'].map(() => shop.approvedOrder()))
  const answers = await Promise.all(
    orders.flatMap(({ member, event, orderId }) => [
      shop.capture(member, orderId),
      setPrice(event.event_id, 9900).then(() => null),
    ]),
  )
  for (const answer of answers.filter((one) => one !== null))
    expect([answer.status, answer.body.payment.appointment?.price_pence]).toEqual([201, 2500])
  for (const { orderId } of orders) expect(await taken(orderId)).toEqual([2500])
})

test('a hold taken at the old price is paid at the new one, which checkout shows', async () => {
  const { member, event } = await shop.memberAndEvent()
  await shop.site.ask('POST', `/api/events/${event.event_id}/holds`, {
    as: member,
    body: { slot: '10:00' },
  })
  await setPrice(event.event_id, 3000)
  const shown = await shop.site.ask('GET', `/api/events/${event.event_id}`)
  expect(shown.body.event.price).toBe(3000)
  const { orderId } = await shop.pay(member, event)
  expect(await taken(orderId)).toEqual([3000])
})
