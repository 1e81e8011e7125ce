import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CardShop, openCardShop } from '../../test/app/card-shop.ts'
import { moneyDay } from '../../test/app/money-day.ts'

let shop: CardShop
let money: ReturnType<typeof moneyDay>
let clerk: Awaited<ReturnType<CardShop['site']['staff']>>
beforeAll(async () => {
  shop = await openCardShop()
  money = moneyDay(shop)
  clerk = await shop.site.staff(['office', 'treasurer'])
})
afterAll(async () => {
  expect(await shop.broken()).toEqual([])
  await shop.close()
})

type Booked = Awaited<ReturnType<typeof money.bookedBy>>

async function move(
  { id }: Booked,
  pricePence: number,
  differencePence?: number,
  paymentRequired = true,
) {
  const { event_id, event_date: date } = await shop.site.event({ pricePence, paymentRequired })
  const body = { event_id, date, time: '10:20', reason: 'rang us' }
  const difference_pence = differencePence
  return shop.site.ask('PUT', `/api/office/appointments/${id}/move`, {
    as: clerk,
    body: differencePence === undefined ? body : { ...body, difference_pence },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
}
async function paidByCard() {
  const booked = await money.bookedBy(clerk)
  const orderId = await money.payByLink(await money.linkOf(clerk, booked))
  return { ...booked, orderId }
}
const lastMail = async ({ member }: Booked) => {
  await shop.mailsTo(member)
  return shop.site.mails.findLast(({ to, text }) => to === member.email && /new time/.test(text))
}

test('a move to a cheaper event says what goes back, and only then refunds the difference to the card', async () => {
  const booked = await paidByCard()
  const asked = await move(booked, 2000)
  expect(asked).toMatchObject({
    status: 409,
    body: { code: 'other_price', difference_pence: -500 },
  })
  expect(await shop.rows('select 1 from refunds')).toEqual([])
  const moved = await move(booked, 2000, -500)
  expect(moved.body.appointment).toMatchObject({
    price_pence: 2000,
    payment_status: 'paid by card',
    money: { paid_pence: 2500, on_its_way_pence: 500, held_pence: 2000, due_pence: 0 },
  })
  await shop.reconcile()
  expect((await shop.moneyOf(booked.orderId)).back).toMatchObject([{ pence: 500 }])
  expect((await lastMail(booked))?.text).toContain('We will refund £5.00 to your card')
})

test('a move to a dearer event asks for the rest, which a link or the door then takes', async () => {
  const booked = await paidByCard()
  expect((await move(booked, 3000)).body.difference_pence).toBe(500)
  const moved = await move(booked, 3000, 500)
  expect(moved.body.appointment).toMatchObject({
    payment_status: 'not paid',
    money: { held_pence: 2500, due_pence: 500 },
  })
  expect((await lastMail(booked))?.text).toContain('You still need to pay £5.00')
  const key = await money.linkOf(clerk, booked)
  const page = await shop.site.ask('POST', '/api/payments/link', { body: { key } })
  expect(page.body).toMatchObject({ state: 'open', amount_pence: 500 })
  await money.payByLink(key)
  const { body } = await shop.site.ask('GET', `/api/office/members/${booked.member.id}`, {
    as: clerk,
  })
  expect(body.appointments).toMatchObject([
    { payment_status: 'paid by card', money: { paid_pence: 3000, held_pence: 3000, due_pence: 0 } },
  ])
})

test('what was paid in cash goes back by hand, and the treasurer sees it', async () => {
  const booked = await money.bookedBy(clerk)
  const { body } = await money.post(`/api/office/appointments/${booked.id}/takings`, clerk, {
    pence: 2500,
    how: 'cash',
    taken_by: 'Ann Door',
    taken_at: shop.site.deps.now().toISOString(),
  })
  expect((await move(booked, 1000, -1500)).status).toBe(200)
  const story = await shop.site.ask('GET', `/api/office/payments/${body.payment_id}`, { as: clerk })
  expect(story.body.owed).toMatchObject([{ due_pence: 1500, because: 'taken at the venue' }])
})

test('a difference that is another by now is refused', async () => {
  const booked = await paidByCard()
  expect((await move(booked, 2000, -400)).body.code).toBe('other_price')
  expect((await move(booked, 2000, -500)).status).toBe(200)
  expect((await move(booked, 1500, -1000)).body.difference_pence).toBe(-500)
})

test('a member who has paid a part and cancels gets it back, though the rest was to pay at the venue', async () => {
  const booked = await paidByCard()
  const moved = await move(booked, 3000, 500, false)
  expect(moved.body.appointment).toMatchObject({
    payment_status: 'paid',
    money: { due_pence: 500 },
  })
  const cancelled = await shop.site.ask('PUT', `/api/appointments/${booked.id}/cancel`, {
    as: booked.member,
  })
  expect(cancelled.status).toBe(200)
  expect(cancelled.body.appointment.refund).toMatchObject({ state: 'queued', amount_pence: 2500 })
})

test('what is still to pay stays so at another event of the same price', async () => {
  const booked = await paidByCard()
  await move(booked, 3000, 500, false)
  const moved = await move(booked, 3000, undefined, false)
  expect(moved.body.appointment).toMatchObject({
    payment_status: 'paid',
    money: { held_pence: 2500, due_pence: 500 },
  })
})

test('a part that was waived stays so at the same price, and ends at a different one', async () => {
  const booked = await money.bookedBy(clerk)
  const waiver = await shop.site.ask('POST', `/api/office/appointments/${booked.id}/waiver`, {
    as: clerk,
    body: { reason: 'a pensioner', pence: 500, owed_pence: 2500 },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(waiver.status).toBe(200)
  expect((await move(booked, 2500)).body.appointment).toMatchObject({
    payment_status: 'not paid',
    money: { paid_pence: 0, due_pence: 2000 },
  })
  const dearer = await move(booked, 3000)
  expect([dearer.status, dearer.body.appointment.money ?? null]).toEqual([200, null])
})
