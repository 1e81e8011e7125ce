import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../domain/durations.ts'
import type { LinkWay } from '../../../domain/office/payment-links.ts'
import { type Card, type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import { bookUnpaid } from '../../../test/app/unpaid-booking.ts'
import { until } from '../../../test/until.ts'
import { deleteExpired } from '../../records/upkeep/upkeep.queries.ts'

const PHONE = '07700 900123'
let shop: CardShop
let clerk: Awaited<ReturnType<CardShop['site']['staff']>>
beforeAll(async () => {
  shop = await openCardShop()
})
beforeEach(async () => {
  clerk = await shop.site.staff(['office'])
})
afterAll(async () => {
  expect(await shop.broken()).toEqual([])
  await shop.close()
})

type Booked = Awaited<ReturnType<typeof due>>

/** An appointment of a new member that staff booked and that is still to pay. */
async function due(wanted: Parameters<CardShop['memberAndEvent']>[0] = {}) {
  const { event, member } = await shop.memberAndEvent(wanted)
  return { event, member, id: await bookUnpaid(shop.site, clerk, { member, event }) }
}

const send = (id: number, by: LinkWay = 'mail', as = clerk) =>
  shop.site.ask('POST', `/api/office/appointments/${id}/payment-links`, { as, body: { by } })

/** The key of the newest link that the member got. */
async function keyFor({ id, member }: Booked): Promise<string> {
  const before = shop.site.mails.length
  expect((await send(id)).status).toBe(201)
  const mail = await until(() => {
    const found = shop.site.mails
      .slice(before)
      .find(({ to, subject }) => to === member.email && subject.startsWith('Please pay'))
    if (!found) throw new Error('no mail')
    return found
  })
  const [, key = ''] = /\/checkout#pay=([\w-]{22})/.exec(mail.text) ?? []
  return key
}

const call = (path: '' | '/orders' | '/capture' | '/payment', body: object) =>
  shop.site.ask('POST', `/api/payments/link${path}`, { body })
const look = (key: string) => call('', { key })
async function order(key: string): Promise<string> {
  const { body, status } = await call('/orders', { key })
  expect(status).toBe(201)
  return body.id
}
async function pay(key: string, card: Card = {}) {
  const order_id = await order(key)
  await shop.approve(order_id, card)
  return { order_id, ...(await call('/capture', { key, order_id })) }
}
const statusOf = async ({ id }: Booked) =>
  (await shop.rows(`select payment_status as s from appointments where id = ${id}`))[0]?.s
const cancel = ({ id }: Booked) =>
  shop.site.ask('PUT', `/api/office/appointments/${id}/cancel`, {
    as: clerk,
    body: { reason: 'rang us', refund: 'policy' },
  })

describe('the link', () => {
  test('is mailed, shows no more than what is paid, and is stored as a hash only', async () => {
    const booked = await due()
    const key = await keyFor(booked)
    const { body } = await look(key)
    expect(body).toEqual({
      state: 'open',
      first_name: booked.member.firstName,
      event_name: booked.event.event_name,
      date: booked.event.event_date,
      time: '10:00',
      amount_pence: 2500,
    })
    const stored = JSON.stringify(await shop.rows('select * from payment_links'))
    expect(stored).not.toContain(key)
    expect(JSON.stringify(await shop.rows('select details from audit_log'))).not.toContain(key)
  })

  test('goes to a UK mobile by SMS, without a name or a word about health', async () => {
    const booked = await due()
    await shop.rows(
      `update members set phone = '${PHONE}', proven_phone = '${PHONE}' where id = ${booked.member.id}`,
    )
    expect(await send(booked.id, 'sms')).toMatchObject({
      status: 201,
      body: { by: 'sms', to: '+447700900123' },
    })
    const sms = await until(() => {
      const found = shop.site.smses.find(({ phone }) => phone === '+447700900123')
      if (!found) throw new Error('no SMS')
      return found
    })
    expect(sms.text).toMatch(/^CHAPS: please pay £25\.00 .*\/checkout#pay=[\w-]{22} /)
    expect(sms.text).not.toMatch(/PSA|prostate|test|screen/i)
    expect(sms.text).not.toContain(booked.member.firstName)
  })

  test.each([
    ['sms', `phone = '01206 500100'`, 'no_mobile'],
    ['sms', `phone = '07700 900125'`, 'mobile_not_confirmed'],
    [
      'mail',
      `email = null, user_id = null, seal_id = gen_random_uuid(), contact_by = 'telephone'`,
      'no_email',
    ],
  ] as const)('is not sent by %s to a member with %s', async (by, change, code) => {
    const booked = await due()
    await shop.rows(`update members set ${change} where id = ${booked.member.id}`)
    expect(await send(booked.id, by)).toMatchObject({ status: 409, body: { code } })
  })

  test('is not sent by SMS where nothing takes one', async () => {
    const booked = await due()
    const { settings } = shop.site.deps
    settings.sendsSms = false
    expect(await send(booked.id, 'sms')).toMatchObject({ status: 409, body: { code: 'no_sms' } })
    settings.sendsSms = true
  })

  test('is sent only for an appointment that is booked and still to pay', async () => {
    const paid = await due()
    await pay(await keyFor(paid))
    expect((await send(paid.id)).body.code).toBe('nothing_to_pay')
    const cancelled = await due()
    await cancel(cancelled)
    expect((await send(cancelled.id)).body.code).toBe('not_booked')
    expect((await send(999_999)).status).toBe(404)
  })

  test('is not sent by a venue person or a treasurer', async () => {
    const booked = await due()
    for (const role of ['venue', 'treasurer'] as const)
      expect((await send(booked.id, 'mail', await shop.site.staff([role]))).status).toBe(403)
  })

  test('replaces the one before', async () => {
    const booked = await due()
    const first = await keyFor(booked)
    const second = await keyFor(booked)
    expect((await look(first)).body.state).toBe('over')
    expect((await call('/orders', { key: first })).body.code).toBe('payment_over')
    expect((await look(second)).body.state).toBe('open')
  })

  test('ends after two weeks, or when the appointment begins, and its row goes a day later', async () => {
    const start = shop.site.deps.now()
    const booked = await due()
    const key = await keyFor(booked)
    shop.moveBy(14 * 24 * HOUR_MS - 1_000)
    expect((await look(key)).body.state).toBe('open')
    shop.moveBy(1_000)
    expect((await look(key)).body.state).toBe('over')
    expect((await call('/orders', { key })).body.code).toBe('payment_over')
    const { db } = shop.site.deps.database
    await deleteExpired(db, new Date(start.getTime() + 15 * 24 * HOUR_MS - 1_000))
    expect((await look(key)).status).toBe(200)
    await deleteExpired(db, new Date(start.getTime() + 15 * 24 * HOUR_MS + 1_000))
    expect((await look(key)).status).toBe(404)
    shop.site.moveTo(start)
  })
})

describe('a payment by link', () => {
  test('without an account: the appointment is paid, the money in the ledger, and a receipt mailed', async () => {
    const booked = await due()
    const key = await keyFor(booked)
    const { status, body, order_id } = await pay(key)
    expect([status, body]).toEqual([
      201,
      { payment: { order_id, state: 'finalised', amount_pence: 2500, source: 'card' } },
    ])
    expect(await statusOf(booked)).toBe('paid by card')
    expect((await shop.moneyOf(order_id)).taken).toMatchObject([{ pence: 2500 }])
    const entries = `select l.kind, l.amount_pence from ledger_entries l join payments p on p.id = l.payment_id
      where p.order_id = '${order_id}' order by l.kind`
    expect(await shop.rows(entries)).toMatchObject([{ kind: 'charge', amount_pence: 2500 }, {}])
    expect(await shop.mailsTo(booked.member)).toContain(
      'Thank you, we have received your CHAPS payment',
    )
    expect((await look(key)).body.state).toBe('paid')
  })

  test('is taken once: a replay returns the same, a new order is refused', async () => {
    const booked = await due()
    const key = await keyFor(booked)
    const { order_id, body } = await pay(key)
    const again = await call('/capture', { key, order_id })
    expect(again.body).toEqual(body)
    expect((await shop.moneyOf(order_id)).taken).toHaveLength(1)
    expect((await call('/orders', { key })).body.code).toBe('nothing_to_pay')
  })

  test('a declined card takes nothing, and another card pays', async () => {
    const booked = await due()
    const key = await keyFor(booked)
    const declined = await pay(key, { name: 'CCREJECT-REFUSED' })
    expect(declined.body.payment.state).toBe('declined')
    expect(await statusOf(booked)).toBe('not paid')
    expect((await pay(key)).body.payment.state).toBe('finalised')
  })

  test('of two tabs at once one takes the money', async () => {
    const booked = await due()
    const key = await keyFor(booked)
    const first = await order(key)
    await shop.approve(first)
    const second = await order(key)
    await shop.approve(second)
    const answers = await Promise.all(
      [first, second].map((order_id) => call('/capture', { key, order_id })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const money = await Promise.all([first, second].map((id) => shop.moneyOf(id)))
    expect(money.flatMap(({ taken }) => taken)).toHaveLength(1)
  })

  test('twenty tabs that order and capture at once take the price once', async () => {
    const booked = await due()
    const key = await keyFor(booked)
    const tab = async () => {
      const { body, status } = await call('/orders', { key })
      if (status !== 201) return null
      await shop.approve(body.id)
      await call('/capture', { key, order_id: body.id })
      return body.id as string
    }
    const orders = (await Promise.all(Array.from({ length: 20 }, tab))).filter((id) => id !== null)
    const money = await Promise.all(orders.map((id) => shop.moneyOf(id)))
    const kept = money.flatMap(({ taken, back }) => (back.length > 0 ? [] : taken))
    expect(kept).toHaveLength(1)
    expect(await statusOf(booked)).toBe('paid by card')
  })

  test('that the browser never captured is captured by the next reconciliation', async () => {
    const booked = await due()
    const key = await keyFor(booked)
    await shop.approve(await order(key))
    await shop.reconcileAfter(60_000)
    expect(await statusOf(booked)).toBe('paid by card')
  })

  test('that arrives after the appointment was cancelled goes back whole', async () => {
    const booked = await due()
    const key = await keyFor(booked)
    const order_id = await order(key)
    await shop.approve(order_id)
    expect((await cancel(booked)).status).toBe(200)
    expect((await call('/capture', { key, order_id })).body.code).toBe('not_booked')
    expect((await shop.moneyOf(order_id)).taken).toEqual([])
    expect((await look(key)).body.state).toBe('over')
  })

  test('that was captured while the clerk cancelled goes back whole', async () => {
    const booked = await due()
    const key = await keyFor(booked)
    const order_id = await order(key)
    await shop.approve(order_id, { name: 'LOCAL-PENDING' })
    const { body } = await call('/capture', { key, order_id })
    expect(body.payment.state).toBe('pending review')
    expect((await cancel(booked)).status).toBe(200)
    await settlePending(order_id)
    expect((await call('/payment', { key, order_id })).body.payment.state).toBe('refunded')
    expect(await shop.mailsTo(booked.member)).toContain(
      'Your CHAPS payment is on its way back to you',
    )
  })

  test('a cancellation never misses the money of a payment that arrives at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const booked = await due()
      const key = await keyFor(booked)
      const order_id = await order(key)
      await shop.approve(order_id)
      await Promise.all([call('/capture', { key, order_id }), cancel(booked)])
      const [row] = await shop.rows(
        `select p.state, a.status from payments p join appointments a on a.id = p.for_appointment_id
          where p.order_id = '${order_id}'`,
      )
      expect(row?.status).toBe('cancelled')
      expect(['expired', 'refunded']).toContain(row?.state)
    }
  })

  test('is refused at another price than the database has: the amount is never the caller’s', async () => {
    const booked = await due()
    const key = await keyFor(booked)
    const { status, body } = await call('/orders', { key, amount_pence: 1, amount: '0.01' })
    expect(status).toBe(201)
    expect(
      await shop.rows(`select amount_pence from payments where order_id = '${body.id}'`),
    ).toEqual([{ amount_pence: 2500 }])
    await shop.approve(body.id)
    await shop.rows(`update events set price_pence = 3000 where id = ${booked.event.event_id}`)
    await shop.rows(`update appointments set price_pence = 3000 where id = ${booked.id}`)
    expect((await call('/capture', { key, order_id: body.id })).body.code).toBe('payment_over')
    expect((await shop.moneyOf(body.id)).taken).toEqual([])
    expect((await pay(key)).body.payment).toMatchObject({ state: 'finalised', amount_pence: 3000 })
  })
})

describe('the key', () => {
  test.each(['', 'a', 'a'.repeat(21), 'a'.repeat(43), `${'a'.repeat(21)}!`])(
    '%j is none',
    async (key) => {
      expect((await look(key)).status).toBe(400)
    },
  )

  test('of one appointment reads and captures no order of another', async () => {
    const [mine, other] = [await due(), await due()]
    const [myKey, otherKey] = [await keyFor(mine), await keyFor(other)]
    const order_id = await order(otherKey)
    await shop.approve(order_id)
    for (const path of ['/capture', '/payment'] as const)
      expect((await call(path, { key: myKey, order_id })).status).toBe(404)
    const byMember = await shop.site.ask('GET', `/api/payments/orders/${order_id}`, {
      as: mine.member,
    })
    expect(byMember.status).toBe(404)
    expect((await shop.moneyOf(order_id)).taken).toEqual([])
  })

  test('captures no order of the same member for a booking of their own', async () => {
    const booked = await due()
    const key = await keyFor(booked)
    await cancel(booked)
    const { body } = await shop.order(booked.member, booked.event)
    await shop.approve(body.id)
    expect((await call('/capture', { key, order_id: body.id })).status).toBe(404)
  })

  test('is not asked by another site', async () => {
    const booked = await due()
    const key = await keyFor(booked)
    const { status } = await shop.site.ask('POST', '/api/payments/link/orders', {
      body: { key },
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(status).toBe(403)
  })

  test('cannot be guessed: an address that tries 30 wrong ones waits, right ones do not count', async () => {
    const booked = await due()
    const key = await keyFor(booked)
    const wrong = () => look('x'.repeat(22))
    for (let n = 0; n < 35; n++) expect((await look(key)).status).toBe(200)
    for (let n = 0; n < 30; n++) await wrong()
    expect((await wrong()).status).toBe(429)
    expect((await look(key)).status).toBe(429)
    await shop.rows('delete from rate_limits')
  })

  test('starts at most 20 payments an hour', async () => {
    const booked = await due()
    const key = await keyFor(booked)
    const answers = []
    for (let n = 0; n < 21; n++) answers.push((await call('/orders', { key })).status)
    expect(answers.filter((status) => status === 201)).toHaveLength(20)
    expect(answers.at(-1)).toBe(429)
  })
})

async function settlePending(orderId: string): Promise<void> {
  const { taken } = await shop.moneyOf(orderId)
  await shop.callStandIn('/__test/settle', { captureId: taken[0]?.id, status: 'COMPLETED' })
  shop.moveBy(60_000)
  await shop.reconcile()
}

test('a payment’s page says who sent its link, and what a member without an account did is not theirs', async () => {
  const booked = await due()
  const key = await keyFor(booked)
  const { pool } = shop.site.deps.database
  await pool.query('update members set seal_id = user_id, user_id = null where id = $1', [
    booked.member.id,
  ])
  expect((await pay(key)).status).toBe(201)
  const { rows } = await pool.query('select id from payments where for_appointment_id = $1', [
    booked.id,
  ])
  const url = `/api/office/payments/${rows[0].id}`
  const { history } = (await shop.site.ask('GET', url, { as: clerk })).body

  expect(history[0]).toMatchObject({ action: 'payment link sent by email', by: clerk.name })
  const others = history.slice(1).map(({ by }: { by: string }) => by)
  expect(others.length).toBeGreaterThan(0)
  expect(new Set(others)).toEqual(new Set(['the site']))
})
