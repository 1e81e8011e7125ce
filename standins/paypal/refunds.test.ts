import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Body, openShop, openWebhookListener } from './test-shop.ts'

const clock = { ahead: 0 }
let folder: string
let listener: Awaited<ReturnType<typeof openWebhookListener>>
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paypal-'))
  listener = await openWebhookListener()
  const now = () => new Date(Date.now() + clock.ahead)
  shop = await openShop({ folder, webhookUrl: listener.url, now })
})
beforeEach(() => {
  clock.ahead = 0
})
afterAll(async () => {
  await shop.paypal.stop()
  await listener.stop()
  await rm(folder, { recursive: true })
})

const HOUR = 3_600_000
const issueOf = (body: Body) => body.details[0].issue

test('refunds are at most what was captured', async () => {
  const { id } = await shop.captured({ custom_id: 'payment-5', invoice_id: 'BOOK-5' })
  const refund = (value?: string, headers = {}) =>
    shop.post(
      `/v2/payments/captures/${id}/refund`,
      value === undefined ? {} : { amount: { currency_code: 'GBP', value } },
      { prefer: 'return=representation', ...headers },
    )
  const part = await refund('10.00', { 'paypal-request-id': 'refund-1' })
  expect(part.status).toBe(201)
  expect(part.body).toMatchObject({
    status: 'COMPLETED',
    amount: { value: '10.00' },
    custom_id: 'payment-5',
    seller_payable_breakdown: {
      gross_amount: { value: '10.00' },
      paypal_fee: { value: '0.00' },
      net_amount: { value: '10.00' },
      total_refunded_amount: { value: '10.00' },
    },
  })
  const up = part.body.links.find(({ rel }) => rel === 'up')
  expect(up?.href).toBe(`${shop.paypal.url}/v2/payments/captures/${id}`)
  clock.ahead = 44 * 24 * HOUR
  const { access_token } = (await (await shop.askToken()).json()) as { access_token: string }
  const again = await refund('10.00', {
    'paypal-request-id': 'refund-1',
    authorization: `Bearer ${access_token}`,
  })
  expect([again.status, again.body.id]).toEqual([200, part.body.id])
  clock.ahead = 0
  expect(issueOf((await refund('15.01')).body)).toBe('REFUND_AMOUNT_EXCEEDED')
  expect((await shop.get(`/v2/payments/captures/${id}`)).body.status).toBe('PARTIALLY_REFUNDED')
  const rest = await refund()
  expect(rest.body.amount.value).toBe('15.00')
  expect(rest.body.seller_payable_breakdown.total_refunded_amount.value).toBe('25.00')
  expect(issueOf((await refund('0.01')).body)).toBe('CAPTURE_FULLY_REFUNDED')
  expect((await shop.get(`/v2/payments/captures/${id}`)).body.status).toBe('REFUNDED')
  expect((await shop.get(`/v2/payments/refunds/${rest.body.id}`)).body).toEqual(rest.body)
  const declined = await shop.captured({ name: 'CCREJECT-IF' })
  const none = await shop.post(`/v2/payments/captures/${declined.id}/refund`)
  expect(issueOf(none.body)).toBe('REFUND_NOT_ALLOWED')
})

test('a refund fails or stays pending when a test sets it', async () => {
  const { id } = await shop.captured()
  const refund = () =>
    shop.post(`/v2/payments/captures/${id}/refund`, undefined, {
      prefer: 'return=representation',
    })
  await shop.post('/__test/refund-outcome', { status: 'FAILED' })
  expect((await refund()).body.status).toBe('FAILED')
  await shop.post('/__test/refund-outcome', { status: 'PENDING' })
  const waiting = await refund()
  expect(waiting.body.status).toBe('PENDING')
  expect(issueOf((await refund()).body)).toBe('CAPTURE_FULLY_REFUNDED')
  await shop.post('/__test/settle', { refundId: waiting.body.id, status: 'COMPLETED' })
  const ledger = await shop.ledger()
  expect(ledger.captures.find((capture) => capture.id === id)).toMatchObject({
    status: 'REFUNDED',
    refundedPence: 2500,
  })
})
