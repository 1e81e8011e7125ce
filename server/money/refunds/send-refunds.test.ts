import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'

/** All of it: it is cancelled within 14 days of paying. */
const BACK = 2500

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.holdEvents())
afterEach(async () => {
  await shop.callStandIn('/__test/reset-faults', {})
  expect(await shop.broken()).toEqual([])
  expect(shop.faults.splice(0)).toEqual([])
})

async function paid() {
  const { member, event } = await shop.memberAndEvent()
  const { orderId, body } = await shop.pay(member, event)
  const { appointment } = body.payment
  const captureId: string = body.purchase_units[0].payments.captures[0].id
  return { member, event, orderId, captureId, appointmentId: appointment.appointment_id as number }
}
async function cancelled() {
  const payer = await paid()
  const url = `/api/appointments/${payer.appointmentId}/cancel`
  expect((await shop.site.ask('PUT', url, { as: payer.member })).status).toBe(200)
  return payer
}
type Payer = Awaited<ReturnType<typeof paid>>
const standing = async ({ member, orderId }: Payer) => {
  const { state, refund } = await shop.payment(member, orderId)
  return [state, refund?.state, refund?.amount_pence]
}
const moneyBack = async ({ orderId }: Payer) =>
  (await shop.moneyOf(orderId)).taken[0]?.refundedPence
const ledgerOf = ({ orderId }: Payer) =>
  shop.rows(`select l.kind, l.amount_pence from ledger_entries l join payments p on p.id = l.payment_id
    where p.order_id = '${orderId}' order by l.id`)
const entries = (...refunds: number[]) => [
  { kind: 'charge', amount_pence: 2500 },
  { kind: 'fee', amount_pence: -103 },
  ...refunds.map((pence) => ({ kind: 'refund', amount_pence: -pence })),
]
const fail = (effect: string, times: number) =>
  shop.callStandIn('/__test/faults', [{ on: 'refund', effect, times }])
const outcome = (status: string) => shop.callStandIn('/__test/refund-outcome', { status })
const refundAtProvider = ({ captureId }: Payer, pence?: number) => {
  const amount = { value: ((pence ?? 0) / 100).toFixed(2), currency_code: 'GBP' }
  const path = `/v2/payments/captures/${captureId}/refund`
  return shop.callProvider('POST', path, pence === undefined ? {} : { amount })
}
async function hear() {
  shop.moveBy(1_000)
  await shop.deliverEvents()
  await shop.work()
}

describe('a refund by the site', () => {
  test('is sent once and recorded once, however many webhooks arrive', async () => {
    const payer = await cancelled()
    await Promise.all([shop.reconcile(), shop.reconcile(), shop.reconcile()])
    await hear()
    shop.moveBy(61 * MINUTE_MS)
    await shop.reconcile()
    expect(await standing(payer)).toEqual(['refunded', 'done', BACK])
    expect(await moneyBack(payer)).toBe(BACK)
    expect(await ledgerOf(payer)).toEqual(entries(BACK))
  })

  test.each(['drop-before', 'drop-after', '500', '429'])(
    'answered with %s is sent again under the same id',
    async (effect) => {
      const payer = await cancelled()
      await fail(effect, 2)
      await shop.reconcile()
      await hear()
      expect(await standing(payer)).toEqual(['refunded', 'queued', BACK])
      for (let n = 0; n < 4; n++) {
        shop.moveBy(MINUTE_MS)
        await shop.reconcile()
      }
      await shop.work()
      expect(await standing(payer)).toEqual(['refunded', 'done', BACK])
      expect(await moneyBack(payer)).toBe(BACK)
      expect(await ledgerOf(payer)).toEqual(entries(BACK))
    },
  )

  test.each([
    ['COMPLETED', ['refunded', 'done', BACK], 0],
    ['FAILED', ['refund failed', 'failed', BACK], 1],
  ])('that is PENDING is polled until it is %s', async (status, end, told) => {
    const payer = await cancelled()
    await outcome('PENDING')
    await shop.reconcile()
    expect(await standing(payer)).toEqual(['refunded', 'sent', BACK])
    const [refund] = (await shop.moneyOf(payer.orderId)).back
    await shop.callStandIn('/__test/settle', { refundId: refund?.id, status })
    await hear()
    shop.moveBy(MINUTE_MS)
    await shop.reconcile()
    expect(await standing(payer)).toEqual(end)
    expect(shop.faults.splice(0)).toHaveLength(told)
  })

  test('that FAILED waits for the office, which gets one mail', async () => {
    const payer = await cancelled()
    await outcome('FAILED')
    await shop.reconcile()
    shop.moveBy(61 * MINUTE_MS)
    await shop.reconcile()
    expect(await standing(payer)).toEqual(['refund failed', 'failed', BACK])
    expect(shop.faults.splice(0).map(String)).toEqual([expect.stringContaining('by hand')])
    expect(await ledgerOf(payer)).toEqual(entries())
    await refundAtProvider(payer, BACK)
    await hear()
    expect(await standing(payer)).toEqual(['refunded', 'done', BACK])
    expect(await ledgerOf(payer)).toEqual(entries(BACK))
  })

  test('that cannot be sent because of an error on the site does not delay others', async () => {
    const [stuck, payer] = [await cancelled(), await cancelled()]
    const where = `where order_id = '${stuck.orderId}'`
    await shop.rows(`update payments set capture_id = null ${where}`)
    await shop.reconcile()
    expect(await standing(payer)).toEqual(['refunded', 'done', BACK])
    expect(await standing(stuck)).toEqual(['refunded', 'queued', BACK])
    expect(shop.faults.splice(0)).toHaveLength(1)
    await shop.rows(`update payments set capture_id = '${stuck.captureId}' ${where}`)
    shop.moveBy(61 * MINUTE_MS)
    await shop.reconcile()
    expect(await standing(stuck)).toEqual(['refunded', 'done', BACK])
  })
})

describe('a refund made at the provider', () => {
  test('of the whole is recorded once, and a cancellation refunds nothing more', async () => {
    const payer = await paid()
    await refundAtProvider(payer)
    await hear()
    await hear()
    expect(await standing(payer)).toEqual(['refunded', 'done', 2500])
    const url = `/api/appointments/${payer.appointmentId}/cancel`
    await shop.site.ask('PUT', url, { as: payer.member })
    await shop.reconcile()
    expect(await moneyBack(payer)).toBe(2500)
    expect(await ledgerOf(payer)).toEqual(entries(2500))
  })

  test('of a part leaves the rest to be refunded; of two parts, nothing', async () => {
    const payer = await paid()
    await refundAtProvider(payer, 1000)
    await hear()
    expect(await standing(payer)).toEqual(['finalised', 'done', 1000])
    await refundAtProvider(payer, 1500)
    await hear()
    expect(await standing(payer)).toEqual(['refunded', 'done', 1500])
    expect(await ledgerOf(payer)).toEqual(entries(1000, 1500))
  })

  test('of a part, before a cancellation, which refunds the rest', async () => {
    const payer = await paid()
    await refundAtProvider(payer, 1000)
    await hear()
    const url = `/api/appointments/${payer.appointmentId}/cancel`
    await shop.site.ask('PUT', url, { as: payer.member })
    await shop.reconcile()
    expect((await standing(payer))[0]).toBe('refunded')
    expect(await moneyBack(payer)).toBe(2500)
  })

  test('of a payment whose refund is queued: both are recorded, and one is paid', async () => {
    const payer = await cancelled()
    await refundAtProvider(payer, BACK)
    await hear()
    await shop.reconcile()
    expect(await standing(payer)).toEqual(['refund failed', 'failed', BACK])
    expect(shop.faults.splice(0)).toHaveLength(1)
    await shop.work()
    expect(await standing(payer)).toEqual(['refunded', 'done', BACK])
    expect(await moneyBack(payer)).toBe(BACK)
    expect(await ledgerOf(payer)).toEqual(entries(BACK))
  })
})
