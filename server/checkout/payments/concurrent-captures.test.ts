import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import type { TestMember } from '../../../test/app/test-app.ts'

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
  await shop.holdEvents()
})
afterAll(() => shop.close())
afterEach(async () => {
  await shop.callStandIn('/__test/reset-faults', {})
  await shop.holdEvents()
  expect(await shop.broken()).toEqual([])
  expect(shop.faults.splice(0)).toEqual([])
})

const many = <T>(count: number, ask: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n)))

async function approved(member: TestMember, event: CharityEvent, time = '10:00') {
  const { body } = await shop.order(member, event, time)
  await shop.approve(body.id)
  return body.id as string
}
async function isBookedOnce(member: TestMember, orderId: string) {
  expect((await shop.payment(member, orderId)).state).toBe('finalised')
  expect((await shop.moneyOf(orderId)).taken).toHaveLength(1)
  const [counted] = await shop.rows(`select
    (select count(*)::int from appointments where member_id = ${member.id}) as appointments,
    (select count(*)::int from transaction_reports where member_id = ${member.id}) as reports,
    (select count(*)::int from ledger_entries l join payments p on p.id = l.payment_id
      where p.member_id = ${member.id} and l.kind = 'charge') as charges`)
  expect(counted).toEqual({ appointments: 1, reports: 1, charges: 1 })
  expect(await shop.mailsTo(member)).toEqual([expect.stringContaining('is booked')])
}

test.each([2, 50])('%i captures of one order', async (count) => {
  const { member, event } = await shop.memberAndEvent()
  const orderId = await approved(member, event)
  const answers = await many(count, () => shop.capture(member, orderId))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.payment))).size).toBe(1)
  await isBookedOnce(member, orderId)
})

test('a capture, its webhook and the reconciliation at once', async () => {
  for (let n = 0; n < 5; n++) {
    const { member, event } = await shop.memberAndEvent()
    const orderId = await approved(member, event)
    await shop.deliverEvents()
    shop.moveBy(MINUTE_MS)
    await Promise.all([shop.capture(member, orderId), shop.work(), shop.reconcile()])
    await shop.deliverEvents()
    await shop.work()
    await isBookedOnce(member, orderId)
  }
})

test('orders in twenty tabs: one is open, and it can be paid', async () => {
  const { member, event } = await shop.memberAndEvent()
  const answers = await many(20, () => shop.order(member, event))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
  const open = await shop.rows(
    `select order_id from payments where member_id = ${member.id} and state = 'created'`,
  )
  expect(open).toHaveLength(1)
  for (const { body } of answers) await shop.approve(body.id)
  const captures = await Promise.all(answers.map(({ body }) => shop.capture(member, body.id)))
  expect(captures.filter(({ status }) => status === 201)).toHaveLength(1)
  await isBookedOnce(member, String(open[0]?.order_id))
})

test('captures of two events by one member: one is booked, the other is not charged', async () => {
  const { member, event } = await shop.memberAndEvent()
  const other = await shop.site.event({ pricePence: 2500, paymentRequired: true })
  await shop.site.consent(member, other)
  const [one, two] = [await approved(member, event), await approved(member, other)]
  const answers = await Promise.all([shop.capture(member, one), shop.capture(member, two)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const paid = answers[0]?.status === 201 ? one : two
  await isBookedOnce(member, paid)
  expect((await shop.moneyOf(paid === one ? two : one)).taken).toEqual([])
})

test('ten members whose holds have expired, and one place: one member pays for it', async () => {
  const event = await shop.site.event({ pricePence: 2500, paymentRequired: true, places: 6 })
  const payers: { member: TestMember; orderId: string }[] = []
  for (let n = 0; n < 10; n++) {
    const member = await shop.consentingMember(event)
    payers.push({ member, orderId: await approved(member, event) })
    shop.moveBy(16 * MINUTE_MS)
  }
  const answers = await Promise.all(
    payers.map(({ member, orderId }) => shop.capture(member, orderId)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'slot_taken')).toHaveLength(9)
  const taken = await Promise.all(payers.map(({ orderId }) => shop.moneyOf(orderId)))
  expect(taken.flatMap((money) => money.taken)).toHaveLength(1)
})
