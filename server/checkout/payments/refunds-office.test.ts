import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OfficePayment } from '../../../domain/office/payment-schemas.ts'
import { bookedId } from '../../../test/app/bookings.ts'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import { testLimits } from '../../../test/app/settings.ts'
import { payByCard } from '../../../test/app/test-app.queries.ts'

const LIMIT = testLimits.one_person_pence
let shop: CardShop
type Person = Awaited<ReturnType<CardShop['site']['staff']>>
let clerk: Person
let one: Person
let two: Person
beforeAll(async () => {
  shop = await openCardShop()
})
// A session of the office ends with the clock's jumps.
beforeEach(async () => {
  clerk = await shop.site.staff(['office'])
  one = await shop.site.staff(['treasurer'])
  two = await shop.site.staff(['treasurer'])
})
afterAll(async () => {
  expect(await shop.broken()).toEqual([])
  await shop.close()
})

const post = (url: string, as: Person, body: object = {}, key: string = randomUUID()) =>
  shop.site.ask('POST', `/api/office${url}`, { as, body, headers: { 'idempotency-key': key } })
const refund = (paymentId: string, pence: number, as = one) =>
  post(`/payments/${paymentId}/refunds`, as, { pence, reason: 'the hall burnt down' })
const read = async (paymentId: string, as = two): Promise<OfficePayment> =>
  (await shop.site.ask('GET', `/api/office/payments/${paymentId}`, { as })).body

/** Recorded here only: the provider's stand-in knows nothing of it. */
async function recorded(capturedPence: number) {
  const { site } = shop
  const event = await site.event({ pricePence: capturedPence })
  const member = await shop.consentingMember(event)
  const appointmentId = await bookedId(site, member, event)
  const taken = { capturedPence, feePence: 0, at: site.deps.now() }
  return payByCard(site.deps.database.db, appointmentId, taken)
}

describe('a refund above the limit of one person', () => {
  async function asked(pence = LIMIT + 1) {
    const paymentId = await recorded(LIMIT * 2)
    const { status, body } = await refund(paymentId, pence)
    expect([status, body.refunds]).toEqual([201, []])
    return { paymentId, id: body.requests[0].id as number }
  }
  const confirm = (id: number, as: Person) => post(`/refund-requests/${id}/confirmation`, as)
  const refuse = (id: number, as: Person) =>
    post(`/refund-requests/${id}/refusal`, as, { reason: 'not agreed' })

  test('waits, is reserved, and is queued once by another person who confirms it', async () => {
    const { paymentId, id } = await asked()
    expect(await read(paymentId)).toMatchObject({
      state: 'finalised',
      left_pence: LIMIT - 1,
      requests: [{ state: 'waits for a second person', asked_by: one.name, is_own: false }],
    })
    expect((await read(paymentId, one)).requests[0]?.is_own).toBe(true)
    const list = await shop.site.ask('GET', '/api/office/payments?tab=waiting', { as: two })
    expect(list.body.data.map((row: { id: string }) => row.id)).toContain(paymentId)

    const others = await Promise.all(
      Array.from({ length: 10 }, () => shop.site.staff(['treasurer'])),
    )
    const answers = await Promise.all(others.map((other) => confirm(id, other)))
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200))
    const { refunds, requests, left_pence } = await read(paymentId)
    expect(refunds).toMatchObject([
      {
        amount_pence: LIMIT + 1,
        state: 'queued',
        asked_by: one.name,
        reason: 'by the office',
        typed_reason: 'the hall burnt down',
      },
    ])
    expect(others.map(({ name }) => name)).toContain(refunds[0]?.confirmed_by)
    expect(requests).toMatchObject([{ state: 'confirmed', decided_by: refunds[0]?.confirmed_by }])
    expect(left_pence).toBe(LIMIT - 1)
  })

  test('is confirmed neither by who asked nor without the permission', async () => {
    const { paymentId, id } = await asked()
    const own = await confirm(id, one)
    expect([own.status, own.body.code]).toEqual([403, 'same_person'])
    expect((await confirm(id, clerk)).body.code).toBe('not_permitted')
    expect((await confirm(999_999, two)).status).toBe(404)
    expect((await read(paymentId)).refunds).toEqual([])
  })

  test('can be refused, taken back, and is then decided', async () => {
    const { paymentId, id } = await asked()
    expect((await post(`/refund-requests/${id}/refusal`, two, { reason: ' ' })).status).toBe(400)
    expect((await refuse(id, one)).status).toBe(200)
    expect((await refuse(id, two)).status).toBe(200)
    expect((await confirm(id, two)).body.code).toBe('changed_meanwhile')
    expect(await read(paymentId)).toMatchObject({
      left_pence: LIMIT * 2,
      refunds: [],
      requests: [{ state: 'refused', decided_by: one.name, decision: 'not agreed' }],
    })
  })

  test('cannot be refused once confirmed, nor asked for twice', async () => {
    const { paymentId, id } = await asked(LIMIT + 1)
    const again = await refund(paymentId, LIMIT - 1)
    expect(again.status).toBe(201)
    expect((await refund(paymentId, LIMIT)).body).toMatchObject({ code: 'more_than_left' })
    await confirm(id, two)
    expect((await refuse(id, two)).body.code).toBe('changed_meanwhile')
  })

  test('is one at a time for each payment', async () => {
    const paymentId = await recorded(LIMIT * 3)
    const answers = await Promise.all([refund(paymentId, LIMIT + 1), refund(paymentId, LIMIT + 1)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('refund_waits')
  })

  test('cannot be split into parts below it, one after another or at once', async () => {
    const payments = await Promise.all([1, 2, 3, 4].map(() => recorded(LIMIT / 2)))
    const answers = await Promise.all(payments.map((id) => refund(id, LIMIT / 2)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const waiting = answers.filter(({ body }) => body.requests.length === 1)
    expect(waiting).toHaveLength(2)
    expect(waiting[0]?.body.alone_pence).toBe(0)
    expect((await read(payments[0] ?? '', two)).alone_pence).toBe(LIMIT)
  })

  test('is counted on the Today of those who may confirm it, not of who asked', async () => {
    const waiting = async (as: Person) =>
      (await shop.site.ask('GET', '/api/office/today', { as })).body.refunds_to_confirm
    const own = async (as: Person) =>
      (await shop.site.ask('GET', '/api/office/today', { as })).body.own_requests ?? []
    const before = { one: await waiting(one), two: await waiting(two), own: await own(one) }
    await asked()
    expect(await waiting(one)).toEqual(before.one)
    expect((await waiting(two)).count).toBe(before.two.count + 1)
    const more = (await waiting(two)).pence - before.two.pence
    expect(more).toBeGreaterThan(0)
    expect((await own(one)).slice(before.own.length)).toEqual([
      { kind: 'refund', id: expect.any(String), about: null, pence: more },
    ])
    expect(await own(two)).toEqual([])
    expect(await waiting(clerk)).toBeNull()
  })
})

describe('a refund that the provider refused', () => {
  async function failed(...parts: number[]) {
    // What other tests left in the queue would take the outcome.
    await shop.reconcile()
    shop.faults.splice(0)
    const { member, event } = await shop.memberAndEvent()
    const { orderId } = await shop.pay(member, event)
    const { body } = await shop.site.ask('GET', `/api/office/payments?q=${member.email}`, {
      as: one,
    })
    const paymentId: string = body.data[0].id
    await shop.callStandIn('/__test/refund-outcome', { status: 'FAILED', times: parts.length })
    for (const pence of parts) {
      shop.moveBy(1_000)
      await refund(paymentId, pence)
      await shop.reconcile()
    }
    expect(shop.faults.splice(0)).toHaveLength(parts.length)
    const { refunds } = await read(paymentId)
    return { paymentId, orderId, ids: refunds.map(({ id }) => id), member }
  }
  const isStuck = async (email: string) =>
    (await shop.site.ask('GET', `/api/office/payments?tab=stuck&q=${email}`, { as: one })).body
      .total === 1
  const pence = async (orderId: string) =>
    (await shop.moneyOf(orderId)).back
      .filter(({ status }) => status === 'COMPLETED')
      .map((back) => back.pence)

  test('is stuck until it is tried again, which the provider gets once', async () => {
    const { paymentId, orderId, ids, member } = await failed(700)
    const [id = ''] = ids
    expect(await isStuck(member.email)).toBe(true)
    expect((await read(paymentId)).refunds).toMatchObject([
      { state: 'failed', due_pence: 700, problem: 'FAILED' },
    ])
    const key = randomUUID()
    const first = await post(`/refunds/${id}/retry`, clerk, {}, key)
    expect([first.status, first.body]).toMatchObject([
      200,
      { left_pence: 1800, refunds: [{ due_pence: 0 }, { amount_pence: 700, state: 'queued' }] },
    ])
    expect((await post(`/refunds/${id}/retry`, clerk, {}, key)).status).toBe(200)
    const other = await post(`/refunds/${id}/retry`, clerk)
    expect([other.status, other.body.code]).toEqual([409, 'changed_meanwhile'])
    await shop.reconcile()
    expect(await pence(orderId)).toEqual([700])
    expect(await isStuck(member.email)).toBe(false)
    expect((await read(paymentId)).history).toContainEqual(
      expect.objectContaining({ action: 'refund tried again', by: clerk.name }),
    )
  })

  test('is tried again by one of ten at once', async () => {
    const { paymentId, ids } = await failed(700)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(`/refunds/${ids[0]}/retry`, one)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await read(paymentId)).refunded_pence).toBe(700)
  })

  test('can be recorded as paid by hand, by a treasurer with a note', async () => {
    const { paymentId, orderId, ids } = await failed(2500)
    expect((await read(paymentId)).state).toBe('refund failed')
    const url = `/refunds/${ids[0]}/by-hand`
    expect((await post(url, clerk, { note: 'transfer' })).body.code).toBe('not_permitted')
    expect((await post(url, one, { note: ' ' })).status).toBe(400)
    const { status, body } = await post(url, one, { note: 'bank transfer of 12 January' })
    expect([status, body]).toMatchObject([
      200,
      {
        state: 'refunded',
        left_pence: 0,
        refunds: [
          { state: 'failed', due_pence: 0 },
          { state: 'done', by_hand_note: 'bank transfer of 12 January' },
        ],
      },
    ])
    expect(body.ledger).toContainEqual(
      expect.objectContaining({ kind: 'refund', amount_pence: -2500 }),
    )
    await shop.reconcile()
    expect(await pence(orderId)).toEqual([])
    expect((await post(url, one, { note: 'again' })).body.code).toBe('changed_meanwhile')
  })

  test('is replaced by another refund of at least its amount, and each of two only once', async () => {
    const { paymentId, ids } = await failed(700, 500)
    await refund(paymentId, 600)
    const due = async () => (await read(paymentId)).refunds.map((one) => one.due_pence)
    expect(await due()).toEqual([700, 0, 0])
    expect((await post(`/refunds/${ids[0]}/retry`, one)).status).toBe(200)
    expect(await read(paymentId)).toMatchObject({ refunded_pence: 1300, left_pence: 1200 })
  })

  test('and was repaid in smaller parts since then is due for the rest only', async () => {
    const { paymentId, ids } = await failed(1000)
    shop.moveBy(1_000)
    await refund(paymentId, 400)
    const { body } = await post(`/refunds/${ids[0]}/retry`, one)
    expect(body).toMatchObject({ refunded_pence: 1000, left_pence: 1500 })
  })

  test('of an unknown id, or one that did not fail, is not found or refused', async () => {
    expect((await post(`/refunds/${randomUUID()}/retry`, one)).status).toBe(404)
    expect((await post('/refunds/x/retry', one)).status).toBe(404)
    const paymentId = await recorded(2500)
    const { body } = await refund(paymentId, 100)
    const answer = await post(`/refunds/${body.refunds[0].id}/retry`, one)
    expect(answer.body.code).toBe('changed_meanwhile')
  })
})
