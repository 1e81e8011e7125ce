import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.holdEvents())
afterEach(async () => {
  await shop.callStandIn('/__test/reset-faults', {})
  expect(await shop.broken()).toEqual([])
})

async function pending() {
  const { member, event } = await shop.memberAndEvent()
  const { orderId, status, body } = await shop.pay(member, event, {
    card: { name: 'LOCAL-PENDING' },
  })
  expect([status, body.payment.state]).toEqual([201, 'pending review'])
  await shop.deliverEvents()
  await shop.work()
  const captureId: string = body.purchase_units[0].payments.captures[0].id
  return { member, event, orderId, captureId }
}
async function settle(captureId: string, status: 'COMPLETED' | 'DECLINED') {
  await shop.callStandIn('/__test/settle', { captureId, status })
  await shop.deliverEvents()
  await shop.work()
}
type Pending = Awaited<ReturnType<typeof pending>>
const isFree = async ({ event }: Pending) => {
  const { body } = await shop.site.ask('GET', `/api/events/${event.event_id}/slots`)
  return body[event.event_date].availableTimeSlots.includes('10:00')
}

test('the member keeps the place long after the hold, and the page says to wait', async () => {
  const payer = await pending()
  for (let hours = 0; hours < 3; hours++) {
    shop.moveBy(60 * MINUTE_MS)
    await shop.reconcile()
  }
  expect((await shop.payment(payer.member, payer.orderId)).state).toBe('pending review')
  expect(await isFree(payer)).toBe(false)
  const other = await shop.order(await shop.consentingMember(payer.event), payer.event)
  expect([other.status, other.body.code]).toEqual([409, 'slot_taken'])
  expect(await shop.mailsTo(payer.member)).toEqual([expect.stringContaining('is being checked')])
})

test('meanwhile the member cannot book, hold, pay or release anything', async () => {
  const { member, event } = await pending()
  const free = await shop.site.event()
  await shop.site.consent(member, free)
  const [row] = await shop.rows(`select hold_id from places where held_by = ${member.id}`)
  const { ask } = shop.site
  const booking = { eventId: free.event_id, appointmentStartTime: '10:00' }
  for (const answer of [
    await ask('POST', '/api/appointments', { as: member, body: booking }),
    await ask('POST', `/api/events/${free.event_id}/holds`, {
      as: member,
      body: { slot: '10:00' },
    }),
    await ask('POST', `/api/events/${event.event_id}/holds`, {
      as: member,
      body: { slot: '10:20' },
    }),
    await ask('DELETE', `/api/holds/${row?.hold_id}`, { as: member }),
    await shop.order(member, event),
    await shop.order(member, event, '10:20'),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([409, 'payment_under_way'])
  }
})

test('the member sees it listed until it is settled, and no one else does', async () => {
  const { member, event, orderId, captureId } = await pending()
  const listOf = async (as: typeof member) =>
    (await shop.site.ask('GET', '/api/payments/under-way', { as })).body.payments
  expect(await listOf(member)).toEqual([
    {
      order_id: orderId,
      amount_pence: 2500,
      event_id: event.event_id,
      event_name: event.event_name,
      date: event.event_date,
      slot: '10:00',
    },
  ])
  expect(await listOf(await shop.consentingMember(event))).toEqual([])
  expect((await shop.site.ask('GET', '/api/payments/under-way')).status).toBe(401)
  await settle(captureId, 'COMPLETED')
  await shop.reconcile()
  expect(await listOf(member)).toEqual([])
})

test('when it is paid, the member has the booking and one mail', async () => {
  const { member, orderId, captureId } = await pending()
  shop.moveBy(20 * 60 * MINUTE_MS)
  await settle(captureId, 'COMPLETED')
  await shop.reconcile()
  expect(await shop.payment(member, orderId)).toMatchObject({
    state: 'finalised',
    appointment: { appt_time: '10:00', payment_status: 'paid by card' },
  })
  expect(await shop.mailsTo(member)).toEqual([
    expect.stringContaining('is being checked'),
    expect.stringContaining('is booked'),
  ])
})

test('when no webhook arrives, the reconciliation finds it paid', async () => {
  const { member, orderId, captureId } = await pending()
  await shop.callStandIn('/__test/settle', { captureId, status: 'COMPLETED' })
  shop.moveBy(MINUTE_MS)
  await shop.reconcile()
  expect((await shop.payment(member, orderId)).state).toBe('finalised')
})

test('when it is declined, the place is free, and the member gets a mail and may try again', async () => {
  const payer = await pending()
  const { member, event, orderId, captureId } = payer
  await settle(captureId, 'DECLINED')
  await shop.reconcile()
  expect((await shop.payment(member, orderId)).state).toBe('declined')
  expect(await isFree(payer)).toBe(true)
  expect((await shop.pay(await shop.consentingMember(event), event)).status).toBe(201)
  expect((await shop.pay(member, event, { time: '10:20' })).status).toBe(201)
  expect(await shop.mailsTo(member)).toEqual([
    expect.stringContaining('is being checked'),
    expect.stringContaining('was not accepted'),
    expect.stringContaining('is booked'),
  ])
})

test('when it is paid only after the appointment’s time, it is refunded in full', async () => {
  const { member, event, orderId, captureId } = await pending()
  const before = shop.site.deps.now()
  shop.site.moveTo(new Date(`${event.event_date}T10:30:00Z`))
  await settle(captureId, 'COMPLETED')
  await shop.reconcile()
  expect(await shop.payment(member, orderId)).toMatchObject({
    state: 'refunded',
    refund: { amount_pence: 2500, state: 'done' },
  })
  expect((await shop.moneyOf(orderId)).taken).toMatchObject([{ refundedPence: 2500 }])
  shop.site.moveTo(before)
})
