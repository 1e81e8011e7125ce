import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, CARDS, openShop, openWebhookListener } from './test-shop.ts'

let folder: string
let listener: Awaited<ReturnType<typeof openWebhookListener>>
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paypal-'))
  listener = await openWebhookListener()
  shop = await openShop({ folder, webhookUrl: listener.url })
})
afterAll(async () => {
  await shop.paypal.stop()
  await listener.stop()
  await rm(folder, { recursive: true })
})

const ID = /^[0-9A-Z]{17}$/
const issueOf = (body: Body) => body.details[0].issue

test('only the correct secret gets a token, and every call needs one', async () => {
  const token = await (await shop.askToken()).json()
  expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 32_400 })
  const wrong = await shop.askToken(`Basic ${Buffer.from('local:guess').toString('base64')}`)
  expect(wrong.status).toBe(401)
  expect(await wrong.json()).toEqual({
    error: 'invalid_client',
    error_description: 'Client Authentication failed',
  })
  for (const authorization of ['', 'Bearer guess', `Bearer ${shop.token.slice(0, -1)}`]) {
    const { status, body } = await shop.create({}, { authorization })
    expect([status, body.name]).toEqual([401, 'AUTHENTICATION_FAILURE'])
  }
})

test('an order is created, read, changed and approved with PayPal’s shapes', async () => {
  const unit = { custom_id: 'payment-1', invoice_id: 'BOOK-1', description: 'PSA test' }
  const made = await shop.create(unit, { prefer: 'return=representation' })
  expect(made.status).toBe(201)
  expect(made.debugId).toMatch(/^[0-9a-f]{13}$/)
  expect(made.body).toMatchObject({
    id: expect.stringMatching(ID),
    intent: 'CAPTURE',
    status: 'CREATED',
    purchase_units: [
      { reference_id: 'default', amount: { currency_code: 'GBP', value: '25.00' }, ...unit },
    ],
  })
  const path = `/v2/checkout/orders/${made.body.id}`
  const amount = { currency_code: 'GBP', value: '19.99' }
  const op = {
    op: 'replace',
    path: "/purchase_units/@reference_id=='default'/amount",
    value: amount,
  }
  expect((await shop.call('PATCH', path, [op])).status).toBe(204)
  const card = { number: CARDS.good, name: 'A Man', expiry: '12/40', cvv: '123' }
  await shop.post('/__test/approve', { orderId: made.body.id, card })
  const read = await shop.get(path)
  expect(read.body.purchase_units[0].amount).toEqual(amount)
  expect(read.body.status).toBe('APPROVED')
  expect(read.body.payment_source.card).toEqual({
    name: 'A Man',
    last_digits: '1881',
    expiry: '2040-12',
    brand: 'VISA',
    available_networks: ['VISA'],
    type: 'CREDIT',
    bin_details: { issuing_bank: 'Test Bank plc', bin_country_code: 'GB' },
  })
  expect((await shop.create()).body).toEqual({
    id: expect.stringMatching(ID),
    status: 'CREATED',
    links: expect.any(Array),
  })
  const none = await shop.get('/v2/checkout/orders/AAAAAAAAAAAAAAAAA')
  expect([none.status, none.body.name, issueOf(none.body)]).toEqual([
    404,
    'RESOURCE_NOT_FOUND',
    'INVALID_RESOURCE_ID',
  ])
})

test.each([
  ['three decimals', { amount: { currency_code: 'GBP', value: '1.000' } }, 400],
  ['no decimals', { amount: { currency_code: 'GBP', value: '25' } }, 400],
  ['nothing', { amount: { currency_code: 'GBP', value: '0.00' } }, 422],
  ['another currency', { amount: { currency_code: 'EUR', value: '1.00' } }, 422],
  ['a description of 128 letters', { description: 'x'.repeat(128) }, 400],
  ['items that do not add up', { items: [itemOf('1.00')], amount: amountOf('2.00') }, 422],
  ['a verification it does not know', { method: 'SCA_SOMETIMES' }, 400],
])('an order of %s is refused', async (_, fields, status) => {
  const before = (await shop.ledger()).orders.length
  const refused = await shop.create(fields)
  expect(refused.status).toBe(status)
  expect(refused.body).toMatchObject({
    name: status === 400 ? 'INVALID_REQUEST' : 'UNPROCESSABLE_ENTITY',
    details: [{ issue: expect.stringMatching(/^[A-Z_]+$/) }],
    debug_id: expect.stringMatching(/^[0-9a-f]{13}$/),
  })
  expect((await shop.ledger()).orders).toHaveLength(before)
})

function amountOf(value: string): object {
  const breakdown = { item_total: { currency_code: 'GBP', value } }
  return { currency_code: 'GBP', value, breakdown }
}

function itemOf(value: string): object {
  return { name: 'PSA test', quantity: '1', unit_amount: { currency_code: 'GBP', value } }
}
