// A card number goes from the card fields to the provider only: nothing that this site stores,
// logs, sends or answers contains it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import { loggedLines } from '../../../test/app/logged-lines.ts'
import { everythingAsText } from '../../../test/app/test-app.queries.ts'

const NUMBER = '4462603042343024'
const LAST_DIGITS = '3024'
const EXPIRY = '2040-12'
const HOLDER = 'ZACHARIAH CARDHOLDER'
const BANK = 'Bank of Cardholders'

let shop: CardShop
let logged: string[]
const answered: string[] = []
beforeAll(async () => {
  shop = await openCardShop({ settings: { logLevel: 'debug' } })
  logged = loggedLines(shop.site.app)
})
afterAll(() => shop.close())

const recordAnswer = async (answer: Promise<unknown>) => answered.push(JSON.stringify(await answer))

test.each([
  [HOLDER, 'finalised'],
  ['CCREJECT-CVV_F', 'declined'],
  ['LOCAL-422-INSTRUMENT_DECLINED', 'declined'],
  ['LOCAL-PENDING', 'pending review'],
  ['LOCAL-TIMEOUT', 'finalised'],
])('%s', async (name, state) => {
  const { member, event } = await shop.memberAndEvent()
  const { body: order } = await shop.order(member, event)
  await shop.approve(order.id, { name, number: NUMBER })
  await recordAnswer(shop.capture(member, order.id))
  expect((await shop.payment(member, order.id)).state).toBe(state)
  await shop.work()
  await shop.reconcile()
  const record = { payment_reference: order.id, status: 'COMPLETED', card_last_digits: LAST_DIGITS }
  const details = { payer_name: HOLDER, card_expiry: EXPIRY, issuing_bank: BANK }
  const body = { data: { ...record, ...details } }
  await recordAnswer(shop.site.ask('POST', '/api/payments/transactions', { as: member, body }))
  const own = `/api/appointments/upcoming-appointments/user/${member.id}`
  await recordAnswer(shop.site.ask('GET', own, { as: member }))
  await recordAnswer(shop.site.ask('GET', `/api/payments/orders/${order.id}`, { as: member }))
  await shop.mailsTo(member)
})

test('the card number is nowhere, and its permitted parts are only in their columns', async () => {
  await shop.callStandIn('/__test/faults', [{ on: 'get-order', effect: '500', times: 1 }])
  await recordAnswer(
    shop.site.ask('POST', '/api/payments/webhook', { body: { id: 'x', event_type: 'y' } }),
  )
  const stored = await everythingAsText(shop.site.deps.database.db)
  const places = {
    stored,
    logged: logged.join('\n'),
    answered: answered.join('\n'),
    mailed: JSON.stringify(shop.site.mails),
    webhooks: JSON.stringify(shop.webhooks),
  }
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(100)
    const digits = text.replaceAll(/(?<=\d)[ -](?=\d)/g, '')
    for (const part of [NUMBER, NUMBER.slice(0, 12), NUMBER.slice(4)])
      expect(digits.includes(part), `${part} in ${place}`).toBe(false)
  }
  for (const detail of [EXPIRY, HOLDER, BANK]) {
    expect(places.stored.includes(detail), `${detail} stored`).toBe(false)
    expect(places.answered.includes(detail), `${detail} answered`).toBe(false)
  }
  expect(places.stored).toContain(LAST_DIGITS)
  expect(places.logged).toContain('/api/payments/orders/:id/capture')
  expect(places.mailed).toContain(LAST_DIGITS)
})
