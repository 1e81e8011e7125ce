import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { cancelDay as cancelWithCounts } from '../../test/app/cancel-day.ts'
import { type CardShop, openCardShop } from '../../test/app/card-shop.ts'
import type { TestMember } from '../../test/app/test-app.ts'
import { until } from '../../test/until.ts'
import { sendRefunds } from '../money/refunds/send-refunds.ts'
import { runBulkActions } from './run-bulk-actions.ts'

type Staff = Awaited<ReturnType<CardShop['site']['staff']>>
const NONE = { count: 0, pence: 0 }

let shop: CardShop
let office: Staff
let treasurer: Staff
beforeAll(async () => {
  shop = await openCardShop()
  await shop.holdEvents()
  treasurer = await shop.site.staff(['treasurer'])
})
// A person cancels one day alone.
beforeEach(async () => {
  office = await shop.site.staff(['office'])
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await shop.broken()).toEqual([])
})

const ask = (method: 'GET' | 'POST', url: string, body?: object, as = office) =>
  shop.site.ask(method, `/api/office${url}`, {
    as,
    ...(body && { body, headers: { 'idempotency-key': crypto.randomUUID() } }),
  })
const bigEvent = () =>
  shop.site.event({ pricePence: 2500, paymentRequired: true, places: 9, sessionMinutes: 120 })

async function paidByCard(event: CharityEvent) {
  const member = await shop.consentingMember(event)
  const { status, orderId, body } = await shop.pay(member, event)
  expect(status).toBe(201)
  const [row] = await shop.rows(`select id from payments where order_id = '${orderId}'`)
  const appointmentId = body.payment.appointment.appointment_id as number
  return { member, paymentId: String(row?.id), orderId, appointmentId }
}

async function bookedByStaff(event: CharityEvent, payment: 'due' | 'at_venue' | 'waived') {
  const member = await shop.consentingMember(event)
  const { body } = await ask('POST', '/appointments', {
    member_id: member.id,
    event_id: event.event_id,
    date: event.event_date,
    time: '10:00',
    payment,
    reason: 'rang us',
  })
  return { member, id: body.appointment.appointment_id as number }
}

async function paidAtVenue(event: CharityEvent) {
  const { member, id } = await bookedByStaff(event, 'at_venue')
  const { body } = await ask('POST', `/appointments/${id}/takings`, {
    pence: 2500,
    how: 'cash',
    taken_by: 'Ann Door',
    taken_at: shop.site.deps.now().toISOString(),
  })
  return { member, id, paymentId: body.payment_id as string }
}

async function refund(paymentId: string, pence: number) {
  const body = { pence, reason: 'goodwill' }
  expect((await ask('POST', `/payments/${paymentId}/refunds`, body, treasurer)).status).toBe(201)
}
const send = () => sendRefunds(shop.site.deps, { onFailed: () => undefined })

async function cancelDay({ event_id: id }: CharityEvent) {
  const { body } = await cancelWithCounts(shop.site, { eventId: id, as: office })
  await runBulkActions(shop.site.deps, (error) => {
    throw error
  })
  return (await ask('GET', `/bulk-actions/${body.bulk_action_id}`)).body
}
const preview = async ({ event_id: id }: CharityEvent) =>
  (await ask('POST', `/events/${id}/cancellation`, { dry_run: true })).body
const story = async (id: string) => (await ask('GET', `/payments/${id}`, undefined, treasurer)).body

async function letterTo(member: TestMember, subject: string): Promise<string> {
  await shop.mailsTo(member)
  const letters = shop.site.mails.filter(
    (mail) => mail.to === member.email && mail.subject.includes(subject),
  )
  expect(letters).toHaveLength(1)
  return letters[0]?.text ?? ''
}

test('a cancelled day keeps no money that was taken at the venue, and says so to everybody', async () => {
  const event = await bigEvent()
  const { member, paymentId } = await paidAtVenue(event)
  expect(await preview(event)).toMatchObject({
    appointments: 1,
    paid: 0,
    refund_pence: 0,
    money: { by_card: NONE, by_hand: { count: 1, pence: 2500 } },
    money_pence: 2500,
  })
  expect(await cancelDay(event)).toMatchObject({ state: 'done', owed: { count: 1, pence: 2500 } })

  const letter = await letterTo(member, 'is cancelled')
  expect(letter).toContain('about how to refund £25.00')
  expect(letter).not.toContain('refunded')
  const before = await story(paymentId)
  expect(before).toMatchObject({
    state: 'finalised',
    refunds: [],
    refunded_pence: 0,
    owed_pence: 2500,
    refund_problem: 'by hand',
    owed: [{ because: 'taken at the venue', due_pence: 2500, decided_by: office.name }],
  })
  for (const as of [office, treasurer])
    expect((await ask('GET', '/today', undefined, as)).body.owed_refunds).toEqual({
      count: 1,
      pence: 2500,
    })
  const list = await ask('GET', '/payments?tab=by_hand', undefined, treasurer)
  expect(list.body.data).toMatchObject([
    { id: paymentId, event_id: event.event_id, owed_pence: 2500, refunded_pence: 0 },
  ])

  const url = `/owed-refunds/${before.owed[0].id}/outcome`
  const end = { outcome: 'cash', note: 'At the office on 12 January', expected_pence: 2500 }
  expect((await ask('POST', url, { ...end, expected_pence: 2400 })).body.code).toBe(
    'changed_meanwhile',
  )
  expect((await ask('POST', url, { ...end, outcome: 'card' })).status).toBe(400)
  const ended = await ask('POST', url, end)
  expect([ended.status, ended.body]).toMatchObject([
    200,
    {
      state: 'refunded',
      refunded_pence: 2500,
      owed_pence: 0,
      owed: [{ outcome: 'cash', due_pence: 0, recorded_by: office.name }],
      ledger: [{ amount_pence: 2500 }, { kind: 'refund', amount_pence: -2500 }],
    },
  ])
  expect((await ask('POST', url, end)).body.code).toBe('changed_meanwhile')
  expect(await letterTo(member, 'Your CHAPS refund')).toContain('refunded £25.00 to you in cash')
  expect((await ask('GET', '/today')).body.owed_refunds).toEqual(NONE)
})

test('money that the member does not want back stays, with who said so', async () => {
  const event = await bigEvent()
  const { member, paymentId } = await paidAtVenue(event)
  await cancelDay(event)
  const { owed } = await story(paymentId)
  const body = { outcome: 'declined', note: 'A gift, by telephone', expected_pence: 2500 }
  expect((await ask('POST', `/owed-refunds/${owed[0].id}/outcome`, body)).body).toMatchObject({
    state: 'finalised',
    refunded_pence: 0,
    owed_pence: 0,
    refund_problem: null,
    owed: [{ outcome: 'declined', note: 'A gift, by telephone' }],
  })
  expect(await shop.mailsTo(member)).not.toContain('Your CHAPS refund')
})

test('the dry run counts each paying state once, and each member reads their own sentence', async () => {
  const event = await bigEvent()
  const card = await paidByCard(event)
  const partly = await paidByCard(event)
  await refund(partly.paymentId, 500)
  await send()
  const failing = await paidByCard(event)
  await shop.callStandIn('/__test/refund-outcome', { status: 'FAILED' })
  await refund(failing.paymentId, 1500)
  await send()
  await shop.callStandIn('/__test/reset-faults', {})
  const disputed = await paidByCard(event)
  await shop.alter(`insert into dispute_events (payment_id, dispute_id, webhook_id, kind,
    happened_at, received_at) values ('${disputed.paymentId}', 'D', 'W', 'opened', now(), now())`)
  const venue = await paidAtVenue(event)
  const waived = await bookedByStaff(event, 'waived')
  const unpaid = await bookedByStaff(event, 'due')
  const underReview = await bookedByStaff(event, 'due')
  await payByLink(underReview, 'LOCAL-PENDING')

  expect(await preview(event)).toMatchObject({
    appointments: 8,
    paid: 2,
    refund_pence: 4500,
    money: {
      by_card: { count: 2, pence: 4500 },
      by_hand: { count: 1, pence: 2500 },
      under_review: { count: 1, pence: 2500 },
      disputed: { count: 1, pence: 2500 },
      failed_before: { count: 1, pence: 2500 },
    },
    money_pence: 14_500,
  })
  await cancelDay(event)
  const sentence = (member: TestMember) => letterTo(member, 'appointment is cancelled')
  expect(await sentence(card.member)).toMatch(/We will refund £25\.00 to your card by/)
  expect(await sentence(partly.member)).toMatch(
    /We will refund £20\.00 to your card by [^.]+\. We have already refunded £5\.00\./,
  )
  expect(await sentence(failing.member)).toContain(
    'Our office will refund £25.00 to you another way',
  )
  expect(await sentence(disputed.member)).toContain('we cannot refund it automatically')
  expect(await sentence(venue.member)).toContain('about how to refund £25.00')
  expect(await sentence(underReview.member)).toContain(
    'still being checked by our card payment provider',
  )
  for (const { member } of [waived, unpaid]) expect(await sentence(member)).not.toContain('£')

  expect(await story(disputed.paymentId)).toMatchObject({
    refunds: [],
    owed: [{ because: 'disputed', due_pence: 2500 }],
  })
  expect(await story(failing.paymentId)).toMatchObject({
    refunds: [{ state: 'failed' }],
    owed: [{ because: 'failed before', due_pence: 2500 }],
  })
  await send()
  const { back } = await shop.moneyOf(disputed.orderId)
  expect(back).toEqual([])
})

test('a failed refund that was announced is corrected by a mail once, and another says it is made', async () => {
  const { member, paymentId } = await paidByCard(await bigEvent())
  await refund(paymentId, 1500)
  await shop.callStandIn('/__test/refund-outcome', { status: 'FAILED', times: 2 })
  await send()
  expect(await letterTo(member, 'refund is delayed')).toContain('£15.00')
  const { refunds } = await story(paymentId)
  await ask('POST', `/refunds/${refunds[0].id}/retry`, {}, treasurer)
  await send()
  expect(await letterTo(member, 'refund is delayed')).toContain('£15.00')
  await shop.callStandIn('/__test/reset-faults', {})
  const again = (await story(paymentId)).refunds.find(
    ({ due_pence: due }: { due_pence: number }) => due > 0,
  )
  await ask('POST', `/refunds/${again.id}/retry`, {}, treasurer)
  await send()
  expect(await letterTo(member, 'refund has been made')).toContain('£15.00')
})

test('attendees who have not paid are not called paid', async () => {
  const event = await bigEvent()
  await bookedByStaff(event, 'at_venue')
  const list = await ask('GET', `/events/${event.event_id}/attendees`)
  expect(list.body.data).toMatchObject([{ payment_status: 'at the venue, not yet', paid: null }])
})

test('a payment under review names the appointment that it is for', async () => {
  const event = await bigEvent()
  const booked = await bookedByStaff(event, 'due')
  const paymentId = await payByLink(booked, 'LOCAL-PENDING')
  expect(await story(paymentId)).toMatchObject({
    state: 'pending review',
    appointment: { appointment_id: booked.id, status: 'booked' },
  })
})

test('a member who cancels in time gets money taken at the venue back by hand', async () => {
  const event = await bigEvent()
  const { member, id, paymentId } = await paidAtVenue(event)
  const answer = await shop.site.ask('PUT', `/api/appointments/${id}/cancel`, { as: member })
  expect(answer.status).toBe(200)
  expect(await letterTo(member, 'is cancelled')).toContain('about how to refund £25.00')
  expect(await story(paymentId)).toMatchObject({ owed_pence: 2500, refunds: [] })
})

/** Returns the payment's id. */
async function payByLink({ member, id }: { member: TestMember; id: number }, name: string) {
  const before = shop.site.mails.length
  await ask('POST', `/appointments/${id}/payment-links`, { by: 'mail' })
  const mail = await until(() => {
    const link = shop.site.mails
      .slice(before)
      .find(({ to, subject }) => to === member.email && subject.startsWith('Please pay'))
    if (!link) throw new Error('no mail')
    return link
  })
  const [, key = ''] = /#pay=([\w-]{22})/.exec(mail.text) ?? []
  const order = await shop.site.ask('POST', '/api/payments/link/orders', { body: { key } })
  await shop.approve(order.body.id, { name })
  const body = { key, order_id: order.body.id }
  await shop.site.ask('POST', '/api/payments/link/capture', { body })
  const [row] = await shop.rows(`select id from payments where order_id = '${order.body.id}'`)
  return String(row?.id)
}
