// Calls about money, an offered place and an absence end by themselves when there is no more to call about.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../domain/durations.ts'
import type { LoopDetail } from '../../../domain/office/loop-schemas.ts'
import { ukInstant } from '../../../domain/uk-time.ts'
import { bookedId, consentingMembers } from '../../../test/app/bookings.ts'
import { cancelDay } from '../../../test/app/cancel-day.ts'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import { closeDay } from '../../../test/app/close-day.ts'
import { mergeByAdmin } from '../../../test/app/merges.ts'
import { press } from '../../../test/app/presses.ts'
import type { TestMember } from '../../../test/app/test-app.ts'
import { bookUnpaid } from '../../../test/app/unpaid-booking.ts'
import { advanceLists, cancel, fullEvent } from '../../../test/app/waiting.ts'
import { until } from '../../../test/until.ts'
import { runBulkActions } from '../../changed-days/run-bulk-actions.ts'
import { callAboutMoney } from '../../tasks/call-about-money.ts'
import { chaseLoops } from './chase-loops.ts'

const START = new Date('2027-01-12T09:00:00Z')
let shop: CardShop
let site: CardShop['site']
let clerk: Awaited<ReturnType<CardShop['site']['staff']>>
beforeAll(async () => {
  shop = await openCardShop()
  ;({ site } = shop)
})
beforeEach(async () => {
  site.moveTo(START)
  clerk = await site.staff(['office'])
})
afterAll(() => shop.close())

const fail = (error: Error) => {
  throw error
}
const change = async (query: string, ...values: unknown[]) =>
  (await site.ownerPool.query(query, values)).rows
const put = (path: string, body: object) =>
  site.ask('PUT', `/api/office/${path}`, { as: clerk, body })
const post = (path: string, body: object = {}) =>
  site.ask('POST', `/api/office/${path}`, { as: clerk, body })

/** The member's calls of this kind, oldest first: why each was closed, null for an open one. */
const ends = async (memberId: number, kind: string): Promise<(string | null)[]> =>
  (
    await change(
      `select closed_because as because from care_loops where member_id = $1 and kind = $2 order by id`,
      memberId,
      kind,
    )
  ).map(({ because }) => because)

async function callOf(memberId: number): Promise<LoopDetail> {
  const { body } = await site.ask('GET', '/api/office/loops?tab=telephone', { as: clerk })
  const call = body.data.find((one: { member_id: number }) => one.member_id === memberId)
  return (await site.ask('GET', `/api/office/loops/${call?.id}`, { as: clerk })).body
}

async function silence(memberId: number) {
  await change(
    `update members set email = null, seal_id = user_id, user_id = null, contact_by = 'telephone'
      where id = $1`,
    memberId,
  )
}

const died = async (memberId: number) => {
  const url = `members/${memberId}/contact-stops`
  const { version } = (await site.ask('GET', `/api/office/${url}`, { as: clerk })).body
  expect((await post(url, { kind: 'died', told_by: 'His wife', version })).status).toBe(200)
}

describe('a call about a payment', () => {
  async function toCall() {
    const { event, member } = await shop.memberAndEvent({})
    const id = await bookUnpaid(site, clerk, { member, event })
    await site.deps.database.transaction((tx) =>
      callAboutMoney(tx, { appointmentId: id, now: site.deps.now() }),
    )
    return { event, member, id }
  }
  type Unpaid = Awaited<ReturnType<typeof toCall>>

  test('says what to pay, is due before the event, and is one for two requests', async () => {
    const { member, id, event } = await toCall()
    await site.deps.database.transaction((tx) =>
      callAboutMoney(tx, { appointmentId: id, now: site.deps.now() }),
    )
    expect(await ends(member.id, 'unpaid')).toEqual([null])
    const call = await callOf(member.id)
    expect(call).toMatchObject({
      kind: 'unpaid',
      event_id: event.event_id,
      due_at: ukInstant(event.event_date, '10:00').toISOString(),
    })
    expect(call.script[0]).toContain('£25.00 is still to pay')
  })

  const taking = (id: number, pence: number, how = 'cash', owed = pence) =>
    post(`appointments/${id}/takings`, {
      pence,
      owed_pence: owed,
      how,
      taken_by: 'Ann',
      taken_at: new Date(0).toISOString(),
    })

  async function payByLink({ id, member }: Unpaid) {
    const before = site.mails.length
    expect((await post(`appointments/${id}/payment-links`, { by: 'mail' })).status).toBe(201)
    const mail = await until(() => {
      const found = site.mails
        .slice(before)
        .find(({ to, text }) => to === member.email && text.includes('#pay='))
      if (!found) throw new Error('no mail')
      return found
    })
    const [, key = ''] = /#pay=([\w-]{22})/.exec(mail.text) ?? []
    const order = await site.ask('POST', '/api/payments/link/orders', { body: { key } })
    await shop.approve(order.body.id)
    return site.ask('POST', '/api/payments/link/capture', {
      body: { key, order_id: order.body.id },
    })
  }

  test.each<[string, string, (one: Unpaid) => Promise<unknown>]>([
    ['cash', 'paid', ({ id }) => taking(id, 2500)],
    ['a cheque', 'paid', ({ id }) => taking(id, 2500, 'cheque')],
    ['a card', 'paid', payByLink],
    ['a waiver', 'waived', ({ id }) => post(`appointments/${id}/waiver`, { reason: 'Hardship' })],
    [
      'a cancellation',
      'cancelled',
      ({ id }) => put(`appointments/${id}/cancel`, { reason: 'Asked', refund: 'policy' }),
    ],
    [
      'a cancelled event',
      'cancelled',
      async ({ event }) => {
        await cancelDay(site, { eventId: event.event_id, as: clerk })
        await runBulkActions(site.deps, fail)
      },
    ],
    ['a death', 'cancelled', ({ member }) => died(member.id)],
  ])('ends with %s', async (_name, because, act) => {
    const one = await toCall()
    await act(one)
    const [ended] = await ends(one.member.id, 'unpaid')
    expect(ended).toBe(because)
  })

  test('stays after a part, and ends with the rest', async () => {
    const { id, member } = await toCall()
    await taking(id, 1000, 'cash', 2500)
    expect(await ends(member.id, 'unpaid')).toEqual([null])
    expect((await callOf(member.id)).script[0]).toContain('£15.00 is still to pay')
    await taking(id, 1500)
    expect(await ends(member.id, 'unpaid')).toEqual(['paid'])
    await site.deps.database.transaction((tx) =>
      callAboutMoney(tx, { appointmentId: id, now: site.deps.now() }),
    )
    expect(await ends(member.id, 'unpaid')).toEqual(['paid'])
  })

  test('that a colleague is making when the money comes takes no outcome any more', async () => {
    const { id, member } = await toCall()
    const { id: call } = await callOf(member.id)
    expect((await post(`loops/${call}/caller`)).status).toBe(204)
    await taking(id, 2500)
    const late = await post(`loops/${call}/close`, { reason: 'told_by_telephone' })
    expect([late.status, late.body.code]).toEqual([409, 'loop_closed'])
  })
})

describe('a call about an offered place', () => {
  /** A member without email who is offered the only place of an event, because it was cancelled. */
  async function offered() {
    const { event, booked } = await fullEvent(site)
    const [member, next] = (await consentingMembers(site, 2, [event])) as [TestMember, TestMember]
    for (const one of [member, next]) {
      await silence(one.id)
      const added = await post(`events/${event.event_id}/waiting-list`, { member_id: one.id })
      expect(added.status).toBe(201)
    }
    if (!booked[0]) throw new Error('nobody is booked')
    await cancel(site, booked[0])
    return { event, member, next }
  }
  const waitOf = async (memberId: number) =>
    (await change('select id::int from waiting_list where member_id = $1', memberId))[0]?.id

  test('is due before the offer ends, with the place to offer, and nobody is mailed', async () => {
    const { member, event, next } = await offered()
    const call = await callOf(member.id)
    expect(call).toMatchObject({ kind: 'place_offered', event_id: event.event_id })
    const [{ until: end }] = await change(
      'select offered_until as until from waiting_list where member_id = $1',
      member.id,
    )
    expect(new Date(call.due_at ?? '').getTime()).toBeLessThan(end.getTime())
    expect(call.script[0]).toContain('A place is free at 10:00')
    expect(await ends(next.id, 'place_offered')).toEqual([])
  })

  test.each<[string, string, (of: Awaited<ReturnType<typeof offered>>) => Promise<unknown>]>([
    [
      'a booking',
      'booked',
      ({ member, event }) =>
        bookUnpaid(site, clerk, { member, event }).then((id) => expect(id).toBeGreaterThan(0)),
    ],
    [
      'leaving the list',
      'left',
      async ({ member }) => post(`waits/${await waitOf(member.id)}/removal`, { reason: 'Asked' }),
    ],
    [
      'the end of the offer',
      'lapsed',
      async () => {
        site.moveTo(new Date(START.getTime() + 24 * 60 * MINUTE_MS))
        await advanceLists(site)
      },
    ],
    [
      'a cancelled event',
      'booking closed',
      ({ event }) => cancelDay(site, { eventId: event.event_id, as: clerk }),
    ],
    ['a death', 'left', ({ member }) => died(member.id)],
  ])('ends with %s', async (name, because, act) => {
    const of = await offered()
    await act(of)
    expect(await ends(of.member.id, 'place_offered')).toEqual([because])
    const isPassedOn = name !== 'a booking' && name !== 'a cancelled event'
    expect(await ends(of.next.id, 'place_offered')).toEqual(isPassedOn ? [null] : [])
  })

  test('joins a call about the same event, and ends for the record that was kept', async () => {
    const { event, member } = await offered()
    const keeper = await site.member()
    const admin = await site.staff(['admin', 'office'])
    await mergeByAdmin(site, { keptId: keeper.id, mergedId: member.id, as: admin, more: {} })
    expect(await ends(member.id, 'place_offered')).toEqual([null])
    expect(await callOf(keeper.id)).toMatchObject({ kind: 'place_offered' })
    await site.consent(keeper, event)
    await bookUnpaid(site, clerk, { member: keeper, event })
    expect(await ends(member.id, 'place_offered')).toEqual(['booked'])
  })
})

describe('a call about an absence', () => {
  async function absent() {
    site.moveTo(START)
    const event = await site.event()
    const member = await site.member()
    await site.consent(member, event)
    const id = await bookedId(site, member, event)
    site.moveTo(ukInstant(event.event_date, '13:00'))
    clerk = await site.staff(['office'])
    expect((await closeDay(site, event.event_id, clerk)).body).toEqual({ did_not_attend: 1 })
    return { event, member, id }
  }

  test('offers another appointment within five working days, once for the day', async () => {
    const { member, event } = await absent()
    await closeDay(site, event.event_id, clerk)
    expect(await ends(member.id, 'did_not_attend')).toEqual([null])
    const call = await callOf(member.id)
    expect(call).toMatchObject({ kind: 'did_not_attend', event_id: event.event_id })
    expect(call.script[0]).toContain('We did not see you at your appointment at 10:20')
    expect((await post(`loops/${call.id}/close`, { reason: 'told_by_telephone' })).status).toBe(204)
  })

  test('ends with another appointment, also of the record that was kept', async () => {
    const { member } = await absent()
    const other = await site.event({
      startsAt: new Date('2027-03-02T10:00:00Z'),
      endsAt: new Date('2027-03-02T12:00:00Z'),
    })
    await site.consent(member, other)
    const as = { ...member, cookie: await site.signIn(member.userId, member.email) }
    await bookedId(site, as, other)
    expect(await ends(member.id, 'did_not_attend')).toEqual(['booked again'])

    const { member: second } = await absent()
    const keeper = await site.member()
    const admin = await site.staff(['admin', 'office'])
    await mergeByAdmin(site, { keptId: keeper.id, mergedId: second.id, as: admin, more: {} })
    await site.consent(keeper, other)
    await bookedId(site, keeper, other, '10:40')
    await chaseLoops(site.deps, fail)
    expect(await ends(second.id, 'did_not_attend')).toEqual(['booked again'])
  })

  test('ends when the absence is undone, and with a death', async () => {
    const { member, event, id } = await absent()
    const [missed] = await change(
      `select action_id as id from attendance_actions where appointment_id = $1`,
      id,
    )
    const as = await site.staff(['venue'], { eventIds: [event.event_id], leads: [event.event_id] })
    await press(site, { event, as, appointment: id }, 'undo', {
      undoes: missed?.id,
      reason: 'They came',
    })
    expect(await ends(member.id, 'did_not_attend')).toEqual(['undone'])
    const { member: dead } = await absent()
    await died(dead.id)
    const [because] = await ends(dead.id, 'did_not_attend')
    expect(because).not.toBeNull()
  })
})
