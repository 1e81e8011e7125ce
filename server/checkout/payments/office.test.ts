import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayInWords, ukDate } from '../../../domain/uk-time.ts'
import { bookedId } from '../../../test/app/bookings.ts'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import { payByCard } from '../../../test/app/test-app.queries.ts'
import { until } from '../../../test/until.ts'

let shop: CardShop
type Person = Awaited<ReturnType<CardShop['site']['staff']>>
let clerk: Person
let treasurer: Person
beforeAll(async () => {
  shop = await openCardShop()
})
// A session of the office ends with the clock's jumps.
beforeEach(async () => {
  clerk = await shop.site.staff(['office'])
  treasurer = await shop.site.staff(['treasurer'])
})
afterAll(async () => {
  expect(await shop.broken()).toEqual([])
  await shop.close()
})

async function paid({ capturedPence = 2500, feePence = 75, daysAgo = 15 } = {}) {
  const { site } = shop
  const event = await site.event({ pricePence: 2500 })
  const member = await shop.consentingMember(event)
  const appointmentId = await bookedId(site, member, event)
  const at = new Date(site.deps.now().getTime() - daysAgo * 86_400_000)
  const taken = { capturedPence, feePence, at }
  const paymentId = await payByCard(site.deps.database.db, appointmentId, taken)
  return { event, member, appointmentId, paymentId }
}
const refund = (paymentId: string, body: object, as = clerk, key: string = randomUUID()) =>
  shop.site.ask('POST', `/api/office/payments/${paymentId}/refunds`, {
    as,
    body,
    headers: { 'idempotency-key': key },
  })
const read = (paymentId: string, as = treasurer) =>
  shop.site.ask('GET', `/api/office/payments/${paymentId}`, { as })
const list = async (query: string) =>
  (await shop.site.ask('GET', `/api/office/payments?${query}`, { as: treasurer })).body

describe('a refund by the office', () => {
  test('goes to the provider once, in parts, and the member reads their sum', async () => {
    const { event, member } = await shop.memberAndEvent()
    await shop.pay(member, event)
    const [payment] = (await list(`q=${member.email}`)).data
    const key = randomUUID()
    const first = await refund(payment.id, { pence: 700, reason: 'was late' }, clerk, key)
    expect([first.status, first.body]).toMatchObject([
      201,
      { state: 'finalised', refunded_pence: 700, left_pence: 1800 },
    ])
    const repeated = await refund(payment.id, { pence: 700, reason: 'was late' }, clerk, key)
    expect(repeated.body.refunded_pence).toBe(700)
    await shop.reconcile()
    expect((await shop.moneyOf(payment.reference)).back).toMatchObject([{ pence: 700 }])

    const rest = await refund(payment.id, { pence: 1800, reason: 'our fault' }, treasurer)
    expect([rest.status, rest.body]).toMatchObject([201, { state: 'refunded', left_pence: 0 }])
    await shop.reconcile()
    const { back } = await shop.moneyOf(payment.reference)
    expect(back.map(({ pence }) => pence)).toEqual([700, 1800])
    const { body } = await read(payment.id)
    expect(body.refunds).toMatchObject([
      { amount_pence: 700, state: 'done', reason: 'by the office' },
      { amount_pence: 1800, state: 'done' },
    ])
    expect(body.history).toContainEqual(
      expect.objectContaining({ by: clerk.name, action: 'refund queued', reason: 'was late' }),
    )
    const url = `/api/appointments/upcoming-appointments/user/${member.id}`
    const own = await shop.site.ask('GET', url, { as: member })
    expect(own.body.appointments[0]).toMatchObject({
      status: 'booked',
      refund: { amount_pence: 2500, state: 'done' },
    })
    await until(() => {
      const mails = shop.site.mails.filter(({ to }) => to === member.email)
      expect(mails.map(({ text }) => text).join()).toContain('We are refunding £7.00')
    })
  })

  test('by 20 clerks at once is never more than what was paid', async () => {
    const { paymentId } = await paid()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refund(paymentId, { pence: 300, reason: 'x' }, treasurer)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(8)
    const refused = answers.find(({ status }) => status !== 201)
    expect([refused?.status, refused?.body]).toMatchObject([
      409,
      { code: 'more_than_left', left_pence: 100 },
    ])
    expect((await read(paymentId)).body).toMatchObject({ refunded_pence: 2400, left_pence: 100 })
  })

  test('beyond the policy needs the treasurer', async () => {
    const { paymentId } = await paid()
    const refused = await refund(paymentId, { pence: 2426, reason: 'x' })
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'not_permitted', policy_pence: 2425 },
    ])
    expect((await refund(paymentId, { pence: 2425, reason: 'x' })).status).toBe(201)
    expect((await refund(paymentId, { pence: 75, reason: 'x' })).status).toBe(403)
    expect((await refund(paymentId, { pence: 75, reason: 'x' }, treasurer)).status).toBe(201)
    expect((await refund(paymentId, { pence: 0, reason: 'x' }, treasurer)).status).toBe(400)
  })

  test('within 14 days of paying gives all of it by the policy, and names the day', async () => {
    const { paymentId, member } = await paid({ daysAgo: 14 })
    expect((await read(paymentId, clerk)).body).toMatchObject({ policy_pence: 2500 })
    expect((await refund(paymentId, { pence: 2500, reason: 'wrote to us' })).status).toBe(201)
    const url = `/api/appointments/upcoming-appointments/user/${member.id}`
    const { body } = await shop.site.ask('GET', url, { as: member })
    const day = dayInWords(body.appointments[0].refund.arrives_by)
    expect(day).toBe(dayInWords(addDays(ukDate(shop.site.deps.now()), 14)))
    await until(() => {
      const mail = shop.site.mails.find(
        ({ to, text }) => to === member.email && text.includes('We are refunding £25.00'),
      )
      expect(mail?.text).toContain(`It will arrive by ${day}.`)
    })
  })

  test('above what was paid is refused by the database too', async () => {
    const { paymentId } = await paid()
    const insert = (pence: number, reason: string) =>
      shop.site.deps.database.pool.query(
        `insert into refunds (id, payment_id, amount_pence, reason, state, request_id, created_at, updated_at)
          values ($1::uuid, $2, $3, $4, 'failed', $1::text, now(), now())`,
        [randomUUID(), paymentId, pence, reason],
      )
    await expect(insert(2501, 'by the office')).rejects.toMatchObject({
      constraint: 'refunds_are_at_most_the_payment',
    })
    await insert(2501, 'at the provider')
    await insert(2500, 'by the office')
  })

  test('before a later cancellation leaves it what is left', async () => {
    const { paymentId, appointmentId, member } = await paid()
    await refund(paymentId, { pence: 500, reason: 'x' })
    const url = `/api/appointments/${appointmentId}/cancel`
    const { body } = await shop.site.ask('PUT', url, { as: member })
    expect(body.appointment.refund.amount_pence).toBe(2500)
    expect((await read(paymentId)).body).toMatchObject({ refunded_pence: 2500, left_pence: 0 })
  })
})

describe('the list of payments', () => {
  test('finds by reference, name and e-mail, and has the stuck ones apart', async () => {
    const { member, paymentId, appointmentId } = await paid()
    const { body } = await read(paymentId)
    for (const q of [body.reference, body.capture_id, body.appointment.reference, member.email]) {
      const found = await list(new URLSearchParams({ q }).toString())
      expect([q, found.data.map(({ id }: { id: string }) => id)]).toEqual([q, [paymentId]])
    }
    expect((await list(`q=${member.email}&tab=stuck`)).total).toBe(0)
    const stuck = `update payments set state = 'refund failed' where appointment_id = $1`
    await shop.site.deps.database.pool.query(stuck, [appointmentId])
    const found = await list(`q=${member.email}&tab=stuck`)
    expect(found).toMatchObject({ total: 1, tabs: { stuck: 1, all: 1, paid: 0, failed: 1 } })
    expect(Object.keys(found.tabs)[0]).toBe('stuck')
    await shop.site.deps.database.pool.query(
      `update payments set state = 'finalised' where appointment_id = $1`,
      [appointmentId],
    )
  })

  test('has every payment once over its pages', async () => {
    const member = await shop.site.member({ lastName: 'Manypay' })
    const event = await shop.site.event()
    const at = shop.site.deps.now()
    await shop.site.deps.database.pool.query(
      `insert into payments (id, member_id, event_id, slot_starts_at, state, amount_pence, description,
          invoice_id, create_request_id, created_at, updated_at)
        select gen_random_uuid(), $1, $2, $3, 'expired', 2500, 'x', n, 'pages-' || n, $3, $3
          from generate_series(1, 55) n`,
      [member.id, event.event_id, at],
    )
    const first = await list('q=manypay')
    const second = await list(`q=manypay&after=${first.next}`)
    const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id)
    expect([ids.length, new Set(ids).size, second.next]).toEqual([55, 55, null])
    const refused = await shop.site.ask('GET', '/api/office/payments?after=WzFd', { as: treasurer })
    expect(refused.status).toBe(400)
  })

  test('shows one payment, and logs who looked', async () => {
    const { paymentId, member } = await paid()
    const { status, body } = await read(paymentId)
    expect([status, body]).toMatchObject([
      200,
      {
        member_id: member.id,
        captured_pence: 2500,
        left_pence: 2500,
        policy_pence: 2425,
        ledger: [{ kind: 'charge', amount_pence: 2500 }],
        refunds: [],
      },
    ])
    const { rows } = await shop.site.deps.database.pool.query(
      'select actor_user_id, what, reason from access_log where member_id = $1',
      [member.id],
    )
    expect(rows).toEqual([{ actor_user_id: treasurer.userId, what: 'payment', reason: 'payment' }])
    expect((await read(randomUUID())).status).toBe(404)
  })
})
