// What one person may do to a whole day alone, and what waits for a second person or ten minutes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { book, consentingMembers, hold } from '../../test/app/bookings.ts'
import { cancelDay } from '../../test/app/cancel-day.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { join } from '../../test/app/waiting.ts'
import { until } from '../../test/until.ts'
import { runBulkActions } from './run-bulk-actions.ts'

type Person = Awaited<ReturnType<TestApp['staff']>>
const TIMES = ['10:00', '10:20', '10:40', '11:00', '11:20', '11:40']

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

const clerk = () => site.staff(['office'])
const cancel = ({ event_id: eventId }: CharityEvent, as: Person) => cancelDay(site, { eventId, as })
const act = (id: number, verb: 'confirmation' | 'stop', as: Person, body: object = {}) =>
  site.ask('POST', `/api/office/bulk-actions/${id}/${verb}`, { as, body })
const stop = (id: number, as: Person) => act(id, 'stop', as, { reason: 'It was a mistake.' })
const read = async (id: number, as: Person) =>
  (await site.ask('GET', `/api/office/bulk-actions/${id}`, { as })).body
const run = (minutes = 0) =>
  runBulkActions(
    { ...site.deps, now: () => new Date(site.deps.now().getTime() + minutes * 60_000) },
    (error) => {
      throw error
    },
  )
const statuses = async ({ event_id: id }: CharityEvent) => {
  const { rows } = await site.deps.database.pool.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from appointments where event_id = $1 group by 1',
    [id],
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
const mailsTo = (to: string, subject: string) =>
  site.mails.filter((mail) => mail.to === to && mail.subject.includes(subject))

/** An event with so many booked. */
async function bookedEvent(count: number): Promise<{ event: CharityEvent; members: TestMember[] }> {
  const event = await site.event({ places: 24, pricePence: 0 })
  const members = await consentingMembers(site, count, [event])
  for (const [n, member] of members.entries()) {
    const { status } = await book(site, member, event, TIMES[n % TIMES.length] ?? '')
    expect(status).toBe(201)
  }
  return { event, members }
}

describe('a clerk who cancels days alone', () => {
  test('cancels nine members at once, and needs the counts that were shown', async () => {
    const { event } = await bookedEvent(9)
    const as = await clerk()
    const url = `/api/office/events/${event.event_id}/cancellation`
    const blind = await site.ask('POST', url, { as, body: { dry_run: false } })
    expect([blind.status, blind.body.code]).toEqual([400, 'invalid_request'])
    const { body } = await cancel(event, as)
    await run()
    expect(await read(body.bulk_action_id, as)).toMatchObject({ state: 'done', tells_at: null })
    expect(await statuses(event)).toEqual({ cancelled: 9 })
  })

  test('of ten members waits for a second person, and nobody can book meanwhile', async () => {
    const { event, members } = await bookedEvent(10)
    const as = await clerk()
    const waiting = await site.member()
    const { bulk_action_id: id } = (await cancel(event, as)).body
    await run()
    expect(await read(id, as)).toMatchObject({
      state: 'waits for a second person',
      preview: { appointments: 10, second_person_reasons: ['members'] },
      can_stop: true,
      is_own: true,
      second_person_roles: ['office', 'treasurer', 'admin'],
    })
    expect(await statuses(event)).toEqual({ booked: 10 })

    const [late] = await consentingMembers(site, 1, [event])
    if (!late) throw new Error('nobody is there')
    expect((await book(site, late, event, '10:00')).status).toBe(403)
    const byPhone = await site.ask('POST', '/api/office/appointments', {
      as,
      body: {
        member_id: late.id,
        event_id: event.event_id,
        date: event.event_date,
        time: '10:00',
        payment: 'due',
        reason: 'rang us',
      },
    })
    expect([byPhone.status, byPhone.body.code]).toEqual([403, 'booking_closed'])
    const held = await hold(site, waiting, event, '10:00')
    expect([held.status, held.body.code]).toEqual([403, 'booking_closed'])
    expect(await statuses(event)).toEqual({ booked: 10 })
    const shown = await site.ask('GET', `/api/events/${event.event_id}`)
    expect(shown.body.event).toMatchObject({ is_cancelled: false, is_booking_closed: true })
    expect(members).toHaveLength(10)
  })

  test('of a second day within 24 hours waits, and no time makes it go on', async () => {
    const as = await clerk()
    const first = await bookedEvent(1)
    await cancel(first.event, as)
    const second = await bookedEvent(1)
    const { bulk_action_id: id } = (await cancel(second.event, as)).body
    await run(60 * 20)
    expect(await read(id, as)).toMatchObject({
      state: 'waits for a second person',
      tells_at: null,
      told_at: null,
      preview: { second_person_reasons: ['another event'] },
    })
    expect(await statuses(second.event)).toEqual({ booked: 1 })
    const other = await bookedEvent(1)
    expect(
      (await read((await cancel(other.event, await clerk())).body.bulk_action_id, as)).state,
    ).toBe('running')
  })

  test('two at once are not both the first of the day', async () => {
    const as = await clerk()
    const events = [(await bookedEvent(1)).event, (await bookedEvent(1)).event]
    const answers = await Promise.all(events.map((event) => cancel(event, as)))
    const states = await Promise.all(
      answers.map(async ({ body }) => (await read(body.bulk_action_id, as)).state),
    )
    expect(states.toSorted()).toEqual(['running', 'waits for a second person'])
  })
})

describe('a cancellation that waits', () => {
  test.each(['office', 'treasurer', 'admin'] as const)(
    'is confirmed by somebody of the role %s, who sees the sums and no names',
    async (role) => {
      const { event } = await bookedEvent(10)
      const as = await clerk()
      const { bulk_action_id: id } = (await cancel(event, as)).body
      const second = await site.staff([role])
      const seen = await read(id, second)
      expect(seen).toMatchObject({ is_own: false, preview: { appointments: 10, money_pence: 0 } })
      const wrong = { appointments: 9, refund_pence: 0, waiting: 0 }
      const outdated = await act(id, 'confirmation', second, { expected: wrong })
      expect(outdated.body.code).toBe('preview_outdated')
      expect((await act(id, 'confirmation', as)).body.code).toBe('same_person')
      const expected = { appointments: 10, refund_pence: 0, waiting: 0 }
      expect((await act(id, 'confirmation', second, { expected })).status).toBe(200)
      await run()
      expect(await read(id, as)).toMatchObject({ state: 'done', confirmed_by: second.name })
      expect(await statuses(event)).toEqual({ cancelled: 10 })
      if (role !== 'office') expect((await read(id, second)).not_told).toEqual([])
    },
  )

  test('is announced to colleagues at once, and to members after ten minutes', async () => {
    const colleague = await site.staff(['admin'])
    const { event, members } = await bookedEvent(10)
    const as = await clerk()
    const { bulk_action_id: id } = (await cancel(event, as)).body
    await until(() => expect(mailsTo(colleague.email, 'Cancelling the event')).toHaveLength(1))
    const first = members[0]?.email ?? ''
    await run(9)
    expect((await read(id, as)).told_at).toBeNull()
    await run(11)
    await run(11)
    expect((await read(id, as)).told_at).not.toBeNull()
    await until(() => expect(mailsTo(first, 'Please do not travel')).toHaveLength(1))
    expect(mailsTo(first, 'Please do not travel')).toHaveLength(1)
    expect(await statuses(event)).toEqual({ booked: 10 })

    expect((await stop(id, colleague)).body).toMatchObject({ state: 'done', can_stop: false })
    await run(11)
    await until(() => expect(mailsTo(first, 'takes place after all')).toHaveLength(1))
    expect(await statuses(event)).toEqual({ booked: 10 })
  })

  test('is stopped, and the day stands again with every place as it was', async () => {
    const { event } = await bookedEvent(10)
    const waits = await site.member()
    await join(site, waits, event)
    await site.owner.execute(
      `update places set is_kept_back = true where event_id = ${event.event_id}
        and slot_starts_at = (select max(slot_starts_at) from places where event_id = ${event.event_id})
        and appointment_id is null`,
    )
    const places = async () =>
      (
        await site.deps.database.pool.query(
          'select * from places where event_id = $1 order by slot_starts_at, place_number',
          [event.event_id],
        )
      ).rows
    const before = await places()
    const as = await clerk()
    const { bulk_action_id: id } = (await cancel(event, as)).body
    expect(await places()).not.toEqual(before)
    expect((await stop(id, as)).status).toBe(200)
    expect(await places()).toEqual(before)
    await run(30)
    expect(await statuses(event)).toEqual({ booked: 10 })
    const [late] = await consentingMembers(site, 1, [event])
    if (!late) throw new Error('nobody is there')
    expect((await book(site, late, event, '10:00')).status).toBe(201)
    expect((await stop(id, as)).body.code).toBe('not_stoppable')
  })

  test('keeps the time and the hall as they are', async () => {
    const { event } = await bookedEvent(10)
    const as = await clerk()
    await cancel(event, as)
    const url = `/api/office/events/${event.event_id}`
    const { body } = await site.ask('GET', url, { as })
    const changed = await site.ask('PUT', url, {
      as,
      body: { version: body.version, address_line1: 'Corn Exchange' },
    })
    expect([changed.status, changed.body.code]).toEqual([409, 'cancellation_waits'])
  })
})

describe('a change of the hall for ten members', () => {
  async function changedHall() {
    const { event, members } = await bookedEvent(10)
    const as = await clerk()
    const url = `/api/office/events/${event.event_id}`
    const { body } = await site.ask('GET', url, { as })
    await site.ask('PUT', url, {
      as,
      body: { version: body.version, address_line1: 'Corn Exchange' },
    })
    const { body: actions } = await site.ask('GET', `${url}/bulk-actions`, { as })
    return { as, id: Number(actions.data[0].id), first: members[0]?.email ?? '' }
  }

  test('is written about after ten minutes, and can be stopped before', async () => {
    const { as, id, first } = await changedHall()
    await run(9)
    expect(await read(id, as)).toMatchObject({ state: 'running', done: 0, can_stop: true })
    expect((await stop(id, as)).status).toBe(200)
    await run(30)
    expect(await read(id, as)).toMatchObject({ state: 'done', done: 0 })
    expect(mailsTo(first, 'has changed')).toEqual([])

    const again = await changedHall()
    await run(11)
    expect(await read(again.id, again.as)).toMatchObject({ state: 'done', done: 10 })
  })

  test('is written about at once when a second person agrees', async () => {
    const { as, id } = await changedHall()
    expect((await act(id, 'confirmation', as)).body.code).toBe('same_person')
    expect((await act(id, 'confirmation', await clerk())).status).toBe(200)
    await run()
    expect(await read(id, as)).toMatchObject({ state: 'done', done: 10 })
    expect((await stop(id, as)).body.code).toBe('not_stoppable')
  })
})
