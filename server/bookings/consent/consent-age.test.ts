// A consent counts for 90 days and while its words are current (rules §3.5).

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import type { TestMember } from '../../../test/app/test-app.ts'

const IN_JUNE = {
  startsAt: new Date('2027-06-01T09:00:00Z'),
  endsAt: new Date('2027-06-01T11:00:00Z'),
}
const START = new Date('2027-01-12T09:00:00Z')

let shop: CardShop
let member: TestMember
let event: CharityEvent
beforeAll(async () => {
  shop = await openCardShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.site.moveTo(START)
  member = await shop.site.member()
  event = await shop.site.event(IN_JUNE)
})

async function comesBack(ms: number): Promise<TestMember> {
  shop.site.moveTo(new Date(START.getTime() + ms))
  return { ...member, cookie: await shop.site.signIn(member.userId, member.email) }
}
const book = (as: TestMember, to = event) => {
  const body = { eventId: to.event_id, appointmentStartTime: '10:20' }
  return shop.site.ask('POST', '/api/appointments', { as, body })
}
const refusedFor = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const before = await shop.site.stored()
  const { status, body } = await answer
  expect(await shop.site.stored()).toEqual(before)
  return [status, body.code]
}

test('counts on its ninetieth day', async () => {
  await shop.site.consent(member, event)
  expect((await book(await comesBack(90 * DAY_MS))).status).toBe(201)
})

test('is too old after it, until the member gives a new one', async () => {
  await shop.site.consent(member, event)
  const back = await comesBack(90 * DAY_MS + 1)
  expect(await refusedFor(book(back))).toEqual([403, 'consent_required'])
  await shop.site.consent(member, event)
  expect((await book(back)).status).toBe(201)
})

test('counts no more when the words have changed', async () => {
  await shop.site.consent(member, event, { version: '2020-01-01' })
  expect(await refusedFor(book(member))).toEqual([403, 'consent_required'])
})

test('does not count for a payment either: none is begun', async () => {
  const paid = await shop.site.event({ ...IN_JUNE, pricePence: 2500, paymentRequired: true })
  await shop.site.consent(member, paid, { version: '2020-01-01' })
  expect(await refusedFor(shop.order(member, paid))).toEqual([403, 'consent_required'])
  await shop.site.consent(member, paid)
  const back = await comesBack(91 * DAY_MS)
  expect(await refusedFor(shop.order(back, paid))).toEqual([403, 'consent_required'])
})

test('that expires during a payment still counts: the captured payment becomes the booking', async () => {
  const paid = await shop.site.event({ ...IN_JUNE, pricePence: 2500, paymentRequired: true })
  await shop.site.consent(member, paid)
  const back = await comesBack(90 * DAY_MS)
  const { body } = await shop.order(back, paid)
  await shop.approve(body.id)
  shop.site.moveTo(new Date(START.getTime() + 90 * DAY_MS + 60_000))
  expect((await shop.capture(back, body.id)).body.payment.state).toBe('finalised')
})
