import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CardShop, openCardShop } from '../../test/app/card-shop.ts'
import { moneyDay } from '../../test/app/money-day.ts'

let shop: CardShop
let money: ReturnType<typeof moneyDay>
let start: Date
let clerk: Awaited<ReturnType<CardShop['site']['staff']>>
beforeAll(async () => {
  shop = await openCardShop()
  money = moneyDay(shop)
  start = shop.site.deps.now()
})
beforeEach(async () => {
  shop.site.moveTo(start)
  clerk = await shop.site.staff(['office', 'treasurer'])
})
afterAll(async () => {
  expect(await shop.broken()).toEqual([])
  await shop.close()
})

test('the door does not ask again for a card payment that is being checked, and says so', async () => {
  const booked = await money.bookedBy(clerk)
  await money.payByLink(await money.linkOf(clerk, booked), { name: 'LOCAL-PENDING' })
  const door = await money.doorOf(booked.event)
  expect(await door.personOf(booked.id)).toMatchObject({
    to_pay_pence: 0,
    money_warning: 'under review',
  })
  const taken = await door.press('taking', { appointment_id: booked.id, how: 'cash', pence: 2500 })
  expect(taken).toMatchObject({ status: 'refused', code: 'payment_under_way' })
  const page = await shop.site.ask('GET', `/api/office/members/${booked.member.id}`, {
    as: door.clerk,
  })
  expect(page.body.appointments[0]).toMatchObject({
    payment: 'Payment being checked',
    money: { kind: 'under review', paid_pence: 0, under_review_pence: 2500 },
  })
})

test('the door learns of a dispute, and asks for no money', async () => {
  const booked = await money.bookedBy(clerk)
  const orderId = await money.payByLink(await money.linkOf(clerk, booked))
  await shop.rows(`insert into dispute_events
    (payment_id, dispute_id, webhook_id, kind, happened_at, received_at)
    select id, 'PP-1', 'WH-1', 'opened', now(), now() from payments where order_id = '${orderId}'`)
  const door = await money.doorOf(booked.event)
  expect(await door.personOf(booked.id)).toMatchObject({
    to_pay_pence: 0,
    money_warning: 'disputed',
  })
})
