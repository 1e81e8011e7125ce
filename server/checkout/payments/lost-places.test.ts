import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
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
  await shop.callStandIn('/__test/reset-faults', {})
  await shop.holdEvents()
  expect(await shop.broken()).toEqual([])
  expect(shop.faults.splice(0)).toEqual([])
})

const fail = (on: string, effect: string, times: number) =>
  shop.callStandIn('/__test/faults', [{ on, effect, times }])
const stateOf = async (member: TestMember, orderId: string) =>
  (await shop.payment(member, orderId)).state
const freeTimes = async (event: CharityEvent): Promise<string[]> => {
  const { body } = await shop.site.ask('GET', `/api/events/${event.event_id}/slots`)
  return body[event.event_date].availableTimeSlots
}
async function capturedWithoutResponse() {
  const payer = await shop.approvedOrder()
  await fail('capture', 'drop-after', 2)
  expect((await shop.capture(payer.member, payer.orderId)).status).toBe(202)
  expect((await shop.moneyOf(payer.orderId)).taken).toHaveLength(1)
  return payer
}
async function takePlace(event: CharityEvent) {
  const { status } = await shop.pay(await shop.consentingMember(event), event)
  expect(status).toBe(201)
}
async function isBookedOnce(member: TestMember, orderId: string) {
  expect(await shop.payment(member, orderId)).toMatchObject({ state: 'finalised', refund: null })
  expect((await shop.moneyOf(orderId)).taken).toMatchObject([{ status: 'COMPLETED', pence: 2500 }])
  expect(await shop.mailsTo(member)).toEqual([expect.stringContaining('is booked')])
}
async function isOverUnpaid(member: TestMember, event: CharityEvent, orderId: string) {
  expect(await shop.payment(member, orderId)).toMatchObject({ state: 'expired', appointment: null })
  expect((await shop.moneyOf(orderId)).taken).toEqual([])
  expect(await freeTimes(event)).toContain('10:00')
  expect(await shop.mailsTo(member)).toEqual([])
}

describe.each(['drop-before', 'drop-after', '500', '429'])(
  'the provider answers with %s',
  (how) => {
    test('once to a capture: the capture is repeated and takes the money once', async () => {
      const { member, orderId } = await shop.approvedOrder()
      await fail('capture', how, 1)
      expect((await shop.capture(member, orderId)).status).toBe(201)
      await isBookedOnce(member, orderId)
    })

    test('twice: the member waits, and has the booking a minute later', async () => {
      const { member, orderId } = await shop.approvedOrder()
      await fail('capture', how, 2)
      const { status, body } = await shop.capture(member, orderId)
      expect([status, body.payment.state]).toEqual([202, 'capturing'])
      await shop.reconcileAfter(MINUTE_MS)
      await isBookedOnce(member, orderId)
    })

    test('twice, and the member captures again', async () => {
      const { member, orderId } = await shop.approvedOrder()
      await fail('capture', how, 2)
      await shop.capture(member, orderId)
      expect((await shop.capture(member, orderId)).status).toBe(201)
      await isBookedOnce(member, orderId)
    })

    test('to a request for the order: the payment stays open and succeeds later', async () => {
      const { member, orderId } = await shop.approvedOrder()
      await fail('get-order', how, 1)
      expect((await shop.capture(member, orderId)).status).toBe(202)
      expect((await shop.capture(member, orderId)).status).toBe(201)
      await isBookedOnce(member, orderId)
    })

    test('to an order: the second try creates one; after two faults the member is asked to try later', async () => {
      const { member, event } = await shop.memberAndEvent()
      await fail('create', how, 1)
      expect((await shop.order(member, event)).status).toBe(201)
      await fail('create', how, 2)
      const { status, body } = await shop.order(member, event)
      expect([status, body.code]).toEqual([503, 'payments_away'])
      const { status: paid } = await shop.pay(member, event)
      expect(paid).toBe(201)
    })
  },
)

describe('the browser is closed', () => {
  test('before the approval: the place is free when the hold ends', async () => {
    const { member, event } = await shop.memberAndEvent()
    const { body } = await shop.order(member, event)
    await shop.reconcileAfter(14 * MINUTE_MS)
    expect(await stateOf(member, body.id)).toBe('created')
    expect(await freeTimes(event)).not.toContain('10:00')
    await shop.reconcileAfter(2 * MINUTE_MS)
    await isOverUnpaid(member, event, body.id)
    const late = await shop.capture(member, body.id)
    expect([late.status, late.body.code]).toEqual([409, 'payment_over'])
  })

  test('after the approval: it becomes a booking while the place is held', async () => {
    const { member, orderId } = await shop.approvedOrder()
    await shop.reconcileAfter(MINUTE_MS)
    await isBookedOnce(member, orderId)
  })

  test('after the approval, with a check after the hold: nothing is taken', async () => {
    const { member, event, orderId } = await shop.approvedOrder()
    await shop.reconcileAfter(16 * MINUTE_MS)
    await isOverUnpaid(member, event, orderId)
  })

  test('and the member returns late, while the place is free: it becomes a booking', async () => {
    const { member, orderId } = await shop.approvedOrder()
    shop.moveBy(16 * MINUTE_MS)
    expect((await shop.capture(member, orderId)).status).toBe(201)
    await isBookedOnce(member, orderId)
  })
})

describe('this process is killed', () => {
  test('during the capture: another process takes the lease over', async () => {
    const { member, orderId } = await shop.approvedOrder()
    const now = shop.site.deps.now().toISOString()
    await shop.rows(
      `update payments set state = 'capturing', leased_at = '${now}' where order_id = '${orderId}'`,
    )
    await shop.reconcileAfter(MINUTE_MS)
    await isBookedOnce(member, orderId)
  })

  test('after the capture, before its response arrives', async () => {
    const { member, orderId } = await capturedWithoutResponse()
    await shop.reconcileAfter(MINUTE_MS)
    await isBookedOnce(member, orderId)
  })

  test('trap 15: when the money is stored and the appointment is not', async () => {
    const { member, orderId } = await shop.approvedOrder()
    await shop.alter('alter table appointments add constraint no_booking check (false) not valid')
    expect((await shop.capture(member, orderId)).status).toBe(500)
    expect(await stateOf(member, orderId)).toBe('paid')
    await shop.reconcileAfter(MINUTE_MS)
    expect(shop.faults.splice(0)).toHaveLength(1)
    await shop.alter('alter table appointments drop constraint no_booking')
    await shop.reconcileAfter(MINUTE_MS)
    await isBookedOnce(member, orderId)
  })
})

describe('trap 15: the place is gone', () => {
  test('before the capture: nothing is taken, and the member sees the free times', async () => {
    const { member, event, orderId } = await shop.approvedOrder()
    shop.moveBy(16 * MINUTE_MS)
    await takePlace(event)
    const { status, body } = await shop.capture(member, orderId)
    expect([status, body.code]).toEqual([409, 'slot_taken'])
    expect(body.slots[event.event_date].availableTimeSlots).not.toContain('10:00')
    expect((await shop.moneyOf(orderId)).taken).toEqual([])
    expect((await shop.pay(member, event, { time: '10:20' })).status).toBe(201)
  })

  test('after the capture: all is refunded, once, with a mail', async () => {
    const { member, event, orderId } = await capturedWithoutResponse()
    shop.moveBy(16 * MINUTE_MS)
    await takePlace(event)
    await shop.reconcile()
    await shop.reconcileAfter(MINUTE_MS)
    expect(await shop.payment(member, orderId)).toMatchObject({
      state: 'refunded',
      appointment: null,
      refund: { amount_pence: 2500, reason: 'place gone', state: 'done' },
    })
    expect(await shop.moneyOf(orderId)).toMatchObject({
      taken: [{ status: 'REFUNDED', refundedPence: 2500 }],
      back: [{ pence: 2500, status: 'COMPLETED' }],
    })
    expect(await shop.mailsTo(member)).toEqual([expect.stringContaining('on its way back')])
    expect((await shop.capture(member, orderId)).body.payment.state).toBe('refunded')
    expect((await shop.pay(member, event, { time: '10:20' })).status).toBe(201)
  })

  test('and the office refunded before the capture was known: no booking, no second refund', async () => {
    const { member, orderId } = await capturedWithoutResponse()
    const { taken } = await shop.moneyOf(orderId)
    await shop.recordEvents()
    await shop.callProvider('POST', `/v2/payments/captures/${taken[0]?.id}/refund`, {})
    await shop.deliverEvents()
    await shop.work()
    for (let n = 0; n < 3; n++) await shop.reconcileAfter(MINUTE_MS)
    expect(await shop.payment(member, orderId)).toMatchObject({
      state: 'refunded',
      appointment: null,
    })
    expect((await shop.moneyOf(orderId)).back).toHaveLength(1)
    expect(await shop.mailsTo(member)).toEqual([])
  })
})
