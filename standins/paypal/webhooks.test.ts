import { createVerify, X509Certificate } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PAYPAL_STANDIN } from '../paypal.ts'
import { openShop, openWebhookListener, type Received } from './test-shop.ts'

let folder: string
let listener: Awaited<ReturnType<typeof openWebhookListener>>
let shop: Awaited<ReturnType<typeof openShop>>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paypal-'))
  listener = await openWebhookListener()
  shop = await openShop({ folder, webhookUrl: listener.url })
})
afterEach(async () => {
  await shop.paypal.stop()
  await listener.stop()
  await rm(folder, { recursive: true })
})

const types = () => listener.received.map(({ event }) => event.event_type)

test('events of money are posted, with signatures that PayPal’s algorithm accepts', async () => {
  const capture = await shop.captured({ custom_id: 'payment-1', invoice_id: 'BOOK-1' })
  await shop.captured({ name: 'CCREJECT-IF' })
  await shop.post(`/v2/payments/captures/${capture.id}/refund`)
  await expect
    .poll(() => types().sort())
    .toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.DECLINED',
      'PAYMENT.CAPTURE.REFUNDED',
    ])
  for (const received of listener.received) {
    expect(await isSigned(received)).toBe(true)
    expect(await isSigned({ ...received, body: received.body.replace('GBP', 'GBQ') })).toBe(false)
  }
  const of = (type: string) =>
    listener.received.find(({ event }) => event.event_type === type)?.event
  expect(of('PAYMENT.CAPTURE.COMPLETED')?.resource).toMatchObject({
    id: capture.id,
    custom_id: 'payment-1',
    invoice_id: 'BOOK-1',
    supplementary_data: { related_ids: { order_id: expect.any(String) } },
  })
  const up = of('PAYMENT.CAPTURE.REFUNDED')?.resource.links[1]
  expect(up).toMatchObject({ rel: 'up', href: expect.stringContaining(capture.id) })
})

test('the verification endpoint accepts genuine events and refuses changed or foreign ones', async () => {
  await shop.captured()
  await expect.poll(() => listener.received).toHaveLength(2)
  const [received] = listener.received
  if (!received) throw new Error('no webhook was received')
  const transmission = {
    auth_algo: received.headers['paypal-auth-algo'],
    cert_url: received.headers['paypal-cert-url'],
    transmission_id: received.headers['paypal-transmission-id'],
    transmission_sig: received.headers['paypal-transmission-sig'],
    transmission_time: received.headers['paypal-transmission-time'],
    webhook_id: PAYPAL_STANDIN.webhookId,
    webhook_event: received.event,
  }
  const path = '/v1/notifications/verify-webhook-signature'
  const verdict = async (changed: object) =>
    (await shop.post(path, { ...transmission, ...changed })).body.verification_status
  expect(await verdict({})).toBe('SUCCESS')
  expect(await verdict({ webhook_event: { ...received.event, id: 'WH-OTHER' } })).toBe('FAILURE')
  expect(await verdict({ webhook_id: 'ANOTHER' })).toBe('FAILURE')
})

test('a webhook is sent again until it is accepted, also by the next process', async () => {
  listener.status = 503
  const { body } = await shop.create()
  await approve(body.id)
  await expect.poll(() => listener.received.length).toBe(1)
  await expect.poll(() => listener.received.length, { timeout: 3_000 }).toBe(2)
  await shop.paypal.stop()
  listener.status = 200
  shop = await openShop({ folder, webhookUrl: listener.url })
  await expect.poll(() => listener.received.length, { timeout: 5_000 }).toBe(3)
  expect(new Set(listener.received.map(({ event }) => event.id)).size).toBe(1)
})

test('held events are delivered on request, also in reverse', async () => {
  await shop.post('/__test/webhooks', { mode: 'hold' })
  await shop.captured()
  const { body } = await shop.get('/__test/webhooks')
  expect(body.held).toHaveLength(2)
  expect(listener.received).toEqual([])
  const sent = await shop.post('/__test/webhooks/deliver', { reverse: true })
  expect(sent.body).toEqual({ delivered: 2 })
  expect(types()).toEqual(['PAYMENT.CAPTURE.COMPLETED', 'CHECKOUT.ORDER.APPROVED'])
})

test('webhooks may arrive twice, out of order, late, or before the response', async () => {
  await shop.post('/__test/webhooks', { mode: 'duplicate', copies: 3 })
  await approve((await shop.create()).body.id)
  await expect.poll(() => listener.received.length).toBe(3)
  expect(new Set(listener.received.map(({ event }) => event.id)).size).toBe(1)

  listener.received.length = 0
  await shop.post('/__test/webhooks', { mode: 'reorder', ms: 300 })
  await shop.captured()
  await expect.poll(types).toEqual(['PAYMENT.CAPTURE.COMPLETED', 'CHECKOUT.ORDER.APPROVED'])

  listener.received.length = 0
  await shop.post('/__test/webhooks', { mode: 'late', ms: 200 })
  await approve((await shop.create()).body.id)
  expect(listener.received).toEqual([])
  await expect.poll(() => listener.received.length).toBe(1)

  const approved = await shop.approved()
  await expect.poll(() => listener.received.length).toBe(2)
  await shop.post('/__test/webhooks', { mode: 'early' })
  await shop.capture(approved)
  expect(types().at(-1)).toBe('PAYMENT.CAPTURE.COMPLETED')
})

async function approve(orderId: string): Promise<void> {
  const card = { number: '4012888888881881', name: 'A Man', expiry: '12/40', cvv: '123' }
  await shop.post('/__test/approve', { orderId, card })
}

// Rules §4.8: RSA-SHA256 over id|time|webhook id|crc32 of the bytes.
async function isSigned({ headers, body }: Received): Promise<boolean> {
  const certificate = await fetch(headers['paypal-cert-url'] ?? '')
  const { publicKey } = new X509Certificate(await certificate.text())
  const id = headers['paypal-transmission-id']
  const time = headers['paypal-transmission-time']
  const text = `${id}|${time}|${PAYPAL_STANDIN.webhookId}|${crc32(body)}`
  const signature = headers['paypal-transmission-sig'] ?? ''
  return createVerify('sha256').update(text).verify(publicKey, signature, 'base64')
}
