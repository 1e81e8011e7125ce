import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { bookedId, consentingMembers } from '../../test/app/bookings.ts'
import { cancelDay } from '../../test/app/cancel-day.ts'
import { type CardShop, openCardShop } from '../../test/app/card-shop.ts'
import type { TestMember } from '../../test/app/test-app.ts'
import { runBulkActions } from './run-bulk-actions.ts'

let shop: CardShop
let office: { cookie: string; name: string }
beforeAll(async () => {
  shop = await openCardShop()
  await shop.holdEvents()
})
// A person cancels one day alone.
beforeEach(async () => {
  office = await shop.site.staff(['office'])
})
afterAll(() => shop.close())

const ask = (url: string, body: object = {}, as: { cookie: string } = office) =>
  shop.site.ask('POST', `/api/office${url}`, { as, body })
const cancel = async ({ event_id: eventId }: CharityEvent) =>
  cancelDay(shop.site, { eventId, as: office })
const revert = ({ event_id: id }: CharityEvent) =>
  ask(`/events/${id}/cancellation/revert`, { reason: 'The hall is free after all.' })
const run = () =>
  runBulkActions(shop.site.deps, (error) => {
    throw error
  })
async function bookedEvent(wanted: Parameters<CardShop['site']['event']>[0] = {}) {
  const event = await shop.site.event({ places: 6, ...wanted })
  const [member] = await consentingMembers(shop.site, 1, [event])
  if (!member) throw new Error('nobody is there')
  return { event, member, id: await bookedId(shop.site, member, event) }
}

describe('a reverted cancellation', () => {
  test('makes a draft with free places, brings no appointment back, and can be cancelled again', async () => {
    const { event, member, id } = await bookedEvent({
      latitude: 51.9,
      longitude: 0.9,
      addressLine1: 'Town Hall',
      postcode: 'CO1 1PJ',
      contactEmail: 'host@example.org',
    })
    const first = (await cancel(event)).body.bulk_action_id
    const early = await revert(event)
    expect(early.body.code).toBe('cancellation_running')
    await run()
    const { status, body } = await revert(event)
    expect([status, body.state, body.slot_plan.kept_back]).toEqual([200, 'draft', 0])
    expect((await revert(event)).body.code).toBe('not_cancelled')
    expect(await shop.rows(`select status from appointments where id = ${id}`)).toEqual([
      { status: 'cancelled' },
    ])
    const shown = await shop.site.ask('GET', `/api/events/${event.event_id}`)
    expect(shown.status).toBe(404)
    const audit = await shop.rows(
      `select details->>'reason' as reason from audit_log where action = 'cancellation reverted'`,
    )
    expect(audit).toEqual([{ reason: 'The hall is free after all.' }])

    await shop.rows(`update events set status = 'published' where id = ${event.event_id}`)
    expect(await bookedId(shop.site, member, event)).toEqual(expect.any(Number))
    const second = (await cancel(event)).body.bulk_action_id
    expect(second).toBeGreaterThan(first)
    await run()
    expect(await shop.broken()).toEqual([])
  })

  test('withdraws a request that waits for a second person', async () => {
    const { event, member } = await shop.memberAndEvent({ pricePence: 60_000, places: 12 })
    for (const one of [member, await shop.consentingMember(event)])
      expect((await shop.pay(one, event)).status).toBe(201)
    const { bulk_action_id: id } = (await cancel(event)).body
    const colleague = await shop.site.staff(['office'])
    const today = async (as: { cookie: string }) =>
      (await shop.site.ask('GET', '/api/office/today', { as })).body.actions_to_confirm
    expect(await today(colleague)).toEqual([
      {
        bulk_action_id: id,
        kind: 'event cancellation',
        event_id: event.event_id,
        event_name: event.event_name,
        made_by: office.name,
      },
    ])
    expect(await today(office)).toEqual([])
    const own = async (as: { cookie: string }) =>
      (await shop.site.ask('GET', '/api/office/today', { as })).body.own_requests
    expect(await own(office)).toEqual([
      { kind: 'action', id: String(id), about: event.event_name, pence: null },
    ])
    expect(await own(colleague)).toBeUndefined()
    const { body } = await revert(event)
    expect(body.state).toBe('published')
    expect(await today(colleague)).toEqual([])
    expect(await own(office)).toBeUndefined()
    await ask(`/bulk-actions/${id}/confirmation`, {}, colleague)
    await run()
    const shown = await shop.site.ask('GET', `/api/events/${event.event_id}`)
    expect(shown.body.event.is_cancelled).toBe(false)
    expect((await cancel(event)).body.bulk_action_id).toBeGreaterThan(id)
  })

  test('is refused while a member has failed, and for an event that is not cancelled', async () => {
    const { event } = await bookedEvent()
    expect((await revert(event)).body.code).toBe('not_cancelled')
    const { bulk_action_id: id } = (await cancel(event)).body
    await shop.rows(`update bulk_action_items set state = 'failed' where bulk_action_id = ${id}`)
    await shop.rows(`update bulk_actions set state = 'done' where id = ${id}`)
    expect((await revert(event)).body.code).toBe('cancellation_running')
    await shop.rows(`update bulk_action_items set state = 'open' where bulk_action_id = ${id}`)
    await shop.rows(`update bulk_actions set state = 'running' where id = ${id}`)
    await run()
  })
})

describe('an appointment that was cancelled by mistake', () => {
  const cancelFor = (id: number, refund = 'policy') =>
    shop.site.ask('PUT', `/api/office/appointments/${id}/cancel`, {
      as: office,
      body: { reason: 'rang', refund },
    })
  const again = (id: number) => ask(`/appointments/${id}/rebooking`, { reason: 'By mistake' })
  const bookedOf = (member: TestMember) =>
    shop.rows(`select payment_status from appointments
      where member_id = ${member.id} and status = 'booked'`)

  test('is booked again at its time while that has a place', async () => {
    const { event, member, id } = await bookedEvent({ places: 6 })
    expect((await again(id)).body.code).toBe('not_cancelled')
    await cancelFor(id)
    const { status, body } = await again(id)
    expect([status, body.appointment.appt_time]).toEqual([201, '10:20'])
    expect(body.appointment.appointment_id).not.toBe(id)
    expect((await again(id)).body.code).toBe('duplicate')
    expect(await bookedOf(member)).toHaveLength(1)

    await cancelFor(body.appointment.appointment_id)
    const [other] = await consentingMembers(shop.site, 1, [event])
    await bookedId(shop.site, other as TestMember, event, '10:20')
    expect((await again(id)).body.code).toBe('slot_taken')
    expect(await shop.broken()).toEqual([])
  })

  test.each([
    ['refunded', 'policy', 'not paid'],
    ['kept', 'none', 'waived'],
  ])('whose card payment was %s is then %s: %s', async (_, refund, expected) => {
    const { event, member } = await shop.memberAndEvent({ places: 12 })
    await shop.pay(member, event)
    const [row] = await shop.rows(`select id from appointments where member_id = ${member.id}`)
    await cancelFor(Number(row?.id), refund)
    expect((await again(Number(row?.id))).status).toBe(201)
    expect(await bookedOf(member)).toEqual([{ payment_status: expected }])
  })
})
