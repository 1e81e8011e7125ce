import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Body, CARDS, type Fields, openEar, openShop } from './paypal/test-shop.ts'

let folder: string
let ear: Awaited<ReturnType<typeof openEar>>
let shop: Awaited<ReturnType<typeof openShop>>
const said: string[] = []
const clock = { ahead: 0 }
const now = () => new Date(Date.now() + clock.ahead)
const open = () => openShop({ folder, webhookUrl: ear.url, onLog: (line) => said.push(line), now })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paypal-'))
  ear = await openEar()
  shop = await open()
})
beforeEach(async () => {
  clock.ahead = 0
  await shop.post('/__test/reset-faults')
})
afterAll(async () => {
  await shop.paypal.stop()
  await ear.stop()
  await rm(folder, { recursive: true })
})

const HOUR = 3_600_000
const ID = /^[0-9A-Z]{17}$/
const issueOf = (body: Body) => body.details[0].issue

test('a token is given for the right secret only, and nothing is done without one', async () => {
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

test('an order is made, read, changed and approved as PayPal words it', async () => {
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

test('a capture takes the money once and says what is kept of it', async () => {
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

test('without Prefer only the id and status come back', async () => {
  const { body } = await shop.capture(await shop.approved(), { prefer: 'return=minimal' })
  expect(Object.keys(body)).toEqual(['id', 'status', 'links'])
})

test('an order not approved, or an invoice paid before, is not captured', async () => {
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

test('a capture whose answer is lost has taken the money, and a repeat tells of it', async () => {
  const id = await shop.approved({ name: 'LOCAL-TIMEOUT' })
  const requestId = { 'paypal-request-id': 'lost-capture' }
  await expect(shop.capture(id, requestId)).rejects.toThrow()
  expect((await shop.ledger()).captures.at(-1)).toMatchObject({ orderId: id, status: 'COMPLETED' })
  const again = await shop.capture(id, requestId)
  expect([again.status, again.body.status]).toEqual([200, 'COMPLETED'])
})

test('a request id repeats what the first request did, also when both come at once', async () => {
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

test('refunds give back no more than was taken', async () => {
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

test('a refund may fail or wait, as a test wants it', async () => {
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

test('faults lose the request, the answer or time, as often as asked', async () => {
  const fault = (effect: string, on: string, more = {}) =>
    shop.post('/__test/faults', [{ on, effect, ...more }])
  const id = await shop.approved()
  await fault('drop-before', 'capture')
  await expect(shop.capture(id)).rejects.toThrow()
  expect((await shop.get(`/v2/checkout/orders/${id}`)).body.status).toBe('APPROVED')

  await fault('drop-after', 'capture')
  await expect(shop.capture(id)).rejects.toThrow()
  expect((await shop.get(`/v2/checkout/orders/${id}`)).body.status).toBe('COMPLETED')

  await fault('500', 'create', { times: 2 })
  expect([await shop.create(), await shop.create()].map(({ status }) => status)).toEqual([500, 500])
  await fault('429', 'any')
  const limited = await shop.get(`/v2/checkout/orders/${id}`)
  expect([limited.status, limited.body.name]).toEqual([429, 'RATE_LIMIT_REACHED'])
  await fault('delay', 'get-order', { ms: 200 })
  const started = performance.now()
  await shop.get(`/v2/checkout/orders/${id}`)
  expect(performance.now() - started).toBeGreaterThan(190)
  await fault('500', 'any', { times: 99 })
  await shop.post('/__test/reset-faults')
  expect((await shop.create()).status).toBe(201)
})

test('chances are drawn from a seed, the same each time', async () => {
  const statuses = async () => {
    await shop.post('/__test/faults', { seed: 7, chances: { 500: 0.5 }, on: ['create'] })
    const drawn: number[] = []
    for (let turn = 0; turn < 20; turn += 1) drawn.push((await shop.create()).status)
    return drawn
  }
  const first = await statuses()
  expect(new Set(first)).toEqual(new Set([201, 500]))
  expect(await statuses()).toEqual(first)
})

test('strong authentication is asked for and told of as the cards say', async () => {
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

test('a card that cannot be right is refused at confirmation', async () => {
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

test('money, request ids and tokens outlive a restart, and a line that a kill cut short', async () => {
  const { id } = await shop.captured({ invoice_id: 'BOOK-6' })
  await shop.post(`/v2/payments/captures/${id}/refund`, {}, { 'paypal-request-id': 'kept-refund' })
  const before = await shop.ledger()
  const { token } = shop
  await shop.paypal.stop()
  const journal = join(folder, 'journal.jsonl')
  await writeFile(journal, '[{"order":{"id":"HALF', { flag: 'a' })
  shop = await open()
  expect(await shop.ledger()).toEqual(before)
  const again = await shop.post(
    `/v2/payments/captures/${id}/refund`,
    {},
    { 'paypal-request-id': 'kept-refund', authorization: `Bearer ${token}` },
  )
  expect(again.status).toBe(200)
  await shop.create()
  await shop.paypal.stop()
  shop = await open()
  expect((await shop.ledger()).orders).toHaveLength(before.orders.length + 1)
})

test('no card number or code is kept, answered or logged', async () => {
  const { body: order } = await shop.create({ method: 'SCA_WHEN_REQUIRED' })
  const card = { number: '4462603040971339', name: 'A Man', expiry: '2040-12', cvv: '987' }
  const answer = await shop.post('/__test/approve', { orderId: order.id, card })
  const read = await shop.get(`/v2/checkout/orders/${order.id}`)
  const files = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  )
  const all = [JSON.stringify(answer), JSON.stringify(read), ...said, ...files].join('\n')
  expect(all).toContain('1339')
  for (const number of [...Object.values(CARDS), card.number]) expect(all).not.toContain(number)
  expect(all).not.toMatch(/security_code|"cvv":/)
})

test("another site's name or page opens nothing", async () => {
  const origin = 'https://elsewhere.example'
  expect((await shop.post('/__test/settle', {}, { origin })).status).toBe(403)
  expect((await shop.get('/nowhere')).status).toBe(404)
})

function amountOf(value: string): object {
  const breakdown = { item_total: { currency_code: 'GBP', value } }
  return { currency_code: 'GBP', value, breakdown }
}

function itemOf(value: string): object {
  return { name: 'PSA test', quantity: '1', unit_amount: { currency_code: 'GBP', value } }
}

function typesOf(captureId: string): string[] {
  return ear.heard
    .filter(({ event }) => event.resource.id === captureId)
    .map(({ event }) => event.event_type)
}
