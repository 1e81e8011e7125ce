// trap 52: webhooks count only when signed, once, and only say which payment to check.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../domain/durations.ts'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.holdEvents()
  await shop.recordEvents()
  await shop.work()
})
afterEach(async () => {
  await shop.callStandIn('/__test/reset-faults', {})
  expect(await shop.broken()).toEqual([])
})

type Sent = { headers: Record<string, string>; body: string }

const send = async ({ headers, body }: Sent) => {
  const { 'content-length': _, ...rest } = headers
  const url = '/api/payments/webhook'
  const answer = await shop.site.app.inject({ method: 'POST', url, headers: rest, payload: body })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
}
const stored = () => shop.rows('select id, type, body, handled_at from webhook_events order by id')

async function approved() {
  const order = await shop.approvedOrder()
  await shop.recordEvents()
  const notification = shop.webhooks.at(-1)
  if (!notification) throw new Error('nothing was sent')
  return { ...order, notification }
}

const without = ({ headers, body }: Sent, name: string): Sent => {
  const { [name]: _, ...rest } = headers
  return { headers: rest, body }
}
const withHeader = ({ headers, body }: Sent, name: string, value: string): Sent => ({
  headers: { ...headers, [name]: value },
  body,
})

describe('trap 52: a webhook without the provider’s signature is refused, and nothing is written', () => {
  test.each<[string, (sent: Sent) => Sent]>([
    ['without its signature', (sent) => without(sent, 'paypal-transmission-sig')],
    [
      'without any header',
      ({ body }) => ({ headers: { 'content-type': 'application/json' }, body }),
    ],
    [
      'with another signature',
      (sent) => withHeader(sent, 'paypal-transmission-sig', btoa('forged')),
    ],
    [
      'of another time',
      (sent) => withHeader(sent, 'paypal-transmission-time', new Date(0).toISOString()),
    ],
    [
      'with another transmission id',
      (sent) => withHeader(sent, 'paypal-transmission-id', 'another'),
    ],
    ['with no algorithm', (sent) => withHeader(sent, 'paypal-auth-algo', 'none')],
    [
      'with its event changed',
      ({ headers, body }) => ({ headers, body: body.replace('APPROVED', 'COMPLETED') }),
    ],
    [
      'with its order changed',
      ({ headers, body }) => ({
        headers,
        body: body.replace(/"custom_id":"[^"]+"/, '"custom_id":"x"'),
      }),
    ],
    [
      'with a second id written into it',
      ({ headers, body }) => ({ headers, body: body.replace(/\}$/, ',"id":"WH-NEW"}') }),
    ],
  ])('%s', async (_, change) => {
    const { notification } = await approved()
    const before = await shop.site.stored()
    const { status, body } = await send(change(notification))
    expect([status, body.code]).toEqual([401, 'not_from_provider'])
    expect(await shop.site.stored()).toEqual(before)
    expect((await send(notification)).status).toBe(200)
  })

  test.each([
    ['nothing', ''],
    ['no JSON', 'id=WH-1'],
    ['broken JSON', '{"id":"WH-1"'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no id', '{"event_type":"PAYMENT.CAPTURE.COMPLETED"}'],
    ['an id too long', JSON.stringify({ id: 'x'.repeat(101), event_type: 'a' })],
    ['a number for an id', '{"id":1,"event_type":"a"}'],
    ['a resource that is a text', '{"id":"WH-1","event_type":"a","resource":"x"}'],
    ['null characters', '{"id":"\\u0000","event_type":"a","resource":{"id":"\\u0000"}}'],
    [
      'a deep one',
      `{"id":"WH-1","event_type":"a","resource":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    ],
    ['a large one', JSON.stringify({ id: 'WH-1', event_type: 'a', more: 'x'.repeat(2_000_000) })],
  ])('%s', async (_, body) => {
    const before = await shop.site.stored()
    const { status } = await send({ headers: { 'content-type': 'application/json' }, body })
    expect([400, 401, 413]).toContain(status)
    expect(await shop.site.stored()).toEqual(before)
  })

  test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x'])(
    'a body of type %s',
    async (type) => {
      const { notification } = await approved()
      const { status } = await send(
        withHeader(without(notification, 'paypal-transmission-sig'), 'content-type', type),
      )
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    },
  )
})

describe('a signed webhook', () => {
  test('is stored without details of the payer', async () => {
    const { notification, orderId } = await approved()
    expect((await send(notification)).status).toBe(200)
    const { id } = JSON.parse(notification.body)
    const [row] = await shop.rows(`select type, body from webhook_events where id = '${id}'`)
    expect(row).toEqual({
      type: 'CHECKOUT.ORDER.APPROVED',
      body: { resource_type: 'checkout-order', resource: orderId, order: null },
    })
  })

  test('received fifty times, also at once, is one row and one job', async () => {
    const { member, notification, orderId } = await approved()
    const before = (await stored()).length
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(notification)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await stored()).toHaveLength(before + 1)
    expect(await shop.work()).toBe(1)
    expect((await shop.payment(member, orderId)).state).toBe('finalised')
    expect((await send(notification)).status).toBe(200)
    expect(await shop.work()).toBe(0)
  })

  test('before the browser returns: the capture finds the booking', async () => {
    const { member, notification, orderId } = await approved()
    await send(notification)
    await shop.work()
    const booked = await shop.payment(member, orderId)
    expect(booked.state).toBe('finalised')
    const { status, body } = await shop.capture(member, orderId)
    expect([status, body.payment]).toEqual([201, booked])
    expect((await shop.moneyOf(orderId)).taken).toHaveLength(1)
    expect(await shop.mailsTo(member)).toHaveLength(1)
  })

  test('three days late and in reverse order: nothing changes', async () => {
    const { member, notification, orderId } = await approved()
    await shop.capture(member, orderId)
    const booked = await shop.payment(member, orderId)
    shop.moveBy(3 * DAY_MS)
    await shop.deliverEvents({ reverse: true })
    await send(notification)
    expect(await shop.work()).toBeGreaterThan(0)
    expect(await shop.payment(member, orderId)).toEqual(booked)
    expect((await shop.moneyOf(orderId)).taken).toHaveLength(1)
    expect(await shop.mailsTo(member)).toHaveLength(1)
    shop.moveBy(-3 * DAY_MS)
  })

  test('three days late, of an abandoned order: no money is taken', async () => {
    const { member, notification, orderId } = await approved()
    shop.moveBy(3 * DAY_MS)
    await send(notification)
    await shop.work()
    await shop.reconcile()
    expect((await shop.payment(member, orderId)).state).toBe('expired')
    expect((await shop.moneyOf(orderId)).taken).toEqual([])
    shop.moveBy(-3 * DAY_MS)
  })

  test('before the member returns, whose hold has expired: the response is the booking, not an expired payment', async () => {
    const { member, notification, orderId } = await approved()
    shop.moveBy(40 * MINUTE_MS)
    await send(notification)
    await shop.work()
    expect((await shop.payment(member, orderId)).state).toBe('created')
    const { status, body } = await shop.capture(member, orderId)
    expect([status, body.payment.state]).toEqual([201, 'finalised'])
    shop.moveBy(-40 * MINUTE_MS)
  })

  test('while another process holds the lease, is processed again', async () => {
    const { member, notification, orderId } = await approved()
    const now = shop.site.deps.now().toISOString()
    await shop.rows(`update payments set leased_at = '${now}' where order_id = '${orderId}'`)
    await send(notification)
    expect(await shop.work()).toBe(1)
    expect((await shop.payment(member, orderId)).state).toBe('created')
    await shop.rows(`update payments set leased_at = null where order_id = '${orderId}'`)
    expect(await shop.work()).toBe(1)
    expect((await shop.payment(member, orderId)).state).toBe('finalised')
  })

  test('of an unknown payment is stored, and nothing else changes', async () => {
    const order = await shop.callProvider('POST', '/v2/checkout/orders', {
      intent: 'CAPTURE',
      purchase_units: [
        { amount: { currency_code: 'GBP', value: '25.00' }, custom_id: "x' or 1=1" },
      ],
    })
    await shop.approve(order.id)
    await shop.callProvider('POST', `/v2/checkout/orders/${order.id}/capture`)
    const before = await stored()
    expect(await shop.deliverEvents()).toEqual({ delivered: 2 })
    expect(shop.webhooks.at(-1)?.body).toContain('PAYMENT.CAPTURE.COMPLETED')
    expect(await stored()).toHaveLength(before.length + 2)
    expect(await shop.work()).toBe(0)
  })

  test('is answered 503 while its certificate cannot be fetched, so that the provider repeats it', async () => {
    const fresh = await openCardShop()
    await fresh.holdEvents()
    await fresh.approvedOrder()
    await fresh.recordEvents()
    const notification = fresh.webhooks.at(-1)
    if (!notification) throw new Error('nothing was sent')
    const { 'content-length': _, ...headers } = notification.headers
    const ask = async () => {
      const url = '/api/payments/webhook'
      const sent = { method: 'POST' as const, url, headers, payload: notification.body }
      return (await fresh.site.app.inject(sent)).statusCode
    }
    const before = await fresh.site.stored()
    await fresh.callStandIn('/__test/faults', [
      { on: 'certificate', effect: 'drop-before', times: 1 },
    ])
    expect(await ask()).toBe(503)
    expect(await fresh.site.stored()).toEqual(before)
    expect(await ask()).toBe(200)
    await fresh.close()
  })

  test('of a type that says nothing of payments is answered, and not stored', async () => {
    const before = await stored()
    const event = { id: 'WH-vault', event_type: 'VAULT.PAYMENT-TOKEN.CREATED' }
    expect(await shop.callStandIn('/__test/webhooks/send', event)).toEqual({ isHeard: true })
    expect(await stored()).toEqual(before)
  })
})

test('an address that sends refused webhooks is not listened to for a quarter of an hour', async () => {
  const limited = await openCardShop({ settings: { rateLimitScale: 1 } })
  const { app, moveTo, deps } = limited.site
  const ask = async (remoteAddress: string, payload: string) => {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST' as const, url: '/api/payments/webhook', headers, payload }
    return (await app.inject({ ...request, remoteAddress })).statusCode
  }
  for (let n = 0; n < 15; n++) {
    expect(await ask('203.0.113.9', '{"id":"WH-1","event_type":"a"}')).toBe(401)
    expect(await ask('203.0.113.9', 'x')).toBe(400)
  }
  expect(await ask('203.0.113.9', '{"id":"WH-1","event_type":"a"}')).toBe(429)
  expect(await ask('203.0.113.10', '{"id":"WH-1","event_type":"a"}')).toBe(401)
  moveTo(new Date(deps.now().getTime() + 15 * 60_000))
  expect(await ask('203.0.113.9', '{"id":"WH-1","event_type":"a"}')).toBe(401)
  await limited.close()
})
