// Invoices to hosts: an unbroken series, money against them, and credit notes instead of deletions.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelDay } from '../../../test/app/cancel-day.ts'
import { readPdf } from '../../../test/app/read-pdf.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
let treasurer: typeof clerk
let eventId: number
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-03-02T10:00:00Z') })
  clerk = await site.staff(['office'])
  treasurer = await site.staff(['treasurer'])
})
beforeEach(async () => {
  eventId = (await site.event({})).event_id
})
afterAll(() => site.close())

type Asker = { cookie: string }
const get = (path: string, as: Asker = clerk) => site.ask('GET', `/api/office/${path}`, { as })
const post = (
  path: string,
  body: object,
  { as = clerk as Asker, key = crypto.randomUUID() } = {},
) => site.ask('POST', `/api/office/${path}`, { as, body, headers: { 'idempotency-key': key } })
const wanted = (change: object = {}) => ({
  kind: 'invoice',
  host_name: 'Ely Lodge',
  address_lines: ['1 High Street', 'Ely', 'CB7 4BB'],
  description: '20 PSA tests',
  amount_pence: 50_000,
  due_on: '2027-04-01',
  ...change,
})
const issue = (change: object = {}, more: Parameters<typeof post>[2] = {}) =>
  post(`events/${eventId}/invoices`, wanted(change), more)
const issued = async (change: object = {}): Promise<number> => (await issue(change)).body.id
const read = async (id: number) => (await get(`invoices/${id}`)).body
const pay = (id: number, change: object = {}, more: Parameters<typeof post>[2] = {}) =>
  post(
    `invoices/${id}/payments`,
    {
      kind: 'payment',
      amount_pence: 20_000,
      open_pence: 50_000,
      how: 'bank transfer',
      paid_on: '2027-03-01',
      reference: 'ELY 7',
      ...change,
    },
    more,
  )
async function paperOf(id: number, path: string) {
  const url = `/api/office/invoices/${id}/${path}`
  const { statusCode, rawPayload } = await site.app.inject({
    url,
    headers: { cookie: clerk.cookie },
  })
  const pages = statusCode === 200 ? await readPdf(rawPayload) : []
  const texts = pages.flat().map(({ text }) => text)
  return [statusCode, texts.join(' ')] as const
}
const credit = (id: number) => post(`invoices/${id}/credit-note`, { reason: 'no day after all' })

test('numbers are an unbroken series, also when some are refused and two clerks issue at once', async () => {
  const first = (await read(await issued())).number
  expect((await issue({ amount_pence: 0 })).status).toBe(400)
  expect((await post('events/999999/invoices', wanted())).status).toBe(404)
  const other = (await site.event({})).event_id
  await Promise.all([1, 2, 3].flatMap(() => [issue(), post(`events/${other}/invoices`, wanted())]))
  const { rows } = await site.ownerPool.query(
    'select number from invoices where year = 2027 order by number',
  )
  expect(first).toMatch(/^2027-\d{4}$/)
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, n) => n + 1))
})

test('one press is one invoice, and an event has one standing deposit', async () => {
  const key = crypto.randomUUID()
  const deposit = { kind: 'deposit' }
  const [one, again] = [await issue(deposit, { key }), await issue(deposit, { key })]
  expect(again.body).toEqual(one.body)
  expect((await issue(deposit)).body.code).toBe('deposit_exists')
  await credit(one.body.id)
  expect((await issue(deposit)).status).toBe(201)
  expect((await get(`events/${eventId}/invoices`)).body.data).toMatchObject([
    { kind: 'deposit', state: 'issued' },
    { kind: 'deposit', state: 'cancelled' },
  ])
})

test('payments add up, never to more than is owed, and a wrong one is undone', async () => {
  const id = await issued()
  const owedBefore = (await get('unpaid/totals')).body.hosts.pence
  expect((await pay(id)).body).toMatchObject({ state: 'part paid', owed_pence: 30_000 })
  expect((await get('unpaid/totals')).body.hosts.pence).toBe(owedBefore - 20_000)
  expect((await pay(id)).body.code).toBe('changed_meanwhile')
  const rest = { open_pence: 30_000, how: 'cheque' }
  expect((await pay(id, { ...rest, amount_pence: 30_001 })).body.code).toBe('more_than_owed')
  expect((await pay(id, { ...rest, paid_on: '2027-03-03' })).status).toBe(400)
  const both = await Promise.all([1, 2].map(() => pay(id, { ...rest, amount_pence: 30_000 })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const paid = await read(id)
  expect(paid).toMatchObject({ state: 'paid', owed_pence: 0, paid_pence: 50_000 })
  const [first] = paid.payments
  const undo = () => post(`invoice-payments/${first.id}/undo`, { reason: 'of another lodge' })
  expect((await undo()).body).toMatchObject({ state: 'part paid', owed_pence: 20_000 })
  expect((await undo()).body.code).toBe('taking_undone')
  expect((await read(id)).payments[0].undone).toEqual({
    by: clerk.name,
    reason: 'of another lodge',
  })
})

test('a credit note cancels it once and keeps both numbers; what was paid is paid back', async () => {
  const id = await issued()
  await pay(id)
  const answers = await Promise.all([credit(id), credit(id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const cancelled = await read(id)
  expect(cancelled).toMatchObject({
    state: 'cancelled',
    owed_pence: 0,
    to_pay_back_pence: 20_000,
    credit_note: { reason: 'no day after all' },
  })
  expect((await pay(id, { open_pence: 0 })).body.code).toBe('more_than_owed')
  const toRefund = async () => [
    (await get('invoices?tab=refund')).body.data.map((one: { id: number }) => one.id),
    (await get('today')).body.invoices_to_refund,
  ]
  expect(await toRefund()).toEqual([[id], { count: 1, pence: 20_000 }])
  const back = { kind: 'repayment', open_pence: 20_000 }
  expect((await pay(id, back)).body).toMatchObject({ to_pay_back_pence: 0 })
  expect(await toRefund()).toEqual([[], undefined])
  const [payment, repayment] = (await read(id)).payments
  const undo = (entry: number) => post(`invoice-payments/${entry}/undo`, { reason: 'wrong' })
  expect((await undo(payment.id)).body.code).toBe('repaid_since')
  expect((await undo(repayment.id)).body.to_pay_back_pence).toBe(20_000)
  expect((await get('invoices?tab=cancelled')).body.data[0].id).toBe(id)
})

test('the statement of a month has what was issued, cancelled, paid and refunded', async () => {
  const month = async () =>
    (await get('statements/sums?from=2027-03&to=2027-03', treasurer)).body.invoices
  const before = await month()
  const id = await issued()
  await pay(id)
  const wrong = await pay(id, { open_pence: 30_000, amount_pence: 700 })
  const [, entry] = wrong.body.payments
  await post(`invoice-payments/${entry.id}/undo`, { reason: 'wrong' })
  await pay(await issued(), { paid_on: '2027-02-26' })
  await credit(id)
  await pay(id, { kind: 'repayment', open_pence: 20_000, amount_pence: 5_000 })
  const grown = Object.entries(await month()).map(([name, sum]) => [
    name,
    Number(sum) - before[name],
  ])
  expect(Object.fromEntries(grown)).toEqual({
    issued_pence: 100_000,
    credited_pence: 50_000,
    received_pence: 20_000,
    repaid_pence: 5_000,
  })
})

test('an invoice of a cancelled event says so, and stands until its credit note', async () => {
  const id = await issued()
  expect((await read(id)).is_event_cancelled).toBe(false)
  expect((await cancelDay(site, { eventId, as: clerk })).status).toBe(202)
  expect(await read(id)).toMatchObject({ is_event_cancelled: true, owed_pence: 50_000 })
  expect((await credit(id)).body).toMatchObject({ state: 'cancelled', owed_pence: 0 })
})

test('a draft with an invoice is not deleted, and the answer says why', async () => {
  const { body: draft } = await post('events', {
    event_name: 'A lodge that may come',
    event_date: '2027-06-12',
    slot_plan: { start: '10:00', end: '12:00', session_minutes: 20, places_per_slot: 1 },
  })
  await post(`events/${draft.event_id}/invoices`, wanted())
  const answer = await post(`events/${draft.event_id}/discard`, { version: draft.version })
  expect(answer).toMatchObject({ status: 409, body: { code: 'event_used', uses: ['invoiced'] } })
})

test('its paper says what is to pay, to whom and the VAT, and stays the same', async () => {
  const id = await issued({ kind: 'deposit' })
  const paper = (path: string) => paperOf(id, path)
  const { number } = await read(id)
  const [status, text] = await paper('pdf')
  expect(status).toBe(200)
  for (const part of [number, 'Ely Lodge', '£500.00', 'No VAT', 'Registered charity'])
    expect(text).toContain(part)
  expect((await paper('credit-note'))[0]).toBe(404)
  const note = (await credit(id)).body.credit_note
  expect((await paper('credit-note'))[1]).toContain(note.number)
  expect((await paper('pdf'))[1]).toContain(`cancelled by credit note ${note.number}`)
})

test('treasurers issue too, and other roles read nothing', async () => {
  expect((await issue({}, { as: treasurer })).status).toBe(201)
  for (const role of ['venue', 'clinician', 'admin'] as const) {
    const other = await site.staff([role])
    expect((await get('invoices', other)).status).toBe(403)
    expect((await issue({}, { as: other })).status).toBe(403)
  }
  expect((await get('invoices/1x')).status).toBe(404)
  expect((await get('invoices/999999')).status).toBe(404)
})

test('what was issued keeps the words of its day after the charity has changed them', async () => {
  const id = await issued()
  const START = site.deps.now()
  site.moveTo(new Date(START.getTime() + 60_000))
  const values = {
    pay_invoices_to: 'Please pay to account 1.',
    vat_line: 'VAT at 20% is included.',
  }
  const { status } = await site.ask('PUT', '/api/office/settings/money', {
    as: treasurer,
    body: { version: 0, values },
  })
  expect(status).toBe(200)
  const [, before] = await paperOf(id, 'pdf')
  expect(before).toContain('No VAT has been charged.')
  expect(before).not.toContain('account 1.')
  const [, after] = await paperOf(await issued(), 'pdf')
  expect(after).toContain('VAT at 20% is included.')
  expect(after).toContain('account 1.')
  await credit(id)
  expect((await paperOf(id, 'credit-note'))[1]).toContain('VAT at 20% is included.')
  site.moveTo(START)
})
