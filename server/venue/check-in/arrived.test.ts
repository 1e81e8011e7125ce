import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tubeCodeOf } from '../../../domain/office/tube-code.ts'
import { ukInstant } from '../../../domain/uk-time.ts'
import { cancelDay } from '../../../test/app/cancel-day.ts'
import { press, sendPress } from '../../../test/app/presses.ts'
import { sampledEvent } from '../../../test/app/samples.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { brokenInvariants } from '../../../test/invariants/booking-invariants.queries.ts'
import { runBulkActions } from '../../changed-days/run-bulk-actions.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let office: { cookie: string }
let day: Awaited<ReturnType<typeof sampledEvent>>
beforeAll(async () => {
  site = await openTestApp({ now: START })
  office = await site.staff(['office'])
})
beforeEach(async () => {
  site.moveTo(START)
  day = await sampledEvent(site, 3)
  // Before the first appointment: people come early.
  site.moveTo(ukInstant(day.event.event_date, '09:30'))
})
afterEach(async () => {
  expect(await brokenInvariants(site.deps.database.db, site.deps.now())).toEqual([])
})
afterAll(() => site.close())

const person = (n: number) => day.people[n] as TestMember
const at = (n: number) => ({ event: day.event, as: day.venue, appointment: day.appointments[n] })
const signedIn = async (n: number) => ({
  cookie: await site.signIn(person(n).userId, person(n).email),
})
const rows = async (query: string) => (await site.deps.database.pool.query(query)).rows
const statusOf = async (n: number) =>
  (await rows(`select status from appointments where id = ${day.appointments[n]}`))[0].status
const cancelByStaff = (n: number) =>
  site.ask('PUT', `/api/office/appointments/${day.appointments[n]}/cancel`, {
    as: office,
    body: { reason: 'rang us', refund: 'none' },
  })
const moveByStaff = (n: number, to: { event_id: number; event_date: string }, time = '11:40') =>
  site.ask('PUT', `/api/office/appointments/${day.appointments[n]}/move`, {
    as: office,
    body: { event_id: to.event_id, date: to.event_date, time, reason: 'rang us' },
  })
const bookByStaff = (n: number, to = day.event, time = '11:40') =>
  site.ask('POST', '/api/office/appointments', {
    as: office,
    body: {
      member_id: person(n).id,
      event_id: to.event_id,
      date: to.event_date,
      time,
      payment: 'due',
      reason: 'tries again',
    },
  })

describe('an appointment whose member has come is a fact', () => {
  test('the member can neither cancel nor move it, in plain words', async () => {
    await press(site, at(1), 'arrive')
    const as = await signedIn(1)
    const id = day.appointments[1]
    const cancelled = await site.ask('PUT', `/api/appointments/${id}/cancel`, { as })
    expect([cancelled.status, cancelled.body.code]).toEqual([409, 'already_arrived'])
    expect(cancelled.body.error).toContain('You have already arrived')
    const body = { appt_time: '11:40' }
    const moved = await site.ask('PUT', `/api/appointments/${id}/update`, { as, body })
    expect([moved.status, moved.body.code]).toEqual([409, 'already_arrived'])
    const url = `/api/appointments/upcoming-appointments/user/${person(1).id}`
    const { body: mine } = await site.ask('GET', url, { as })
    expect(mine.appointments).toMatchObject([{ status: 'booked', arrived: true }])
  })

  test('staff can neither cancel nor move it after an arrival, a sample or none', async () => {
    const other = await site.event({
      startsAt: new Date('2027-02-16T10:00:00Z'),
      endsAt: new Date('2027-02-16T12:00:00Z'),
    })
    await press(site, at(0), 'arrive')
    await press(site, at(1), 'sample', { tube: tubeCodeOf(700001) })
    await press(site, at(2), 'not_sampled', { reason: 'unwell' })
    for (const n of [0, 1, 2]) {
      for (const answer of [await cancelByStaff(n), await moveByStaff(n, other)])
        expect([n, answer.status, answer.body.code]).toEqual([n, 409, 'member_arrived'])
      expect(await statusOf(n)).toBe('booked')
    }
  })

  test('an arrival that was undone leaves it free to be cancelled', async () => {
    const undoes = await press(site, at(0), 'arrive')
    await press(site, at(0), 'undo', { undoes, reason: 'the neighbour' })
    expect((await cancelByStaff(0)).status).toBe(200)
  })

  test('a withdrawn consent leaves it booked and tells the office', async () => {
    await press(site, at(1), 'sample', { tube: tubeCodeOf(700002) })
    const { body } = await site.ask(
      'POST',
      `/api/events/${day.event.event_id}/consent-withdrawal`,
      { as: await signedIn(1) },
    )
    expect(body.appointment).toBe('office told')
    expect(await statusOf(1)).toBe('booked')
  })

  test('the database refuses a change too, whoever asks it', async () => {
    await press(site, at(0), 'arrive')
    const id = day.appointments[0]
    for (const change of [
      `status = 'cancelled', cancelled_at = now()`,
      `slot_starts_at = slot_starts_at + interval '1 hour', slot_ends_at = slot_ends_at + interval '1 hour'`,
    ])
      await expect(rows(`update appointments set ${change} where id = ${id}`)).rejects.toThrow(
        'has come',
      )
    await rows(`update appointments set payment_status = 'waived' where id = ${id}`)
  })
})

describe('cancelling the day', () => {
  test('lists those who have come apart, and neither cancels nor tells them', async () => {
    await press(site, at(1), 'sample', { tube: tubeCodeOf(700003) })
    const url = `/api/office/events/${day.event.event_id}/cancellation`
    const { body: preview } = await site.ask('POST', url, { as: office, body: { dry_run: true } })
    expect(preview).toMatchObject({ appointments: 2 })
    expect(preview.arrived).toMatchObject([
      { appointment_id: day.appointments[1], member_id: person(1).id, time: '10:20' },
    ])
    const expected = { appointments: 2, refund_pence: 0, waiting: 0 }
    const before = site.mails.length
    const done = await site.ask('POST', url, { as: office, body: { dry_run: false, expected } })
    expect(done.status).toBe(202)
    await runBulkActions(site.deps, (error) => {
      throw error
    })
    expect(await Promise.all([0, 1, 2].map(statusOf))).toEqual(['cancelled', 'booked', 'cancelled'])
    expect(site.mails.slice(before).filter(({ to }) => to === person(1).email)).toEqual([])
  })

  test('skips a member who came after it began', async () => {
    // A person cancels one day alone.
    const clerk = await site.staff(['office'])
    await cancelDay(site, { eventId: day.event.event_id, as: clerk })
    await press(site, at(0), 'arrive')
    await runBulkActions(site.deps, (error) => {
      throw error
    })
    expect(await Promise.all([0, 1, 2].map(statusOf))).toEqual(['booked', 'cancelled', 'cancelled'])
  })
})

test('a change of time leaves those who have come at their time, listed apart', async () => {
  await press(site, at(1), 'arrive')
  const { event_id: id, event_date: date } = day.event
  const { body: event } = await site.ask('GET', `/api/office/events/${id}`, { as: office })
  const body = {
    version: event.version,
    event_date: date,
    slot_plan: { ...event.slot_plan, start: '13:00', end: '15:00' },
    times: 'move',
    free_cancellation: 'none',
  }
  const url = `/api/office/events/${id}/time-change`
  const dry = await site.ask('POST', url, { as: office, body: { ...body, dry_run: true } })
  expect(dry.body).toMatchObject({ appointments: 2, moved: 2 })
  expect(dry.body.arrived).toMatchObject([{ appointment_id: day.appointments[1] }])
  const { shown } = dry.body
  const done = await site.ask('POST', url, {
    as: office,
    body: { ...body, dry_run: false, shown },
    headers: { 'idempotency-key': `time-${id}` },
  })
  expect(done.status).toBe(202)
  const starts =
    await rows(`select to_char(slot_starts_at at time zone 'Europe/London', 'HH24:MI') t
    from appointments where event_id = ${id} order by id`)
  expect(starts.map(({ t }) => t)).toEqual(['13:00', '10:20', '13:40'])
})

describe('after no sample was taken', () => {
  test('the appointment ends, and another of the same day can be booked', async () => {
    expect((await bookByStaff(0)).body.code).toBe('duplicate')
    await press(site, at(0), 'not_sampled', { reason: 'unwell' })
    const again = await bookByStaff(0)
    expect(again.status).toBe(201)
    expect(await statusOf(0)).toBe('booked')
    expect((await bookByStaff(0, day.event, '11:20')).body.code).toBe('duplicate')
  })

  test('an undo opens it again, unless another was booked meanwhile', async () => {
    const reason = 'declined'
    const undoes = await press(site, at(0), 'not_sampled', { reason })
    await press(site, at(0), 'undo', { undoes, reason: 'changed their mind' })
    expect((await bookByStaff(0)).body.code).toBe('duplicate')

    const second = await press(site, at(1), 'not_sampled', { reason })
    expect((await bookByStaff(1)).status).toBe(201)
    await press(site, at(1), 'undo', { undoes: second, reason: 'a slip' })
    const ended = await rows(`select ended_at is not null as ended from appointments
      where member_id = ${person(1).id} order by id`)
    expect(ended.map((row) => row.ended)).toEqual([true, false])
  })

  test('a withdrawn consent ends with nothing to cancel', async () => {
    await press(site, at(0), 'not_sampled', { reason: 'unwell' })
    const { body } = await site.ask(
      'POST',
      `/api/events/${day.event.event_id}/consent-withdrawal`,
      { as: await signedIn(0) },
    )
    expect(body.appointment).toBe('nothing')
  })
})

test('of an arrival and a cancellation at one moment, one sees the other', async () => {
  for (let round = 0; round < 12; round += 1) {
    site.moveTo(START)
    day = await sampledEvent(site, 1)
    site.moveTo(ukInstant(day.event.event_date, '09:30'))
    const order = round % 2 === 0 ? ['cancel', 'arrive'] : ['arrive', 'cancel']
    const acts = { cancel: () => cancelByStaff(0), arrive: () => sendPress(site, at(0), 'arrive') }
    const answers = await Promise.all(
      order.map(async (act) => [act, await acts[act as 'cancel' | 'arrive']()] as const),
    )
    const { cancel, arrive } = Object.fromEntries(answers)
    const pressed = arrive?.body.results[0]
    if (cancel?.status === 200) {
      expect(pressed).toMatchObject({ status: 'flagged', code: 'cancelled_meanwhile' })
      expect(await statusOf(0)).toBe('cancelled')
    } else {
      expect(cancel?.body.code).toBe('member_arrived')
      expect(pressed).toMatchObject({ status: 'applied' })
      expect(await statusOf(0)).toBe('booked')
    }
  }
})
