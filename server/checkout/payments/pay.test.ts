import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import { findPayment } from '../../money/ledger/payment-row.queries.ts'
import { processRegistry } from '../../platform/metrics/registry.ts'
import { finalisePayment } from './finalise-payment.ts'
import { recordCapture } from './record-capture.ts'

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
})
afterAll(() => shop.close())

describe('a member pays by card', () => {
  test('and has the appointment, a receipt, and the money in the ledger', async () => {
    const { member, event } = await shop.memberAndEvent()
    const { status, body } = await shop.pay(member, event)
    expect(status).toBe(201)
    expect(body.payment).toMatchObject({
      state: 'finalised',
      amount_pence: 2500,
      appointment: { appt_time: '10:00', payment_status: 'paid by card', status: 'booked' },
      refund: null,
    })
    expect(body.purchase_units[0].payments.captures[0].status).toBe('COMPLETED')
  })

  test('a repeated capture returns the same appointment and takes nothing', async () => {
    const { member, event } = await shop.memberAndEvent()
    const first = await shop.pay(member, event)
    const again = await shop.capture(member, first.orderId)
    expect(again.status).toBe(201)
    expect(again.body.payment).toEqual(first.body.payment)
    const { captures } = await shop.ledger()
    expect(captures.filter(({ id }) => id === captureIn(first.body))).toHaveLength(1)
  })

  test('POST /api/appointments afterwards, as the specification’s browser sends it, returns it too', async () => {
    const { member, event } = await shop.memberAndEvent()
    const { body } = await shop.pay(member, event)
    const booking = { eventId: event.event_id, appointmentStartTime: '10:00' }
    const asked = await shop.site.ask('POST', '/api/appointments', { as: member, body: booking })
    expect(asked.status).toBe(201)
    expect(asked.body.appointment).toEqual(body.payment.appointment)
  })

  test.each([
    ['CCREJECT-REFUSED', 201, 'declined'],
    ['LOCAL-422-INSTRUMENT_DECLINED', 422, 'declined'],
    ['LOCAL-422-TRANSACTION_REFUSED', 422, 'declined'],
  ])('%s takes no money and keeps the place for another card', async (name, status, state) => {
    const { member, event } = await shop.memberAndEvent({ places: 6 })
    const declined = await shop.pay(member, event, { card: { name } })
    expect(declined).toMatchObject({ status, body: { payment: { state, appointment: null } } })
    const paid = await shop.pay(member, event)
    expect(paid).toMatchObject({ status: 201, body: { payment: { state: 'finalised' } } })
  })
})

test('each booking that was paid by card is counted, also one without a card in the report', async () => {
  const before = await bookedByCard()
  const { member, event } = await shop.memberAndEvent()
  await shop.pay(member, event)
  expect(await bookedByCard()).toBe(before + 1)

  // Recorded and booked in several steps, not at once.
  const { orderId } = await shop.approvedOrder()
  await shop.callProvider('POST', `/v2/checkout/orders/${orderId}/capture`)
  const { deps } = shop.site
  const [row] = await shop.rows(`select id from payments where order_id = '${orderId}'`)
  const payment = await findPayment(deps.database.db, String(row?.id))
  const order = await deps.paypal.findOrder(orderId)
  if (!payment || !order) throw new Error('the order was not stored')
  for (let n = 0; n < 2; n++) {
    await recordCapture(deps, payment, { ...order, card: null })
    await finalisePayment(deps, payment)
  }
  expect(await bookedByCard()).toBe(before + 2)
})

async function bookedByCard(): Promise<number> {
  const text = await processRegistry.getSingleMetricAsString('chaps_bookings_total')
  return Number(/by="card payment"} (\d+)/.exec(text)?.[1])
}

function captureIn(body: { purchase_units: { payments: { captures: { id: string }[] } }[] }) {
  return body.purchase_units[0]?.payments.captures[0]?.id
}
