import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import type { TestMember } from '../../../test/app/test-app.ts'

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
  await shop.holdEvents()
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await shop.broken()).toEqual([])
  expect(shop.faults.splice(0)).toEqual([])
})

const stateOf = async (member: TestMember, orderId: string) =>
  (await shop.payment(member, orderId)).state

describe('the place being paid for is no longer available', () => {
  test('because the member booked another event meanwhile: no money is taken', async () => {
    const { member, orderId } = await shop.approvedOrder()
    const other = await shop.site.event({ pricePence: 2500, paymentRequired: true })
    await shop.site.consent(member, other)
    expect((await shop.pay(member, other)).status).toBe(201)
    const { status, body } = await shop.capture(member, orderId)
    expect([status, body.code]).toEqual([409, 'existing_booking'])
    await shop.reconcileAfter(MINUTE_MS)
    expect(await stateOf(member, orderId)).toBe('expired')
    expect((await shop.moneyOf(orderId)).taken).toEqual([])
  })

  test('because its event needs no payment now: the member has paid by card all the same', async () => {
    const { member, event, orderId } = await shop.approvedOrder()
    await shop.rows(`update events set payment_required = false where id = ${event.event_id}`)
    const { body } = await shop.capture(member, orderId)
    expect(body.payment.appointment.payment_status).toBe('paid by card')
  })
})

describe('an expired order is captured at the provider after all', () => {
  test('becomes the booking, and ends the attempt that replaced it', async () => {
    const { member, event, orderId } = await shop.approvedOrder()
    const { body: second } = await shop.order(member, event, '10:20')
    await shop.approve(second.id)
    await shop.recordEvents()
    await shop.callProvider('POST', `/v2/checkout/orders/${orderId}/capture`)
    await shop.deliverEvents()
    await shop.work()
    expect((await shop.moneyOf(orderId)).taken).toHaveLength(1)
    expect(await stateOf(member, orderId)).toBe('finalised')
    expect(await shop.mailsTo(member)).toEqual([expect.stringContaining('is booked')])
    const late = await shop.capture(member, second.id)
    expect([late.status, late.body.code]).toEqual([409, 'payment_over'])
    expect((await shop.moneyOf(second.id)).taken).toEqual([])
  })

  test('when another payment for the same event exists: one becomes the booking, the other is refunded', async () => {
    const { member, event, orderId } = await shop.approvedOrder()
    const { orderId: second } = await shop.pay(member, event, { time: '10:20' })
    const path = "/purchase_units/@reference_id=='default'/invoice_id"
    const url = `/v2/checkout/orders/${orderId}`
    await shop.callProvider('PATCH', url, [{ op: 'replace', path, value: 'another' }])
    await shop.callProvider('POST', `${url}/capture`)
    await shop.deliverEvents()
    await shop.work()
    await shop.reconcileAfter(MINUTE_MS)
    expect(await stateOf(member, second)).toBe('finalised')
    expect(await shop.payment(member, orderId)).toMatchObject({
      state: 'refunded',
      appointment: null,
    })
    expect((await shop.moneyOf(orderId)).back).toMatchObject([{ pence: 2500 }])
    expect(await shop.mailsTo(member)).toHaveLength(2)
  })
})
