import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Body, CARDS, type Fields, openShop, openWebhookListener } from './test-shop.ts'

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
const ID = /^[0-9A-Z]{17}$/
const issueOf = (body: Body) => body.details[0].issue

test('a capture takes the money once and reports fee and net amount', async () => {
  const id = await shop.approved({ custom_id: 'payment-2', invoice_id: 'BOOK-2' })
  const { status, body } = await shop.capture(id)
  expect([status, body.status]).toEqual([201, 'COMPLETED'])
  expect(body.purchase_units[0].payments.captures[0]).toMatchObject({
    id: expect.stringMatching(ID),
    status: 'COMPLETED',
    amount: { currency_code: 'GBP', value: '25.00' },
    custom_id: 'payment-2',
    invoice_id: 'BOOK-2',
    processor_response: { avs_code: 'Y', cvv_code: 'M', response_code: '0000' },
    seller_receivable_breakdown: {
      gross_amount: { value: '25.00' },
      paypal_fee: { value: '1.03' },
      net_amount: { value: '23.97' },
    },
    supplementary_data: { related_ids: { order_id: id } },
  })
  const again = await shop.capture(id)
  expect([again.status, issueOf(again.body)]).toEqual([422, 'ORDER_ALREADY_CAPTURED'])
  const { captures } = await shop.ledger()
  expect(captures.filter((capture) => capture.orderId === id)).toEqual([
    {
      id: body.purchase_units[0].payments.captures[0].id,
      orderId: id,
      customId: 'payment-2',
      invoiceId: 'BOOK-2',
      status: 'COMPLETED',
      pence: 2500,
      refundedPence: 0,
    },
  ])
})

test('without Prefer the response has only id and status', async () => {
  const { body } = await shop.capture(await shop.approved(), { prefer: 'return=minimal' })
  expect(Object.keys(body)).toEqual(['id', 'status', 'links'])
})

test('an order that is not approved, or of a paid invoice, is not captured', async () => {
  const { body: fresh } = await shop.create()
  expect(issueOf((await shop.capture(fresh.id)).body)).toBe('ORDER_NOT_APPROVED')
  await shop.captured({ invoice_id: 'BOOK-3' })
  const second = await shop.capture(await shop.approved({ invoice_id: 'BOOK-3' }))
  expect(issueOf(second.body)).toBe('DUPLICATE_INVOICE_ID')
  await shop.captured({ invoice_id: 'BOOK-4', name: 'CCREJECT-IF' })
  expect((await shop.captured({ invoice_id: 'BOOK-4' })).status).toBe('COMPLETED')
})

test.each([
  ['CCREJECT-REFUSED', '0500', 'M'],
  ['CCREJECT-SF', '9500', 'M'],
  ['CCREJECT-EC', '5400', 'M'],
  ['CCREJECT-IRC', '5180', 'M'],
  ['CCREJECT-IF', '5120', 'M'],
  ['CCREJECT-LS', '9520', 'M'],
  ['CCREJECT-IA', '1330', 'M'],
  ['CCREJECT-BANK_ERROR', '5100', 'M'],
  ['CCREJECT-CVV_F', '00N7', 'N'],
])('the name %s is declined with %s, in an order that is complete', async (name, code, cvv) => {
  const { status, body } = await shop.capture(await shop.approved({ name }))
  expect([status, body.status]).toEqual([201, 'COMPLETED'])
  const [capture] = body.purchase_units[0].payments.captures
  expect(capture).toMatchObject({
    status: 'DECLINED',
    processor_response: { response_code: code, cvv_code: cvv },
  })
  expect(capture).not.toHaveProperty('seller_receivable_breakdown')
})

test.each(['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED', 'TRANSACTION_REFUSED'])(
  'the name LOCAL-422-%s and the mock header refuse the capture with it',
  async (issue) => {
    const byName = await shop.capture(await shop.approved({ name: `LOCAL-422-${issue}` }))
    const mock = JSON.stringify({ mock_application_codes: issue })
    const id = await shop.approved()
    const byHeader = await shop.capture(id, { 'paypal-mock-response': mock })
    for (const { status, body } of [byName, byHeader]) {
      expect([status, body.name, issueOf(body)]).toEqual([422, 'UNPROCESSABLE_ENTITY', issue])
      expect(body.message).toContain('failed business validation')
    }
    expect((await shop.capture(id)).status).toBe(201)
  },
)

test.each([
  ['COMPLETED', 'PAYMENT.CAPTURE.COMPLETED'],
  ['DECLINED', 'PAYMENT.CAPTURE.DENIED'],
])('money under review is settled as %s', async (status, type) => {
  const pending = await shop.captured({ name: 'LOCAL-PENDING' })
  expect(pending).toMatchObject({
    status: 'PENDING',
    status_details: { reason: 'PENDING_REVIEW' },
  })
  const refund = await shop.post(`/v2/payments/captures/${pending.id}/refund`)
  expect(issueOf(refund.body)).toBe('PENDING_CAPTURE')
  await shop.post('/__test/settle', { captureId: pending.id, status })
  expect((await shop.get(`/v2/payments/captures/${pending.id}`)).body.status).toBe(status)
  await expect.poll(() => typesOf(pending.id)).toEqual(['PAYMENT.CAPTURE.PENDING', type])
})

test('a capture whose response is lost has taken the money, and a repeat returns it', async () => {
  const id = await shop.approved({ name: 'LOCAL-TIMEOUT' })
  const requestId = { 'paypal-request-id': 'lost-capture' }
  await expect(shop.capture(id, requestId)).rejects.toThrow()
  expect((await shop.ledger()).captures.at(-1)).toMatchObject({ orderId: id, status: 'COMPLETED' })
  const again = await shop.capture(id, requestId)
  expect([again.status, again.body.status]).toEqual([200, 'COMPLETED'])
})

test('a repeated request id gets the first response, also for concurrent requests', async () => {
  const create = () => shop.create({}, { 'paypal-request-id': 'create-1' })
  const [first, second] = await Promise.all([create(), create()])
  expect([first.status, second.status].sort()).toEqual([200, 201])
  expect(first.body.id).toBe(second.body.id)

  const id = await shop.approved()
  const capture = () => shop.capture(id, { 'paypal-request-id': 'capture-1' })
  const answers = await Promise.all([capture(), capture(), capture()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
  const { captures } = await shop.ledger()
  expect(captures.filter((one) => one.orderId === id)).toHaveLength(1)

  clock.ahead = 6 * HOUR + 1000
  expect((await create()).body.id).not.toBe(first.body.id)
  expect(issueOf((await capture()).body)).toBe('ORDER_ALREADY_CAPTURED')
})

test('strong authentication is required and reported as the cards define', async () => {
  const authenticationOf = async (fields: Fields) => {
    const id = await shop.approved(fields)
    const { body } = await shop.get(`/v2/checkout/orders/${id}`)
    return [body.status, body.payment_source.card.authentication_result]
  }
  const result = (liability_shift: string, enrollment_status: string, status?: string) => ({
    liability_shift,
    three_d_secure: {
      enrollment_status,
      ...(status ? { authentication_status: status } : {}),
    },
  })
  const method = 'SCA_WHEN_REQUIRED'
  expect(await authenticationOf({ method })).toEqual(['APPROVED', undefined])
  const always = await authenticationOf({ method: 'SCA_ALWAYS' })
  expect(always).toEqual(['APPROVED', result('POSSIBLE', 'Y', 'Y')])
  const { frictionless, notLookedUp, stepUp, stepUpFailed } = CARDS
  const asked = async (fields: Fields) => (await authenticationOf({ method, ...fields }))[1]
  expect(await asked({ number: frictionless })).toEqual(result('POSSIBLE', 'Y', 'Y'))
  expect(await asked({ number: notLookedUp })).toEqual(result('NO', 'U'))
  expect(await asked({ number: '5120069996477518' })).toEqual(result('NO', 'Y', 'N'))
  expect(await asked({ number: '4462603046653873' })).toEqual(result('POSSIBLE', 'Y', 'A'))
  expect(await asked({ number: '4462603040650784' })).toEqual(result('NO', 'Y', 'U'))
  expect(await asked({ number: '4462603047907062' })).toEqual(result('NO', 'Y', 'R'))
  expect(await asked({ number: stepUp, challenge: 'pass' })).toEqual(result('POSSIBLE', 'Y', 'Y'))
  expect(await asked({ number: stepUp, challenge: 'fail' })).toEqual(result('NO', 'Y', 'N'))
  expect(await asked({ number: stepUpFailed, challenge: 'pass' })).toEqual(result('NO', 'Y', 'N'))
  const waiting = await shop.approved({ method, number: stepUp })
  expect(issueOf((await shop.capture(waiting)).body)).toBe('PAYER_ACTION_REQUIRED')
})

test('an invalid card is refused at confirmation', async () => {
  const { body: order } = await shop.create()
  const card = { number: CARDS.good, name: 'A Man', expiry: '2040-12', cvv: '123' }
  const issue = async (fields: object) => {
    const answer = await shop.post('/__test/approve', {
      orderId: order.id,
      card: { ...card, ...fields },
    })
    return issueOf(answer.body)
  }
  expect(await issue({ number: '4012888888881882' })).toBe('VALIDATION_ERROR')
  expect(await issue({ expiry: '01/20' })).toBe('CARD_EXPIRED')
  expect(await issue({ cvv: '1234' })).toBe('INVALID_SECURITY_CODE_LENGTH')
  expect(await issue({ name: CARDS.good })).toBe('INVALID_PARAMETER_SYNTAX')
  await shop.post('/__test/approve', { orderId: order.id, card })
  expect(await issue({})).toBe('PAYMENT_ALREADY_APPROVED')
  await shop.capture(order.id)
  expect(await issue({})).toBe('ORDER_ALREADY_CAPTURED')
})

function typesOf(captureId: string): string[] {
  return listener.received
    .filter(({ event }) => event.resource.id === captureId)
    .map(({ event }) => event.event_type)
}
