import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { hold } from '../../../test/app/bookings.ts'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'

const START = new Date('2027-01-12T09:00:00Z')
let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop({ settings: { rateLimitScale: 1 } })
})
afterAll(() => shop.close())
beforeEach(() => shop.site.moveTo(START))
afterEach(async () => expect(await shop.broken()).toEqual([]))

const later = (minutes: number) => shop.site.moveTo(new Date(START.getTime() + minutes * MINUTE_MS))

async function fullAddress() {
  const { member, event } = await shop.memberAndEvent({ places: 6 })
  for (const slot of ['10:20', '10:40', '11:00', '11:20']) {
    expect((await hold(shop.site, await shop.consentingMember(event), event, slot)).status).toBe(
      201,
    )
  }
  return { member, event }
}

test('starts without a hold, and takes the place at the capture', async () => {
  const { member, event } = await fullAddress()
  expect((await hold(shop.site, member, event, '10:00')).body.code).toBe('too_many_holds')
  const { status, body } = await shop.order(member, event)
  expect([status, body.hold]).toEqual([201, null])
  await shop.approve(body.id)
  expect((await shop.capture(member, body.id)).status).toBe(201)
  expect(await shop.payment(member, body.id)).toMatchObject({ state: 'finalised', slot: '10:00' })
})

test('is refused before any money is taken when another member books the place first', async () => {
  const { member, event } = await fullAddress()
  const { body } = await shop.order(member, event)
  expect((await shop.pay(await shop.consentingMember(event), event)).status).toBe(201)
  await shop.approve(body.id)
  const refused = await shop.capture(member, body.id)
  expect([refused.status, refused.body.code]).toEqual([409, 'slot_taken'])
  expect((await shop.moneyOf(body.id)).taken).toEqual([])
})

test('stays open for as long as a hold lasts, and no longer', async () => {
  const { member, event } = await fullAddress()
  const { body } = await shop.order(member, event)
  later(14)
  await shop.reconcile()
  expect((await shop.payment(member, body.id)).state).toBe('created')
  later(16)
  await shop.reconcile()
  expect((await shop.payment(member, body.id)).state).toBe('expired')
})

test('becomes a booking when the browser was closed after the approval', async () => {
  const { member, event } = await fullAddress()
  const { body } = await shop.order(member, event)
  await shop.approve(body.id)
  later(2)
  await shop.reconcile()
  expect((await shop.payment(member, body.id)).state).toBe('finalised')
})

test('takes no money long after the browser was closed', async () => {
  const { member, event } = await fullAddress()
  const { body } = await shop.order(member, event)
  await shop.holdEvents()
  await shop.approve(body.id)
  later(20)
  await shop.reconcile()
  expect((await shop.payment(member, body.id)).state).toBe('expired')
  expect((await shop.moneyOf(body.id)).taken).toEqual([])
})

test('orders do not renew a hold without end', async () => {
  const { member, event } = await shop.memberAndEvent({ places: 6 })
  const held: boolean[] = []
  for (let n = 0; n < 4; n++) {
    later(n * 20)
    await shop.reconcile()
    const { status, body } = await shop.order(member, event)
    expect(status).toBe(201)
    held.push(body.hold !== null)
  }
  expect(held).toEqual([true, true, false, false])
})
