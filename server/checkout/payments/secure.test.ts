// The server decides by the 3-D Secure result whether to capture, with the vendor's test cards.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'

const GOOD = '4012888888881881'

let shop: CardShop
let strict: CardShop
beforeAll(async () => {
  shop = await openCardShop()
  strict = await openCardShop({ isAlways: true })
  await shop.holdEvents()
  await strict.holdEvents()
})
afterAll(async () => {
  await shop.close()
  await strict.close()
})
afterEach(async () => expect(await shop.broken()).toEqual([]))

type Challenge = 'pass' | 'fail' | undefined

async function payWith(at: CardShop, number: string, challenge: Challenge) {
  const { member, event } = await at.memberAndEvent()
  const { body: order } = await at.order(member, event)
  const card = { number, name: 'A Man', expiry: '12/40', cvv: '123' }
  await at.callStandIn('/__test/approve', { orderId: order.id, card, challenge })
  const { status, body } = await at.capture(member, order.id)
  const { taken } = await at.moneyOf(order.id)
  return { member, event, orderId: order.id as string, status, body, taken }
}

describe.each([
  ['where the law asks for it', () => shop],
  ['for each payment', () => strict],
])('the bank is asked %s', (_, at) => {
  test.each<[what: string, number: string, challenge: Challenge]>([
    ['1 frictionless success', '4462603042343024', undefined],
    ['3 attempts stand-in', '4462603046653873', undefined],
    ['6 not available on lookup', '4462603049870995', undefined],
    ['7 step-up success', '4462603040971339', 'pass'],
    ['a card that is not asked, or says yes', GOOD, undefined],
  ])('%s: the money is taken', async (_, number, challenge) => {
    const { status, body, taken } = await payWith(at(), number, challenge)
    expect([status, body.payment?.state, taken.length]).toEqual([201, 'finalised', 1])
  })

  test.each<[what: string, number: string, challenge: Challenge, issue: string]>([
    ['2 frictionless failed', '4462603045503384', undefined, 'INSTRUMENT_DECLINED'],
    ['4 unavailable', '4462603040650784', undefined, 'PAYER_ACTION_REQUIRED'],
    ['5 rejected', '4462603047907062', undefined, 'INSTRUMENT_DECLINED'],
    ['7 step-up, failed', '4462603040971339', 'fail', 'INSTRUMENT_DECLINED'],
    ['8 step-up failed', '4462603043025620', 'pass', 'INSTRUMENT_DECLINED'],
    ['9 step-up unavailable', '4462603040318820', 'pass', 'PAYER_ACTION_REQUIRED'],
    ['7 step-up, left open', '4462603040971339', undefined, 'PAYER_ACTION_REQUIRED'],
  ])('%s: nothing is taken, and the member may try again', async (_, number, challenge, issue) => {
    const { member, event, orderId, status, body, taken } = await payWith(at(), number, challenge)
    expect([status, body.code, taken]).toEqual([422, 'payment_refused', []])
    expect(body.details).toMatchObject([{ issue }])
    at().moveBy(31_000)
    await at().reconcile()
    expect((await at().moneyOf(orderId)).taken).toEqual([])
    expect((await at().pay(member, event)).status).toBe(201)
  })
})
