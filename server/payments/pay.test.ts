import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CardShop, openCardShop } from '../../test/app/card-shop.ts'

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

function captureIn(body: { purchase_units: { payments: { captures: { id: string }[] } }[] }) {
  return body.purchase_units[0]?.payments.captures[0]?.id
}
