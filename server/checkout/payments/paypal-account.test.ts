// A member pays from a PayPal account: by the same states as a card, where the setting offers it.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { paymentInWords } from '../../../domain/how-to-pay.ts'
import { refundIfCancelled, refundStatusInWords } from '../../../domain/refund-text.ts'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import { testSettings } from '../../../test/app/settings.ts'
import type { TestMember } from '../../../test/app/test-app.ts'
import { bookUnpaid } from '../../../test/app/unpaid-booking.ts'
import { until } from '../../../test/until.ts'

const KEY = /\/checkout#pay=([\w-]{22})/
let shop: CardShop
let cardsOnly: CardShop
beforeAll(async () => {
  const cards = { ...testSettings.cards, hasPayPalButton: true }
  shop = await openCardShop({ isAlways: true, settings: { cards } })
  cardsOnly = await openCardShop()
  await shop.holdEvents()
  await cardsOnly.holdEvents()
})
afterAll(async () => {
  await shop.close()
  await cardsOnly.close()
})
afterEach(async () => {
  expect(await shop.broken()).toEqual([])
  expect(await cardsOnly.broken()).toEqual([])
})

async function startedFromPayPal() {
  const { member, event } = await shop.memberAndEvent()
  const { status, body } = await shop.order(member, event, '10:00', 'paypal')
  expect(status).toBe(201)
  return { member, event, orderId: String(body.id) }
}

describe('with the button', () => {
  test('an approved order is captured, booked, and stored without the payer’s data', async () => {
    const { member, orderId } = await startedFromPayPal()
    await shop.approveByPayPal(orderId)
    const { status, body } = await shop.capture(member, orderId)
    expect(status).toBe(201)
    expect(body.payment).toMatchObject({
      state: 'finalised',
      appointment: { payment_status: 'paid by card', status: 'booked' },
    })
    expect(body.payment_source).toEqual({ paypal: {} })
    const again = await shop.capture(member, orderId)
    expect(again.body.payment).toEqual(body.payment)
    expect((await shop.moneyOf(orderId)).taken).toHaveLength(1)
    const [row] = await shop.rows(
      `select card, last_answer from payments where order_id = '${orderId}'`,
    )
    expect(row?.card).toMatchObject({ source: 'paypal', brand: null, lastDigits: null })
    expect(JSON.stringify(row)).not.toMatch(/payer@example|LOCALPAYER/)
    const [report] = await shop.rows(
      `select record from transaction_reports where record->>'payment_reference' = '${orderId}'`,
    )
    expect(report?.record).toMatchObject({ payment_method: 'paypal', card_brand: null })
  })

  test('the member reads PayPal in the mail, the portal and the receipt, and gets the money there', async () => {
    const { member, orderId } = await startedFromPayPal()
    await shop.approveByPayPal(orderId)
    const { body } = await shop.capture(member, orderId)
    expect(body.payment.source).toBe('paypal')
    const { appointment } = body.payment
    expect(paymentInWords(appointment)).toBe('Paid with PayPal')
    const now = shop.site.deps.now()
    expect(refundIfCancelled(appointment, now)).toContain('£25.00 to your PayPal account by')
    const { body: own } = await shop.site.ask('GET', '/api/receipts', { as: member })
    expect(own.receipts).toMatchObject([{ how: 'With PayPal, online' }])
    expect(await lastTextTo(member)).toContain('You paid £25.00 with PayPal. This email')
    const path = `/api/appointments/${appointment.appointment_id}/cancel`
    const cancelled = await shop.site.ask('PUT', path, { as: member, body: {} })
    expect(cancelled.status).toBe(200)
    expect(await lastTextTo(member)).toContain('We will refund £25.00 to your PayPal account by')
    const { appointment: after } = await shop.payment(member, orderId)
    expect(after && refundStatusInWords(after)).toContain('to your PayPal account')
  })

  test('an order that the payer left open takes nothing, and the place stays for a card', async () => {
    const { member, event, orderId } = await startedFromPayPal()
    const { status, body } = await shop.capture(member, orderId)
    expect([status, body.details[0].issue]).toEqual([422, 'PAYER_ACTION_REQUIRED'])
    const secured = { card: { number: '4462603042343024' } }
    expect((await shop.pay(member, event, secured)).status).toBe(201)
    expect((await shop.moneyOf(orderId)).taken).toEqual([])
  })

  test('a webhook alone books what was approved', async () => {
    const { member, orderId } = await startedFromPayPal()
    await shop.approveByPayPal(orderId)
    await shop.deliverEvents()
    await shop.work()
    expect(await shop.payment(member, orderId)).toMatchObject({ state: 'finalised' })
  })

  test('a payment under review is booked when PayPal has taken it', async () => {
    const { member, orderId } = await startedFromPayPal()
    await shop.approveByPayPal(orderId, 'LOCAL-PENDING')
    expect((await shop.capture(member, orderId)).body.payment.state).toBe('pending review')
    const [capture] = (await shop.moneyOf(orderId)).taken
    await shop.callStandIn('/__test/settle', { captureId: capture?.id, status: 'COMPLETED' })
    await shop.reconcileAfter(31_000)
    expect(await shop.payment(member, orderId)).toMatchObject({ state: 'finalised' })
  })

  test('a changed amount is refused before the capture', async () => {
    const { member, orderId } = await startedFromPayPal()
    const amount = { currency_code: 'GBP', value: '1.00' }
    const path = "/purchase_units/@reference_id=='default'/amount"
    const change = [{ op: 'replace', path, value: amount }]
    await shop.callProvider('PATCH', `/v2/checkout/orders/${orderId}`, change)
    await shop.approveByPayPal(orderId)
    expect(await issueOf(shop, member, orderId)).toBe('AMOUNT_MISMATCH')
    expect((await shop.moneyOf(orderId)).taken).toEqual([])
  })
})

test('a payment link is paid from a PayPal account where it is offered, once', async () => {
  const linkAt = async (at: CardShop) => {
    const { member, event } = await at.memberAndEvent()
    const clerk = await at.site.staff(['office'])
    const id = await bookUnpaid(at.site, clerk, { member, event })
    const links = `/api/office/appointments/${id}/payment-links`
    const sent = await at.site.ask('POST', links, { as: clerk, body: { by: 'mail' } })
    expect(sent.status).toBe(201)
    const text = await until(() => {
      const mail = at.site.mails.find(({ to, text }) => to === member.email && KEY.test(text))
      if (!mail) throw new Error('no mail')
      return mail.text
    })
    const [, key = ''] = KEY.exec(text) ?? []
    const call = (path: string, body: object) =>
      at.site.ask('POST', `/api/payments/link/${path}`, { body: { key, ...body } })
    return { id, call }
  }
  const { id, call } = await linkAt(shop)
  const { status, body } = await call('orders', { source: 'paypal' })
  expect(status).toBe(201)
  await shop.approveByPayPal(body.id)
  expect((await call('capture', { order_id: body.id })).status).toBe(201)
  expect((await shop.moneyOf(body.id)).taken).toHaveLength(1)
  const [paid] = await shop.rows(`select payment_status as s from appointments where id = ${id}`)
  expect(paid?.s).toBe('paid by card')
  expect((await call('orders', { source: 'paypal' })).body.code).toBe('nothing_to_pay')

  const refused = await (await linkAt(cardsOnly)).call('orders', { source: 'paypal' })
  expect([refused.status, refused.body.code]).toEqual([422, 'payment_refused'])
})

test('without the button no order is made for PayPal', async () => {
  const { member, event } = await cardsOnly.memberAndEvent()
  const { status, body } = await cardsOnly.order(member, event, '10:00', 'paypal')
  expect([status, body.code]).toEqual([422, 'payment_refused'])
  expect(body.details[0].issue).toBe('PAYMENT_SOURCE_NOT_OFFERED')
})

test('without the button an order that a PayPal account approved is not captured', async () => {
  const { member, event } = await cardsOnly.memberAndEvent()
  const { body } = await cardsOnly.order(member, event)
  await cardsOnly.approveByPayPal(body.id)
  expect(await issueOf(cardsOnly, member, body.id)).toBe('PAYMENT_SOURCE_NOT_OFFERED')
  await cardsOnly.reconcileAfter(31_000)
  expect((await cardsOnly.moneyOf(body.id)).taken).toEqual([])
  expect((await cardsOnly.pay(member, event)).status).toBe(201)
})

test('a card that pays an order made for PayPal must be confirmed by its bank', async () => {
  const cards = { ...testSettings.cards, hasPayPalButton: true }
  const both = await openCardShop({ settings: { cards } })
  try {
    const { member, event } = await both.memberAndEvent()
    const { body } = await both.order(member, event, '10:00', 'paypal')
    await both.approve(body.id)
    expect(await issueOf(both, member, body.id)).toBe('INSTRUMENT_DECLINED')
    expect((await both.moneyOf(body.id)).taken).toEqual([])
  } finally {
    await both.close()
  }
})

async function lastTextTo(member: TestMember): Promise<string> {
  await shop.mailsTo(member)
  return shop.site.mails.findLast(({ to }) => to === member.email)?.text ?? ''
}

async function issueOf(at: CardShop, member: TestMember, orderId: string): Promise<string> {
  const { status, body } = await at.capture(member, orderId)
  expect(status).toBe(422)
  return body.details[0].issue
}
