import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import { bookedId } from '../../test/app/bookings.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { brokenInvariants } from '../../test/invariants/booking-invariants.queries.ts'
import { until } from '../../test/until.ts'
import { cancelAppointment } from './cancel-appointment.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let member: TestMember
let event: CharityEvent
let id: number
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  member = await site.member()
  event = await site.event()
  await site.consent(member, event)
  id = await bookedId(site, member, event)
})

const cancel = (which: number | string, as?: TestMember) =>
  site.ask('PUT', `/api/appointments/${which}/cancel`, { ...(as && { as }) })

const upcoming = (whose: number | string, as?: TestMember) =>
  site.ask('GET', `/api/appointments/upcoming-appointments/user/${whose}`, { ...(as && { as }) })

describe('a member cancels', () => {
  test('which frees the place at once', async () => {
    const { status, body } = await cancel(id, member)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'success',
      appointment: { appointment_id: id, status: 'cancelled', appt_time: '10:20' },
    })
    const seen = await site.ask('GET', `/api/events/${event.event_id}`)
    expect(seen.body.event.booked_spaces).toBe(0)
    const other = await site.member()
    await site.consent(other, event)
    await bookedId(site, other, event)
    expect(await brokenInvariants(site.deps.database.db, site.deps.now())).toEqual([])
  })

  test('who gets one mail', async () => {
    await cancel(id, member)
    await cancel(id, member)
    const said = () =>
      site.mails.filter(({ to, subject }) => to === member.email && /cancelled/.test(subject))
    await until(() => expect(said()).toHaveLength(1))
    expect(said()[0]?.subject).toBe(
      'Your CHAPS appointment is cancelled: 10:20 on Tuesday 26 January 2027',
    )
  })

  test('or a colleague for the member, who stands in the audit log with the reason', async () => {
    const { userId } = await site.staff(['office'])
    const onBehalf = { userId, reason: 'rang us', refund: 'policy', mayExceed: false } as const
    await cancelAppointment(site.deps, { whose: { member }, appointmentId: id, onBehalf })
    const { rows } = await site.deps.database.pool.query(
      `select actor_user_id, details->>'reason' as reason from audit_log
        where action = 'cancelled' and subject = $1`,
      [`appointment ${id}`],
    )
    expect(rows).toEqual([{ actor_user_id: userId, reason: 'rang us' }])
  })

  test('who may then book the same event again, or another', async () => {
    await cancel(id, member)
    const again = await bookedId(site, member, event)
    await cancel(again, member)
    const other = await site.event()
    await site.consent(member, other)
    await bookedId(site, member, other)
    expect(await brokenInvariants(site.deps.database.db, site.deps.now())).toEqual([])
  })

  test('up to exactly 48 hours before', async () => {
    site.moveTo(ukInstant('2027-01-24', '10:20'))
    expect((await cancel(id, member)).status).toBe(200)
  })
})

describe('cancelling is refused', () => {
  async function refused(which: number | string, as?: TestMember) {
    const before = await site.stored()
    const answer = await cancel(which, as)
    expect(await site.stored()).toEqual(before)
    return answer
  }

  test('trap 23: less than 48 hours before, in the specification’s words', async () => {
    site.moveTo(new Date(ukInstant('2027-01-24', '10:20').getTime() + 1))
    expect(await refused(id, member)).toMatchObject({
      status: 409,
      body: {
        code: 'too_late_to_cancel',
        error:
          'Appointments cannot be cancelled within 48 hours of the scheduled time. Please contact support for assistance',
      },
    })
  })

  test('trap 23: when it is cancelled already', async () => {
    await cancel(id, member)
    expect(await refused(id, member)).toMatchObject({ status: 409, body: { code: 'not_booked' } })
  })

  test('trap 23: for other members, as for an unknown appointment', async () => {
    const other = await site.member()
    expect((await refused(id)).status).toBe(401)
    const theirs = await refused(id, other)
    expect(theirs).toMatchObject({ status: 404, body: { code: 'not_found' } })
    for (const odd of [999_999, 0, '-1', 'abc', '1e3', `${id}%20`]) {
      expect(await refused(odd, member)).toMatchObject({ status: 404, body: theirs.body })
    }
  })
})

describe('upcoming appointments', () => {
  test('are listed soonest first, with cancelled ones', async () => {
    await cancel(id, member)
    const sooner = await site.event({
      startsAt: ukInstant('2027-01-20', '10:00'),
      endsAt: ukInstant('2027-01-20', '12:00'),
    })
    await site.consent(member, sooner)
    const live = await bookedId(site, member, sooner)
    const { status, body, headers } = await upcoming(member.id, member)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(body.appointments).toMatchObject([
      { appointment_id: live, status: 'booked', appt_date: '2027-01-20', email: member.email },
      { appointment_id: id, status: 'cancelled', appt_date: '2027-01-26' },
    ])
  })

  test('leave the list when they are over', async () => {
    site.moveTo(new Date(ukInstant('2027-01-26', '10:40').getTime() - 1))
    expect((await upcoming(member.id, member)).body.appointments).toHaveLength(1)
    site.moveTo(ukInstant('2027-01-26', '10:40'))
    expect((await upcoming(member.id, member)).body.appointments).toEqual([])
  })

  test('trap 2: of another member are refused as for an unknown profile', async () => {
    const other = await site.member()
    expect((await upcoming(member.id)).status).toBe(401)
    const theirs = await upcoming(member.id, other)
    expect(theirs).toMatchObject({ status: 404, body: { code: 'not_found' } })
    for (const odd of [999_999, 0, 'abc', `0${other.id}`, `${other.id}.0`]) {
      expect(await upcoming(odd, other)).toMatchObject({ status: 404, body: theirs.body })
    }
  })
})
