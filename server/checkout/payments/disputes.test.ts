import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import { sendRefunds } from '../../money/refunds/send-refunds.ts'

const [CREATED, REVERSED] = readFileSync(
  'server/checkout/payments/test-data/dispute-webhooks.jsonl',
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

type Staff = Awaited<ReturnType<CardShop['site']['staff']>>
let shop: CardShop
let treasurer: Staff
let office: Staff
beforeAll(async () => {
  shop = await openCardShop()
  await shop.holdEvents()
  treasurer = await shop.site.staff(['treasurer'])
  office = await shop.site.staff(['office'])
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await shop.broken()).toEqual([])
})

const ask = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object, as = treasurer) =>
  shop.site.ask(method, url, {
    as,
    ...(body && { body, headers: { 'idempotency-key': crypto.randomUUID() } }),
  })
const story = async (id: string) => (await ask('GET', `/api/office/payments/${id}`)).body
const today = async () => (await ask('GET', '/api/office/today')).body
const refund = (id: string, pence: number) =>
  ask('POST', `/api/office/payments/${id}/refunds`, { pence, reason: 'goodwill' })
const sendAll = () => sendRefunds(shop.site.deps, { onFailed: () => undefined })

async function paid() {
  const { member, event } = await shop.memberAndEvent()
  const { orderId, body } = await shop.pay(member, event)
  const [row] = await shop.rows(
    `select id, capture_id, appointment_id from payments where order_id = '${orderId}'`,
  )
  const appointmentId = body.payment.appointment.appointment_id as number
  return {
    member,
    event,
    orderId,
    id: String(row?.id),
    capture: String(row?.capture_id),
    appointmentId,
  }
}

/** As the provider sends it, with this capture's id. */
async function report(webhook: object, capture: string, change: object = {}): Promise<void> {
  const id = `WH-${crypto.randomUUID()}`
  const text = JSON.stringify({ id, ...webhook, ...change }).replaceAll('<capture id>', capture)
  const named = text.replaceAll('"<id>"', `"R-${capture}"`)
  expect(await shop.callStandIn('/__test/webhooks/send', JSON.parse(named))).toEqual({
    isHeard: true,
  })
}
const dispute = (capture: string, type: 'CREATED' | 'UPDATED' | 'RESOLVED', outcome?: string) =>
  report(CREATED, capture, {
    event_type: `CUSTOMER.DISPUTE.${type}`,
    resource: {
      ...CREATED.resource,
      status: type === 'RESOLVED' ? 'RESOLVED' : 'OPEN',
      ...(outcome && { dispute_outcome: { outcome_code: outcome } }),
    },
  })

test('a disputed payment shows it, stands on Today, and no refund is sent while it is open', async () => {
  const before = (await today()).disputed_payments
  const { member, event, id, capture, orderId, appointmentId } = await paid()
  await report(CREATED, capture)
  expect(await story(id)).toMatchObject({
    dispute: 'open',
    refund_problem: 'disputed',
    dispute_events: [{ dispute_id: 'PP-D-1', kind: 'opened' }],
  })
  expect((await today()).disputed_payments).toEqual({
    count: before.count + 1,
    pence: before.pence + 2500,
  })
  expect((await refund(id, 500)).body.code).toBe('payment_disputed')

  const url = `/api/appointments/${appointmentId}/cancel`
  expect((await shop.site.ask('PUT', url, { as: member })).status).toBe(200)
  await sendAll()
  expect((await shop.moneyOf(orderId)).back).toEqual([])
  const disputed = await story(id)
  expect(disputed).toMatchObject({ refunds: [], owed: [{ because: 'disputed' }] })
  expect(event.event_id).toBeGreaterThan(0)

  const end = { outcome: 'card', note: 'PayPal decided for us', expected_pence: 2500 }
  const outcomeUrl = `/api/office/owed-refunds/${disputed.owed[0].id}/outcome`
  const due = disputed.owed[0].due_pence
  const decide = () => ask('POST', outcomeUrl, { ...end, expected_pence: due })
  expect((await decide()).body.code).toBe('payment_disputed')
  expect((await ask('POST', outcomeUrl, { ...end, expected_pence: due }, office)).body.code).toBe(
    'not_permitted',
  )
  await dispute(capture, 'RESOLVED', 'RESOLVED_SELLER_FAVOUR')
  expect(await story(id)).toMatchObject({ dispute: 'won' })
  expect((await today()).disputed_payments).toEqual(before)
  expect((await decide()).status).toBe(200)
  await sendAll()
  expect((await shop.moneyOf(orderId)).back).toMatchObject([{ pence: due, status: 'COMPLETED' }])
})

test('a refund that was queued before the dispute waits, and is sent once the charity won', async () => {
  const { id, capture, orderId } = await paid()
  expect((await refund(id, 1000)).status).toBe(201)
  await dispute(capture, 'CREATED')
  await sendAll()
  expect((await shop.moneyOf(orderId)).back).toEqual([])
  await dispute(capture, 'RESOLVED', 'RESOLVED_SELLER_FAVOUR')
  await dispute(capture, 'CREATED')
  await sendAll()
  expect((await shop.moneyOf(orderId)).back).toMatchObject([{ pence: 1000 }])
})

test('a reversal makes the money gone once, and the booked appointment unpaid again', async () => {
  const { id, capture, orderId, appointmentId } = await paid()
  expect((await refund(id, 1000)).status).toBe(201)
  await dispute(capture, 'CREATED')
  await dispute(capture, 'RESOLVED', 'RESOLVED_BUYER_FAVOUR')
  await report(REVERSED, capture)
  await report(REVERSED, capture)
  await sendAll()
  expect((await shop.moneyOf(orderId)).back).toEqual([])
  const gone = await story(id)
  expect(gone).toMatchObject({
    state: 'refunded',
    dispute: 'reversed',
    left_pence: 0,
    appointment: { appointment_id: appointmentId, status: 'booked' },
  })
  expect(gone.refunds.filter(({ state }: { state: string }) => state === 'done')).toMatchObject([
    { reason: 'reversed', amount_pence: 2500 },
  ])
  const sum = gone.ledger
    .filter(({ kind }: { kind: string }) => kind !== 'fee')
    .reduce((pence: number, one: { amount_pence: number }) => pence + one.amount_pence, 0)
  expect(sum).toBe(0)
  const [appointment] = await shop.rows(
    `select payment_status from appointments where id = ${appointmentId}`,
  )
  expect(appointment).toEqual({ payment_status: 'not paid' })
  const disputed = await ask('GET', '/api/office/payments?tab=disputed')
  expect(disputed.body.data).toMatchObject([{ id }])
  const waived = await ask(
    'POST',
    `/api/office/appointments/${appointmentId}/waiver`,
    { reason: 'PayPal took it back' },
    office,
  )
  expect(waived.status).toBe(200)
  expect((await ask('GET', '/api/office/payments?tab=disputed')).body.data).toEqual([])
})

test('a member who was promised a refund learns that the bank took the payment back instead', async () => {
  const { member, id, capture } = await paid()
  expect((await refund(id, 1000)).status).toBe(201)
  await report(REVERSED, capture)
  await report(REVERSED, capture)
  const subjects = await shop.mailsTo(member)
  expect(subjects).toEqual([
    expect.stringContaining('is booked'),
    'Your CHAPS refund',
    'Your CHAPS refund will not be sent',
  ])
  expect(shop.site.mails.at(-1)?.text).toMatch(
    /we would refund £10\.00 to your card\.[\s\S]*took £25\.00 of that payment back/,
  )
})

test('a report about no payment of ours is listed for the treasurer until somebody has seen it', async () => {
  const before = (await today()).unknown_notifications
  await report(CREATED, 'OFSOMEBODYELSE')
  shop.moveBy(11 * 60_000)
  expect((await today()).unknown_notifications).toBe(before + 1)
  const list = async () => (await ask('GET', '/api/office/notifications')).body.data
  const [row] = await list()
  expect(row).toMatchObject({
    type: 'CUSTOMER.DISPUTE.CREATED',
    about: expect.stringContaining('OFSOMEBODYELSE'),
  })
  const seen = { note: 'A payment of another shop' }
  expect((await ask('POST', `/api/office/notifications/${row.id}/seen`, seen, office)).status).toBe(
    403,
  )
  expect((await ask('POST', `/api/office/notifications/${row.id}/seen`, seen)).status).toBe(200)
  expect((await today()).unknown_notifications).toBe(before)
})
