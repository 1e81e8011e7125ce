import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CARDS, openShop, openWebhookListener } from './paypal/test-shop.ts'

let folder: string
let listener: Awaited<ReturnType<typeof openWebhookListener>>
let shop: Awaited<ReturnType<typeof openShop>>
const said: string[] = []
const open = () => openShop({ folder, webhookUrl: listener.url, onLog: (line) => said.push(line) })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paypal-'))
  listener = await openWebhookListener()
  shop = await open()
})
beforeEach(async () => {
  await shop.post('/__test/reset-faults')
})
afterAll(async () => {
  await shop.paypal.stop()
  await listener.stop()
  await rm(folder, { recursive: true })
})

test('faults lose the request, the response or time, as often as set', async () => {
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

test('money, request ids and tokens survive a restart and a truncated line', async () => {
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

test('no card number or code is stored, returned or logged', async () => {
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

test('another host name or origin is refused', async () => {
  const origin = 'https://elsewhere.example'
  expect((await shop.post('/__test/settle', {}, { origin })).status).toBe(403)
  expect((await shop.get('/nowhere')).status).toBe(404)
})
