// A card's number goes from the card fields to the provider and nowhere else: whatever happens to the
// payment, it stands in nothing that this site stores, logs, sends or answers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CardShop, openCardShop } from '../test-app/card-shop.ts'
import { loggedLines } from '../test-app/logged-lines.ts'
import { everythingAsText } from '../test-app/queries.ts'

const NUMBER = '4462603042343024'
const LAST_DIGITS = '3024'

let shop: CardShop
let logged: string[]
const answered: string[] = []
beforeAll(async () => {
  shop = await openCardShop({ settings: { logLevel: 'debug' } })
  logged = loggedLines(shop.site.app)
})
afterAll(() => shop.close())

const told = async (answer: Promise<unknown>) => answered.push(JSON.stringify(await answer))

test.each([
  ['A Man', 'finalised'],
  ['CCREJECT-CVV_F', 'declined'],
  ['LOCAL-422-INSTRUMENT_DECLINED', 'declined'],
  ['LOCAL-PENDING', 'pending review'],
  ['LOCAL-TIMEOUT', 'finalised'],
])('%s', async (name, state) => {
  const { man, event } = await shop.manAndEvent()
  const { body: order } = await shop.order(man, event)
  await shop.approve(order.id, { name, number: NUMBER })
  await told(shop.capture(man, order.id))
  expect((await shop.payment(man, order.id)).state).toBe(state)
  await shop.work()
  await shop.lookAfter()
  const own = `/api/appointments/upcoming-appointments/user/${man.id}`
  await told(shop.site.ask('GET', own, { as: man }))
  await told(shop.site.ask('GET', `/api/payments/orders/${order.id}`, { as: man }))
  await shop.mailsTo(man)
})

test('the number is nowhere, and what may be kept of it is where it belongs', async () => {
  await shop.tell('/__test/faults', [{ on: 'get-order', effect: '500', times: 1 }])
  await told(shop.site.ask('POST', '/api/payments/webhook', { body: { id: 'x', event_type: 'y' } }))
  const stored = await everythingAsText(shop.site.parts.database.db)
  const places = {
    stored,
    logged: logged.join('\n'),
    answered: answered.join('\n'),
    mailed: JSON.stringify(shop.site.mails),
    heard: JSON.stringify(shop.heard),
  }
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(100)
    const digits = text.replaceAll(/(?<=\d)[ -](?=\d)/g, '')
    for (const part of [NUMBER, NUMBER.slice(0, 12), NUMBER.slice(4)])
      expect(digits.includes(part), `${part} in ${place}`).toBe(false)
  }
  expect(places.stored).toContain(LAST_DIGITS)
  expect(places.logged).toContain('/api/payments/orders/:id/capture')
  expect(places.mailed).toContain(LAST_DIGITS)
})
