import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import { moneyDay } from '../../../test/app/money-day.ts'

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

const at = (id: number) => ({ appointment_id: id })
const cash = { how: 'cash', pence: 2500 } as const

test('money recorded for the wrong man is taken back at the door with a reason, struck through, and due again', async () => {
  const booked = await money.bookedBy(clerk, 'at_venue')
  const { personOf, press, clerk: officer } = await money.doorOf(booked.event)
  const taken = await press('taking', { ...at(booked.id), ...cash })
  expect(await personOf(booked.id)).toMatchObject({ to_pay_pence: 0 })
  const wordless = await press('undo', { ...at(booked.id), undoes: taken.id })
  expect(wordless).toMatchObject({ status: 'refused', code: 'reason_needed' })
  const undo = { ...at(booked.id), undoes: taken.id, reason: 'it was the next man' }
  expect(await press('undo', undo)).toMatchObject({ status: 'applied' })
  expect(await press('undo', undo)).toMatchObject({ status: 'refused', code: 'taking_undone' })
  expect(await personOf(booked.id)).toMatchObject({
    to_pay_pence: 2500,
    state: 'expected',
    takings: [{ id: taken.id, pence: 2500, is_from_door: true, undone: { by: expect.anything() } }],
  })
  const { body } = await shop.site.ask('GET', `/api/office/members/${booked.member.id}`, {
    as: officer,
  })
  expect(body.payments).toMatchObject([{ is_undone: true, refunded_pence: 0 }])
  expect(body.appointments[0]).toMatchObject({ payment: 'Not paid' })
  expect(body.appointments[0].money).toBeUndefined()
  expect((await press('taking', { ...at(booked.id), ...cash })).status).toBe('applied')
})

test('the figures of the day and the statement follow what was taken back', async () => {
  const booked = await money.bookedBy(clerk, 'at_venue')
  const { press, clerk: officer } = await money.doorOf(booked.event)
  const taken = await press('taking', { ...at(booked.id), ...cash })
  await press('undo', { ...at(booked.id), undoes: taken.id, reason: 'given back' })
  const { body } = await shop.site.ask('GET', '/api/office/statements/events?limit=100', {
    as: officer,
  })
  const row = body.data.find(
    ({ event_id: id }: { event_id: number }) => id === booked.event.event_id,
  )
  expect(row).toMatchObject({ venue_pence: 0, refunded_pence: 0, net_pence: 0 })
})

test('what staff recorded in the office is undone there, once, and never while a refund is decided', async () => {
  const booked = await money.bookedBy(clerk)
  const taking = {
    ...cash,
    taken_by: 'Ann Door',
    taken_at: shop.site.deps.now().toISOString(),
  }
  const url = `/api/office/appointments/${booked.id}/takings`
  const { body } = await money.post(url, clerk, taking)
  const undo = () =>
    money.post(`/api/office/payments/${body.payment_id}/undo-taking`, clerk, {
      reason: 'mistake',
    })
  const both = await Promise.all([undo(), undo()])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])

  const again = await money.post(url, clerk, taking)
  const { status } = await money.post(
    `/api/office/payments/${again.body.payment_id}/refunds`,
    clerk,
    { pence: 500, reason: 'goodwill' },
  )
  expect(status).toBeLessThan(300)
  const refused = await money.post(
    `/api/office/payments/${again.body.payment_id}/undo-taking`,
    clerk,
    { reason: 'mistake' },
  )
  expect(refused.body.code).toBe('refund_decided')
})

test('an undo and a cancellation at once never give the same money back twice', async () => {
  for (let round = 0; round < 4; round++) {
    const booked = await money.bookedBy(clerk)
    const { body } = await money.post(`/api/office/appointments/${booked.id}/takings`, clerk, {
      ...cash,
      taken_by: 'Ann Door',
      taken_at: shop.site.deps.now().toISOString(),
    })
    const id = body.payment_id
    const [undone] = await Promise.all([
      money.post(`/api/office/payments/${id}/undo-taking`, clerk, { reason: 'mistake' }),
      shop.site.ask('PUT', `/api/office/appointments/${booked.id}/cancel`, {
        as: clerk,
        body: { reason: 'rang us', refund: 'full' },
      }),
    ])
    const [owed] = await shop.rows(
      `select count(*)::int as count from owed_refunds where payment_id = '${id}'`,
    )
    expect([undone.status, owed?.count]).toEqual(undone.status === 200 ? [200, 0] : [409, 1])
  }
})
