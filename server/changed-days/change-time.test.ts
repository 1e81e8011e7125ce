import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { addDays, ukDate } from '../../domain/uk-time.ts'
import { bookedId, consentingMembers, hold, move } from '../../test/app/bookings.ts'
import { type CardShop, openCardShop } from '../../test/app/card-shop.ts'
import type { TestMember } from '../../test/app/test-app.ts'
import { join, waitingListOf } from '../../test/app/waiting.ts'

let shop: CardShop
let office: { cookie: string; name: string }
beforeAll(async () => {
  shop = await openCardShop()
  await shop.holdEvents()
  office = await shop.site.staff(['office'])
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await shop.broken()).toEqual([])
})

const get = async (event: CharityEvent) =>
  (await shop.site.ask('GET', `/api/office/events/${event.event_id}`, { as: office })).body

type Wanted = { plan?: object; date?: string; times?: 'move' | 'keep'; free?: string; key?: string }

/** The body of a change of this event as its form would send it. */
async function bodyOf(event: CharityEvent, { plan = {}, date, times = 'move', free }: Wanted) {
  const { version, slot_plan, event_date } = await get(event)
  return {
    version,
    event_date: date ?? event_date,
    slot_plan: { ...slot_plan, ...plan },
    times,
    free_cancellation: free ?? 'none',
  }
}
const send = (event: CharityEvent, body: object, key?: string) =>
  shop.site.ask('POST', `/api/office/events/${event.event_id}/time-change`, {
    as: office,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  })

async function change(event: CharityEvent, wanted: Wanted) {
  const body = await bodyOf(event, wanted)
  const preview = await send(event, { ...body, dry_run: true })
  expect(preview.status).toBe(200)
  const { shown } = preview.body
  const done = await send(event, { ...body, dry_run: false, shown, message: 'The hall is let.' })
  expect(done.status).toBe(202)
  return { preview: preview.body, id: done.body.bulk_action_id }
}
const appointmentOf = async (member: TestMember) => {
  const url = `/api/appointments/upcoming-appointments/user/${member.id}`
  const { body } = await shop.site.ask('GET', url, { as: member })
  return body.appointments[0]
}
const news = async (member: TestMember) =>
  (await shop.mailsTo(member)).filter((subject) => subject.includes('has a new time'))

async function bookedEvent(times: string[], wanted: Parameters<CardShop['site']['event']>[0] = {}) {
  const event = await shop.site.event({ places: 12, ...wanted })
  const members = await consentingMembers(shop.site, times.length, [event])
  const ids: number[] = []
  for (const [n, member] of members.entries())
    ids.push(await bookedId(shop.site, member, event, times[n]))
  return { event, members, ids }
}

describe('a change of time', () => {
  test('counts first, then moves everybody once, with a mail and a calendar file', async () => {
    const { event, members } = await bookedEvent(['10:00', '10:20', '10:20'])
    const body = await bodyOf(event, { plan: { start: '13:00', end: '15:00' } })
    const before = await shop.site.stored()
    const { body: preview } = await send(event, { ...body, dry_run: true })
    expect(preview).toMatchObject({
      appointments: 3,
      moved: 3,
      waiting: 0,
      invited: 0,
      without_email: 0,
      places: 12,
      nearest: [],
    })
    expect({ ...(await shop.site.stored()), 'public.office_sessions': '' }).toEqual({
      ...before,
      'public.office_sessions': '',
    })

    const { shown } = preview
    const sure = { ...body, dry_run: false, shown, message: 'The <hall> is let.' }
    const answers = await Promise.all([
      send(event, sure, 'once'),
      send(event, sure, 'once'),
      send(event, sure, 'another'),
    ])
    const done = answers.filter(({ status }) => status === 202)
    expect(new Set(done.map(({ body: { bulk_action_id: id } }) => id)).size).toBe(1)
    for (const { status, body: refused } of answers)
      if (status !== 202) expect(refused.code).toBe('changed_meanwhile')
    const repeated = await send(event, sure, 'once')
    expect([202, 409]).toContain(repeated.status)

    expect(await Promise.all(members.map(appointmentOf))).toMatchObject([
      { appt_time: '13:00', appt_end_time: '13:20' },
      { appt_time: '13:20' },
      { appt_time: '13:20' },
    ])
    for (const member of members) expect(await news(member)).toHaveLength(1)
    const mail = shop.site.mails.find(
      ({ to, subject }) => to === members[0]?.email && subject.includes('new time'),
    )
    expect(mail?.text).toContain('no longer at 10:00')
    expect(mail?.html).toContain('The &#60;hall&#62; is let.')
    expect(mail?.calendar).toMatchObject({ method: 'PUBLISH' })
    expect(mail?.calendar?.file).toContain('SEQUENCE:1')
    const { body: action } = await shop.site.ask(
      'GET',
      `/api/office/bulk-actions/${done[0]?.body.bulk_action_id}`,
      { as: office },
    )
    expect(action).toMatchObject({ kind: 'time change', state: 'done', total: 3, done: 3 })
  })

  test('asks about a Sunday and a day of more than 12 hours before it is confirmed', async () => {
    const { event } = await bookedEvent(['10:00'])
    const day = new Date(`${event.event_date}T12:00:00Z`).getUTCDay()
    const date = addDays(event.event_date, (7 - day) % 7 || 7)
    const { preview } = await change(event, { date, plan: { end: '23:00', session_minutes: 60 } })
    expect(preview.doubts.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['sunday', 'long_day']),
    )
  })

  test('to another date with other minutes gives the nearest time to those who lose theirs', async () => {
    const { event, members, ids } = await bookedEvent(['10:00', '11:40'])
    const date = addDays(event.event_date, 7)
    const wanted: Wanted = { date, times: 'keep', plan: { end: '11:00', session_minutes: 15 } }
    const { preview } = await change(event, wanted)
    expect(preview.nearest).toEqual([
      {
        appointment_id: ids[1],
        member_id: members[1]?.id,
        name: expect.any(String),
        from_date: event.event_date,
        from_time: '11:40',
        to_date: date,
        to_time: '10:45',
      },
    ])
    expect(await Promise.all(members.map(appointmentOf))).toMatchObject([
      { appt_date: date, appt_time: '10:00', appt_end_time: '10:15' },
      { appt_date: date, appt_time: '10:45' },
    ])
  })

  test('leaves those alone who keep their time', async () => {
    const { event, members } = await bookedEvent(['10:00', '11:40'])
    const { preview } = await change(event, {
      times: 'keep',
      plan: { start: '09:40', end: '11:40' },
    })
    expect(preview).toMatchObject({ appointments: 2, moved: 1 })
    expect([await news(members[0] as TestMember), await news(members[1] as TestMember)]).toEqual([
      [],
      [expect.any(String)],
    ])
  })

  test('ends holds and offers, tells the waiting list and offers the new times', async () => {
    const { event, members } = await bookedEvent(['10:00', '10:00'], {
      places: 2,
      sessionMinutes: 120,
    })
    const waiting = await shop.site.member()
    await join(shop.site, waiting, event)
    const plan = { start: '10:00', end: '14:00' }
    const { preview } = await change(event, { times: 'keep', plan })
    expect(preview).toMatchObject({ moved: 0, waiting: 1, places: 4 })
    expect(await waitingListOf(shop.site, waiting, event)).toMatchObject({
      wait: { status: 'offered' },
    })
    expect(await news(waiting)).toHaveLength(1)
    expect(await news(members[0] as TestMember)).toEqual([])

    const [holder] = await consentingMembers(shop.site, 1, [event])
    if (!holder) throw new Error('nobody is there')
    await hold(shop.site, holder, event, '12:00')
    await change(event, { plan: { start: '11:00', end: '15:00' } })
    expect(
      await shop.rows(
        `select 1 from places where event_id = ${event.event_id} and held_by is not null`,
      ),
    ).toEqual([])
    expect(await waitingListOf(shop.site, waiting, event)).toMatchObject({
      wait: { status: 'offered' },
    })
  })

  test('with a free cancellation refunds all inside 48 hours, until its end', async () => {
    const paid = await shop.memberAndEvent({ pricePence: 2500, places: 12 })
    const other = await shop.consentingMember(paid.event)
    for (const member of [paid.member, other])
      expect((await shop.pay(member, paid.event)).status).toBe(201)
    const now = shop.site.deps.now()
    // A day away, so that the policy would refund nothing.
    const date = addDays(ukDate(now), 1)
    await change(paid.event, { date, free: '48 hours' })
    const booked = await appointmentOf(paid.member)
    expect(booked.appt_date).toBe(date)
    expect(booked.free_cancel_until).toEqual(expect.any(String))
    expect(await news(paid.member)).toHaveLength(1)
    const letter = shop.site.mails.find(
      ({ to, subject }) => to === paid.member.email && subject.includes('new time'),
    )
    expect(letter?.text).toContain('you can cancel free of charge in your portal until')
    expect(letter?.text).not.toContain('can no longer change or cancel')
    const url = `/api/appointments/${booked.appointment_id}/cancel`
    const { status, body } = await shop.site.ask('PUT', url, { as: paid.member })
    expect([status, body.appointment.refund.amount_pence]).toEqual([200, 2500])

    const late = await appointmentOf(other)
    await shop.rows(`update appointments set free_cancel_until = '${now.toISOString()}'::timestamptz
      - interval '1 second' where id = ${late.appointment_id}`)
    const refused = await shop.site.ask('PUT', `/api/appointments/${late.appointment_id}/cancel`, {
      as: other,
    })
    expect(refused.body.code).toBe('too_late_to_cancel')
  })

  test('while members book, move and cancel keeps every invariant', async () => {
    const { event, members, ids } = await bookedEvent(['10:00', '10:20', '10:40', '11:00'])
    const others = await consentingMembers(shop.site, 6, [event])
    const body = await bodyOf(event, { plan: { start: '10:20', end: '12:20' } })
    const { shown } = (await send(event, { ...body, dry_run: true })).body
    const [done, ...answers] = await Promise.all([
      send(event, { ...body, dry_run: false, shown }),
      ...others.map((member, n) =>
        shop.site.ask('POST', '/api/appointments', {
          as: member,
          body: {
            eventId: event.event_id,
            eventDate: event.event_date,
            appointmentStartTime: ['11:20', '11:40', '12:00'][n % 3],
          },
        }),
      ),
      move(shop.site, members[0] as TestMember, ids[0] ?? 0, '11:20'),
      shop.site.ask('PUT', `/api/appointments/${ids[1]}/cancel`, { as: members[1] as TestMember }),
    ])
    if (done.status === 409) expect(done.body.code).toBe('preview_outdated')
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  })

  test.each([
    [
      'fewer places than appointments',
      { plan: { end: '10:20', places_per_slot: 1 } },
      'too_few_places',
    ],
    ['the time it has', {}, 'invalid_request'],
    ['the past', { date: '2027-01-01' }, 'invalid_request'],
    ['a day without length', { plan: { end: '10:00' } }, 'invalid_request'],
  ])('is refused for %s', async (_, wanted, code) => {
    const { event } = await bookedEvent(['10:00', '10:00', '10:20'])
    const body = await bodyOf(event, wanted)
    const answer = await send(event, { ...body, dry_run: true })
    expect([answer.status >= 400, answer.body.code]).toEqual([true, code])
  })

  test('is refused when somebody booked since the dry run, or changed the event', async () => {
    const { event } = await bookedEvent(['10:00'])
    const body = await bodyOf(event, { plan: { start: '09:00', end: '11:00' } })
    const { shown } = (await send(event, { ...body, dry_run: true })).body
    const [late] = await consentingMembers(shop.site, 1, [event])
    if (!late) throw new Error('nobody is there')
    await bookedId(shop.site, late, event, '10:40')
    const outdated = await send(event, { ...body, dry_run: false, shown })
    expect(outdated.body.code).toBe('preview_outdated')
    const stale = await send(event, { ...body, version: body.version - 1, dry_run: true })
    expect(stale.body.code).toBe('changed_meanwhile')
    expect(await appointmentOf(late)).toMatchObject({ appt_time: '10:40' })
  })
})
