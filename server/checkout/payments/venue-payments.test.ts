import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'

let shop: CardShop
let clerk: Awaited<ReturnType<CardShop['site']['staff']>>
let treasurer: typeof clerk
beforeAll(async () => {
  shop = await openCardShop()
})
beforeEach(async () => {
  clerk = await shop.site.staff(['office'])
  treasurer = await shop.site.staff(['treasurer'])
})
afterAll(async () => {
  expect(await shop.broken()).toEqual([])
  await shop.close()
})

async function booked(payment: 'due' | 'at_venue' | 'waived' = 'due') {
  const { event, member } = await shop.memberAndEvent()
  const { body } = await post('/api/office/appointments', {
    member_id: member.id,
    event_id: event.event_id,
    date: event.event_date,
    time: '10:00',
    payment,
    reason: 'rang us',
  })
  return { member, event, id: body.appointment.appointment_id as number }
}
const post = (url: string, body: object, { as = clerk, key = crypto.randomUUID() } = {}) =>
  shop.site.ask('POST', url, { as, body, headers: { 'idempotency-key': key } })
const taking = (change: object = {}) => ({
  pence: 2500,
  how: 'cash',
  taken_by: 'Ann Door',
  taken_at: shop.site.deps.now().toISOString(),
  ...change,
})
const take = (id: number, change: object = {}, more: Parameters<typeof post>[2] = {}) =>
  post(`/api/office/appointments/${id}/takings`, taking(change), more)
const waive = (id: number, reason = 'carer of a member') =>
  post(`/api/office/appointments/${id}/waiver`, { reason })
const statusOf = async (id: number) =>
  (await shop.rows(`select payment_status as s from appointments where id = ${id}`))[0]?.s
const story = async (id: string) =>
  (await shop.site.ask('GET', `/api/office/payments/${id}`, { as: treasurer })).body

test.each(['due', 'at_venue'] as const)(
  'what was %s and is taken at the venue is a payment with who, how and when, and in the ledger',
  async (payment) => {
    const { id, member } = await booked(payment)
    const { status, body } = await take(id)
    expect(status).toBe(201)
    expect(await statusOf(id)).toBe('paid at the venue')
    expect(await story(body.payment_id)).toMatchObject({
      state: 'finalised',
      amount_pence: 2500,
      taken_how: 'cash',
      taken: { by: 'Ann Door', recorded_by: clerk.name },
      reference: null,
      left_pence: 2500,
      ledger: [{ kind: 'charge', amount_pence: 2500, provider_ref: `venue-${body.payment_id}` }],
      history: [{ action: 'taken at the venue', by: clerk.name }],
    })
    const list = await shop.site.ask('GET', `/api/office/payments?tab=paid&q=${member.email}`, {
      as: treasurer,
    })
    expect(list.body.data).toMatchObject([{ id: body.payment_id, taken_how: 'cash' }])
    const upcoming = await shop.site.ask(
      'GET',
      `/api/appointments/upcoming-appointments/user/${member.id}`,
      { as: member },
    )
    expect(JSON.stringify(upcoming.body)).toContain('paid at the venue')
  },
)

test('is recorded once: a repeat says the same, a second one is refused', async () => {
  const { id } = await booked()
  const key = crypto.randomUUID()
  const change = { taken_at: '2027-01-12T08:00:00Z' }
  const [first, again] = [await take(id, change, { key }), await take(id, change, { key })]
  expect(again.body).toEqual(first.body)
  expect((await take(id)).body.code).toBe('nothing_to_pay')
  const both = await booked()
  const answers = await Promise.all([take(both.id), take(both.id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

test.each([
  ['another sum', { pence: 2000 }, 409, 'other_sum'],
  ['a moment to come', { taken_at: '2027-01-12T09:00:01Z' }, 400, 'invalid_request'],
  ['nobody', { taken_by: ' ' }, 400, 'invalid_request'],
  ['a voucher', { how: 'voucher' }, 400, 'invalid_request'],
  ['a part of another sum', { pence: 1000, owed_pence: 2000 }, 409, 'other_sum'],
  ['more than is due', { pence: 3000, owed_pence: 2500 }, 409, 'other_sum'],
])('is refused for %s, and nothing is written', async (_what, change, status, code) => {
  const { id } = await booked()
  const before = await shop.rows('select count(*) as n from payments')
  expect(await take(id, change)).toMatchObject({ status, body: { code } })
  expect(await statusOf(id)).toBe('not paid')
  expect(await shop.rows('select count(*) as n from payments')).toEqual(before)
})

test('a part leaves the rest due, is not recorded twice, and is undone by itself', async () => {
  const { id, member } = await booked()
  const part = { pence: 1000, owed_pence: 2500, how: 'cheque' }
  const first = await take(id, part)
  expect(first.status).toBe(201)
  expect(await statusOf(id)).toBe('not paid')
  expect(await take(id, part)).toMatchObject({
    status: 409,
    body: { code: 'other_sum', price_pence: 1500 },
  })
  const owing = async () => {
    const url = `/api/office/unpaid?q=${member.email}`
    return (await shop.site.ask('GET', url, { as: clerk })).body.data
  }
  expect(await owing()).toMatchObject([{ price: 2500, paid: 1000, owed: 1500 }])
  const rest = await take(id, { pence: 1500, how: 'bank transfer' })
  expect(rest.status).toBe(201)
  expect(await statusOf(id)).toBe('paid at the venue')
  expect(await owing()).toEqual([])
  expect(await story(rest.body.payment_id)).toMatchObject({ taken_how: 'bank transfer' })
  const undone = await post(`/api/office/payments/${first.body.payment_id}/undo-taking`, {
    reason: 'The cheque was returned',
  })
  expect(undone.status).toBe(200)
  expect(await owing()).toMatchObject([{ price: 2500, paid: 1500, owed: 1000 }])
})

test('is refused for an appointment that is cancelled, waived or free, and to a treasurer', async () => {
  const cancelled = await booked()
  const cancel = { reason: 'rang us', refund: 'policy' }
  await shop.site.ask('PUT', `/api/office/appointments/${cancelled.id}/cancel`, {
    as: clerk,
    body: cancel,
  })
  expect((await take(cancelled.id)).body.code).toBe('not_booked')
  const waived = await booked('waived')
  expect((await take(waived.id)).body.code).toBe('nothing_to_pay')
  expect((await take((await booked()).id, {}, { as: treasurer })).status).toBe(403)
})

test('while a payment by link is under way the clerk waits; an order that was only begun expires', async () => {
  const { id } = await booked()
  const key = await linkOf(id)
  const open = await shop.site.ask('POST', '/api/payments/link/orders', { body: { key } })
  await shop.approve(open.body.id, { name: 'LOCAL-PENDING' })
  const body = { key, order_id: open.body.id }
  await shop.site.ask('POST', '/api/payments/link/capture', { body })
  expect((await take(id)).body.code).toBe('payment_under_way')

  const other = await booked()
  const second = await shop.site.ask('POST', '/api/payments/link/orders', {
    body: { key: await linkOf(other.id) },
  })
  await shop.approve(second.body.id)
  expect((await take(other.id)).status).toBe(201)
  await shop.reconcileAfter(60_000)
  expect((await shop.moneyOf(second.body.id)).taken).toEqual([])
})

test('a payment by link that was captured before the clerk took cash goes back whole', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await booked()
    const key = await linkOf(id)
    const { body } = await shop.site.ask('POST', '/api/payments/link/orders', { body: { key } })
    await shop.approve(body.id)
    const capture = { key, order_id: body.id }
    await Promise.all([
      shop.site.ask('POST', '/api/payments/link/capture', { body: capture }),
      take(id),
    ])
    const { taken, back } = await shop.moneyOf(body.id)
    const [refund] = await shop.rows(
      `select 1 from refunds r join payments p on p.id = r.payment_id where p.order_id = '${body.id}'`,
    )
    const isByCard = (await statusOf(id)) === 'paid by card'
    expect(isByCard).toBe(taken.length > 0 && back.length === 0 && refund === undefined)
  }
})

test('is refunded by hand: recorded as done, in the ledger, and never sent to the provider', async () => {
  const { id } = await booked()
  const { body } = await take(id)
  const refund = { pence: 1000, reason: 'two in one queue' }
  const { status } = await post(`/api/office/payments/${body.payment_id}/refunds`, refund, {
    as: treasurer,
  })
  expect(status).toBeLessThan(300)
  await shop.reconcile()
  const after = await story(body.payment_id)
  expect(after).toMatchObject({
    left_pence: 1500,
    refunds: [{ amount_pence: 1000, state: 'done', by_hand_note: 'two in one queue' }],
    ledger: [{ kind: 'charge' }, { kind: 'refund', amount_pence: -1000 }],
  })
  expect(shop.faults).toEqual([])
})

test('a waiver keeps its reason, and the member has nothing to pay', async () => {
  const { id, member } = await booked()
  expect((await waive(id)).status).toBe(200)
  expect(await statusOf(id)).toBe('waived')
  const { body } = await shop.site.ask('GET', `/api/office/members/${member.id}`, { as: clerk })
  expect(body.appointments[0]).toMatchObject({
    payment_status: 'waived',
    payment: 'Nothing to pay',
    history: [{ action: 'booked' }, { action: 'payment waived', reason: 'carer of a member' }],
  })
  expect((await waive(id)).body.code).toBe('nothing_to_pay')
  expect((await waive((await booked()).id, ' ')).status).toBe(400)
})

test('a lower price is a part that is paid and a rest that is waived', async () => {
  const { id, member } = await booked()
  const part = await take(id, { pence: 1000, owed_pence: 2500, how: 'cash' })
  expect(part.status).toBe(201)
  expect((await waive(id, 'a pensioner')).status).toBe(200)
  expect(await statusOf(id)).toBe('waived')
  const { body } = await shop.site.ask('GET', `/api/office/unpaid?q=${member.email}`, { as: clerk })
  expect(body.data).toEqual([])
  expect(await story(part.body.payment_id)).toMatchObject({
    amount_pence: 1000,
    state: 'finalised',
  })
})

test('a part of the price is waived, the rest is paid, and one part is waived once', async () => {
  const { id, member } = await booked()
  const part = (pence: number, owed_pence: number) =>
    post(`/api/office/appointments/${id}/waiver`, { reason: 'a pensioner', pence, owed_pence })
  expect((await part(2600, 2500)).body).toMatchObject({ code: 'other_sum' })
  expect((await part(500, 2500)).status).toBe(200)
  expect(await statusOf(id)).toBe('not paid')
  const again = await part(500, 2500)
  expect([again.status, again.body.code]).toEqual([409, 'other_sum'])

  const { body } = await shop.site.ask('GET', `/api/office/unpaid?q=${member.email}`, { as: clerk })
  expect(body.data).toMatchObject([{ owed: 2000, paid: 0 }])
  expect((await take(id, { pence: 2500 })).body.code).toBe('other_sum')
  expect((await take(id, { pence: 2000 })).status).toBe(201)
  expect(await statusOf(id)).toBe('paid at the venue')
  expect((await waive(id)).body.code).toBe('nothing_to_pay')
})

test('a part is waived before a link asks for the rest, and then all of it', async () => {
  const { id } = await booked()
  const part = { reason: 'a carer', pence: 500, owed_pence: 2500 }
  expect((await post(`/api/office/appointments/${id}/waiver`, part)).status).toBe(200)
  const key = await linkOf(id)
  const asked = await shop.site.ask('POST', '/api/payments/link', { body: { key } })
  expect(asked.body).toMatchObject({ amount_pence: 2000 })
  expect((await waive(id, 'a carer')).status).toBe(200)
  expect(await statusOf(id)).toBe('waived')
})

test('what was taken is not moved to an event of another price', async () => {
  const { id } = await booked()
  await take(id)
  const other = await shop.site.event({ pricePence: 3000, paymentRequired: true })
  const { event_id, event_date: date } = other
  const answer = await shop.site.ask('PUT', `/api/office/appointments/${id}/move`, {
    as: clerk,
    body: { event_id, date, time: '10:20', reason: 'rang us' },
  })
  expect(answer.body.code).toBe('other_price')
})

async function linkOf(id: number): Promise<string> {
  const { member } = { member: await memberOf(id) }
  await post(`/api/office/appointments/${id}/payment-links`, { by: 'mail' })
  await shop.mailsTo(member)
  const mail = shop.site.mails.findLast(
    ({ to, text }) => to === member.email && text.includes('#pay='),
  )
  return /#pay=([\w-]{22})/.exec(mail?.text ?? '')?.[1] ?? ''
}

async function memberOf(id: number) {
  const [row] = await shop.rows(
    `select m.* from members m join appointments a on a.member_id = m.id where a.id = ${id}`,
  )
  return row as unknown as Parameters<typeof shop.mailsTo>[0]
}
