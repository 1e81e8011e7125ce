import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type CardShop, cartFor, openCardShop } from '../../../test/app/card-shop.ts'

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
  await shop.holdEvents()
})
afterAll(() => shop.close())
afterEach(async () => expect(await shop.broken()).toEqual([]))

const orders = '/api/payments/orders'
const stored = (orderId: string) =>
  shop.rows(
    `select state, amount_pence, captured_pence, description from payments where order_id = '${orderId}'`,
  )

describe('trap 11, trap 12: amounts in the cart are ignored', () => {
  test.each([
    ['a penny', { description: 'any', amount: '0.01' }],
    ['nothing', { description: 'any', amount: 0 }],
    ['a discount', { description: 'any', amount: '12.50', discount: 50, discountPercentage: '50' }],
    ['less than nothing', { description: 'any', amount: '-25.00' }],
    ['another currency', { description: 'any', amount: '25.00', currency_code: 'JPY' }],
    ['another event in the description', { description: 'Cheap (1)', amount: '25.00' }],
  ])('%s: the order and the capture are of the event’s price', async (_, item) => {
    const { member, event } = await shop.memberAndEvent()
    const body = { ...cartFor(event, '10:00'), cart: [item], discount: 100, amount: 1 }
    const { status, body: order } = await shop.site.ask('POST', orders, { as: member, body })
    expect(status).toBe(201)
    expect(order.purchase_units[0]).toMatchObject({
      amount: { value: '25.00', currency_code: 'GBP' },
      description: `Total PSA Test 26/01/2027 (${event.event_id})`,
    })
    await shop.approve(order.id)
    expect((await shop.capture(member, order.id)).status).toBe(201)
    const { taken } = await shop.moneyOf(order.id)
    expect(taken).toMatchObject([{ status: 'COMPLETED', pence: 2500 }])
  })

  test('the price is the event’s own, otherwise its product’s', async () => {
    const { member, event } = await shop.memberAndEvent({ pricePence: null })
    const { body } = await shop.order(member, event)
    expect(body.purchase_units[0].amount.value).toBe('25.00')
    const dear = await shop.memberAndEvent({ pricePence: 9_999 })
    const { body: other } = await shop.order(dear.member, dear.event)
    expect(other.purchase_units[0].amount.value).toBe('99.99')
  })

  test('the specification’s cart alone orders the held time', async () => {
    const { member, event } = await shop.memberAndEvent()
    const cart = [{ description: `Total PSA Test 26/01/2027 (${event.event_id})`, amount: '25.00' }]
    const early = await shop.site.ask('POST', orders, { as: member, body: { cart } })
    expect([early.status, early.body.code]).toEqual([409, 'hold_over'])
    const holds = `/api/events/${event.event_id}/holds`
    await shop.site.ask('POST', holds, { as: member, body: { slot: '10:40' } })
    const { status, body } = await shop.site.ask('POST', orders, { as: member, body: { cart } })
    expect([status, body.hold.slot]).toEqual([201, '10:40'])
  })

  test.each([
    ['no cart', {}],
    ['an empty cart', { cart: [] }],
    [
      'two things',
      {
        cart: [
          { description: 'a', amount: 1 },
          { description: 'b', amount: 1 },
        ],
      },
    ],
    ['no event', { cart: [{ description: 'Total PSA Test', amount: '25.00' }] }],
  ])('%s is refused before anything is written', async (_, body) => {
    const { member } = await shop.memberAndEvent()
    const before = await shop.site.stored()
    expect((await shop.site.ask('POST', orders, { as: member, body })).status).toBe(400)
    expect(await shop.site.stored()).toEqual(before)
  })
})

describe('trap 13: only its owner captures an order, with its original content', () => {
  test.each([
    ['amount', { currency_code: 'GBP', value: '0.01' }],
    ['amount', { currency_code: 'GBP', value: '2500.00' }],
    ['custom_id', randomUUID()],
    ['custom_id', ''],
  ])('its %s changed at the provider to %j: nothing is taken', async (field, value) => {
    const { member, event } = await shop.memberAndEvent()
    const { body: order } = await shop.order(member, event)
    const path = `/purchase_units/@reference_id=='default'/${field}`
    const url = `/v2/checkout/orders/${order.id}`
    await shop.callProvider('PATCH', url, [{ op: 'replace', path, value }])
    await shop.approve(order.id)
    const { status, body } = await shop.capture(member, order.id)
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'payment_refused',
      details: [{ issue: 'AMOUNT_MISMATCH' }],
      payment: { state: 'declined', appointment: null },
    })
    await shop.reconcile()
    expect((await shop.moneyOf(order.id)).taken).toEqual([])
  })

  test('the response for another member’s order is byte for byte that for an unknown one', async () => {
    const { member, event } = await shop.memberAndEvent()
    const other = await shop.consentingMember(event)
    const { body: order } = await shop.order(member, event)
    await shop.approve(order.id)
    const before = await shop.site.stored()
    const report = (id: string) => ({ data: { payment_reference: id, status: 'COMPLETED' } })
    for (const ask of [
      (id: string) => shop.capture(other, id),
      (id: string) => shop.site.ask('GET', `${orders}/${id}`, { as: other }),
      (id: string) =>
        shop.site.ask('POST', '/api/payments/transactions', { as: other, body: report(id) }),
    ]) {
      const [theirs, none] = [await ask(order.id), await ask('0ABCDEFGHIJKLMNOP')]
      expect([theirs.status, theirs.body]).toEqual([404, { error: 'Not found', code: 'not_found' }])
      expect([none.status, none.body]).toEqual([theirs.status, theirs.body])
    }
    expect(await shop.site.stored()).toEqual(before)
    expect((await shop.moneyOf(order.id)).taken).toEqual([])
  })

  test('a replaced order cannot be captured a second time', async () => {
    const { member, event } = await shop.memberAndEvent()
    const { body: first } = await shop.order(member, event)
    const { body: second } = await shop.order(member, event, '10:20')
    await shop.approve(first.id)
    await shop.approve(second.id)
    const old = await shop.capture(member, first.id)
    expect([old.status, old.body.code]).toEqual([409, 'payment_over'])
    expect((await shop.capture(member, second.id)).body.payment.slot).toBe('10:20')
    expect((await shop.moneyOf(first.id)).taken).toEqual([])
  })
})

test('trap 14: the browser’s report of a transaction has no effect', async () => {
  const { member, event } = await shop.memberAndEvent()
  const { body: order } = await shop.order(member, event)
  const data = { payment_reference: order.id, status: 'COMPLETED', amount: '0.01', profile_id: 1 }
  const url = '/api/payments/transactions'
  const { status, body } = await shop.site.ask('POST', url, { as: member, body: { data } })
  expect([status, body]).toEqual([200, { status: 'success' }])
  expect(await stored(order.id)).toMatchObject([{ state: 'created', captured_pence: null }])
  const claim = {
    ...cartFor(event, '10:00').booking,
    paymentStatus: 'paid by card',
    status: 'paid',
  }
  const asked = await shop.site.ask('POST', '/api/appointments', { as: member, body: claim })
  expect([asked.status, asked.body.code]).toEqual([402, 'payment_required'])
  await shop.approve(order.id)
  await shop.capture(member, order.id)
  const reports = await shop.rows(
    `select reported_by, record->>'amount' as amount from transaction_reports
      where member_id = ${member.id} order by id`,
  )
  expect(reports).toEqual([
    { reported_by: 'browser', amount: '0.01' },
    { reported_by: 'server', amount: '25.00' },
  ])
})

describe('trap 16: checkout needs a member who may book, and holds a place', () => {
  test('checkout needs a sign-in', async () => {
    const { member, event } = await shop.memberAndEvent()
    const { body: order } = await shop.order(member, event)
    for (const [method, url] of [
      ['POST', orders],
      ['GET', `${orders}/${order.id}`],
      ['POST', `${orders}/${order.id}/capture`],
    ] as const) {
      const body = method === 'POST' ? { body: cartFor(event, '10:00') } : {}
      expect((await shop.site.ask(method, url, body)).status).toBe(401)
    }
  })

  type Given = { time?: string; consents?: boolean; accessCode?: string; paymentRequired?: boolean }
  test.each([
    ['consent_required', 403, { consents: false }],
    ['nothing_to_pay', 409, { paymentRequired: false }],
    ['access_code_required', 403, { accessCode: 'LODGE2026' }],
    ['slot_taken', 409, { time: '03:00' }],
  ])('%s', async (code, status, given) => {
    const { time = '10:00', consents = true, ...wanted } = given as Given
    const event = await shop.site.event({ pricePence: 2500, paymentRequired: true, ...wanted })
    const member = consents ? await shop.consentingMember(event) : await shop.site.member()
    const before = await shop.site.stored()
    const answer = await shop.order(member, event, time)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await shop.site.stored()).toEqual(before)
  })

  test('paying extends the hold once, and another member cannot take the place', async () => {
    const { member, event } = await shop.memberAndEvent({ places: 6 })
    const other = await shop.consentingMember(event)
    const { body } = await shop.order(member, event)
    const until = new Date(body.hold.expires_at).getTime()
    expect(until - shop.site.deps.now().getTime()).toBe(15 * 60_000)
    const refused = await shop.order(other, event)
    expect([refused.status, refused.body.code]).toEqual([409, 'slot_taken'])
    shop.moveBy(60_000)
    const { body: again } = await shop.order(member, event)
    expect(new Date(again.hold.expires_at).getTime()).toBe(until)
  })
})

describe('an Idempotency-Key', () => {
  const ask = (member: { cookie: string }, body: object, key: string) =>
    shop.site.ask('POST', orders, { as: member, body, headers: { 'idempotency-key': key } })

  test('returns the same order to the same member, and a new order to another member', async () => {
    const { member, event } = await shop.memberAndEvent({ places: 12 })
    const other = await shop.consentingMember(event)
    const key = 'k'.repeat(128)
    const body = cartFor(event, '10:00')
    const [first, again] = [await ask(member, body, key), await ask(member, body, key)]
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
    expect((await ask(other, body, key)).body.id).not.toBe(first.body.id)
    const longer = await ask(member, body, `${'k'.repeat(127)}x`)
    expect(longer.status).toBe(201)
    expect(longer.body.id).not.toBe(first.body.id)
  })

  test('returns one order to ten tabs at once', async () => {
    const { member, event } = await shop.memberAndEvent()
    const body = cartFor(event, '10:00')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask(member, body, 'the-same-key')),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  })
})
