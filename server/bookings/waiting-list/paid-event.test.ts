import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import { advanceLists, join, waitingListOf } from '../../../test/app/waiting.ts'

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
  await shop.holdEvents()
})
afterAll(() => shop.close())

const START = new Date('2027-01-12T09:00:00Z')
const later = (minutes: number) => shop.site.moveTo(new Date(START.getTime() + minutes * 60_000))
beforeEach(() => shop.site.moveTo(START))

async function offered() {
  const { site } = shop
  const { event, member: host } = await shop.memberAndEvent({ places: 1, sessionMinutes: 120 })
  const [member, next] = [await shop.consentingMember(event), await shop.consentingMember(event)]
  expect((await shop.pay(host, event)).status).toBe(201)
  for (const one of [member, next]) expect((await join(site, one, event)).status).toBe(200)
  const upcoming = `/api/appointments/upcoming-appointments/user/${host.id}`
  const { body } = await site.ask('GET', upcoming, { as: host })
  const id = body.appointments[0].appointment_id
  expect((await site.ask('PUT', `/api/appointments/${id}/cancel`, { as: host })).status).toBe(200)
  return { event, member, next }
}

test('an abandoned or repeated checkout does not end the offer', async () => {
  const { event, member } = await offered()
  expect((await shop.order(member, event)).status).toBe(201)
  later(60)
  await advanceLists(shop.site)
  expect((await waitingListOf(shop.site, member, event)).wait?.status).toBe('offered')
  const { status } = await shop.pay(member, event)
  expect(status).toBe(201)
  expect((await waitingListOf(shop.site, member, event)).wait?.status).toBe('booked')
  expect(await shop.broken()).toEqual([])
})

test('a member who pays at the end of the offer gets the place, and the next member keeps waiting', async () => {
  const { event, member, next } = await offered()
  later(12 * 60 - 1)
  const { body } = await shop.order(member, event)
  await shop.approve(body.id)
  later(12 * 60 + 5)
  await advanceLists(shop.site)
  expect((await waitingListOf(shop.site, member, event)).wait?.status).toBe('offered')
  expect((await shop.capture(member, body.id)).status).toBe(201)
  expect((await waitingListOf(shop.site, member, event)).wait?.status).toBe('booked')
  expect((await waitingListOf(shop.site, next, event)).wait?.status).toBe('waiting')
  expect(await shop.broken()).toEqual([])
})
