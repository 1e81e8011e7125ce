import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import { bookedId } from '../../test/app/bookings.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { brokenInvariants } from '../../test/invariants/booking-invariants.queries.ts'
import { until } from '../../test/until.ts'

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

function move(
  appt_time: unknown,
  as: TestMember | undefined = member,
  which: number | string = id,
) {
  const url = `/api/appointments/${which}/update`
  return site.ask('PUT', url, { ...(as && { as }), body: { appt_time } })
}

async function freeTimes() {
  const { body } = await site.ask('GET', `/api/events/${event.event_id}/slots`)
  return body[event.event_date]?.availableTimeSlots
}

async function rows(query: string) {
  return (await site.deps.database.db.execute(query)).rows
}

const broken = () => brokenInvariants(site.deps.database.db, site.deps.now())

test('an appointment is moved five times in a day, then refused with words, the time kept', async () => {
  const strict = await openTestApp({ now: START, settings: { rateLimitScale: 1 } })
  const one = await strict.member()
  const of = await strict.event()
  await strict.consent(one, of)
  const appointment = await bookedId(strict, one, of)
  const moveTo = (appt_time: string) =>
    strict.ask('PUT', `/api/appointments/${appointment}/update`, { as: one, body: { appt_time } })
  for (const time of ['10:40', '11:00', '10:20', '11:20', '11:40'])
    expect((await moveTo(time)).status).toBe(200)
  const sixth = await moveTo('10:00')
  expect([sixth.status, sixth.body.code]).toEqual([429, 'moved_too_often'])
  expect((await moveTo('11:40')).status).toBe(200)
  strict.moveTo(new Date(START.getTime() + 24 * 3_600_000))
  expect((await moveTo('10:00')).status).toBe(200)
  await strict.close()
})

describe('a member moves an appointment', () => {
  test('trap 24: to another time of the event, which frees the old one at once', async () => {
    const { status, body, headers } = await move('11:40')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toMatchObject({
      status: 'success',
      appointment: {
        appointment_id: id,
        event_id: event.event_id,
        status: 'booked',
        appt_date: '2027-01-26',
        appt_time: '11:40',
        appt_end_time: '12:00',
      },
    })
    expect(await freeTimes()).toEqual(['10:00', '10:20', '10:40', '11:00', '11:20'])
    const listed = await site.ask(
      'GET',
      `/api/appointments/upcoming-appointments/user/${member.id}`,
      {
        as: member,
      },
    )
    expect(listed.body.appointments).toEqual([body.appointment])
    expect(await broken()).toEqual([])
  })

  test('which is upcoming until its new end, with a higher calendar sequence', async () => {
    await move('11:40')
    expect(
      await rows(
        `select a.calendar_sequence, u.until = a.slot_ends_at as follows
          from appointments a join upcoming_appointments u on u.appointment_id = a.id
          where a.id = ${id}`,
      ),
    ).toEqual([{ calendar_sequence: 1, follows: true }])
  })

  test('and gets one mail with both times', async () => {
    await move('11:40')
    await move('11:40')
    const said = () =>
      site.mails.filter(({ to, subject }) => to === member.email && /new time/.test(subject))
    await until(() => expect(said()).toHaveLength(1))
    expect(said()[0]?.subject).toBe(
      'Your CHAPS appointment has a new time: 11:40 on Tuesday 26 January 2027',
    )
    expect(said()[0]?.text).toContain('no longer at 10:20 on Tuesday 26 January 2027')
    expect(said()[0]?.text).toContain('until 11:40 on Sunday 24 January 2027')
  })

  test('to less than 48 hours away, and reads the helpline from then on', async () => {
    site.moveTo(new Date(ukInstant('2027-01-24', '10:20').getTime() - 60_000))
    await move('10:00')
    await until(() =>
      expect(site.mails.at(-1)?.subject).toContain('new time: 10:00 on Tuesday 26 January'),
    )
    const text = site.mails.at(-1)?.text
    expect(text).toContain('Your appointment starts in less than 48 hours')
    expect(text).toContain('Please call our booking helpline on 0808 157 0142')
    expect(text).not.toContain('24 January')
  })

  test('and the audit log records it', async () => {
    await move('11:40')
    expect(
      await rows(
        `select * from audit_log where subject = 'appointment ${id}' and action = 'moved'`,
      ),
    ).toMatchObject([
      {
        actor_user_id: member.userId,
        member_id: member.id,
        details: {
          eventId: event.event_id,
          from: '2027-01-26T10:20:00.000Z',
          to: '2027-01-26T11:40:00.000Z',
        },
      },
    ])
  })

  test('to its present time, which writes nothing', async () => {
    const before = await site.stored()
    const { status, body } = await move('10:20')
    expect([status, body.appointment.appt_time]).toEqual([200, '10:20'])
    expect(await site.stored()).toEqual(before)
  })

  test('to a place that the member holds', async () => {
    await site.ask('POST', `/api/events/${event.event_id}/holds`, {
      as: member,
      body: { slot: '11:00' },
    })
    expect((await move('11:00')).status).toBe(200)
    expect(await broken()).toEqual([])
  })

  test('to another time and back', async () => {
    await move('11:00')
    expect((await move('10:20')).status).toBe(200)
    expect(await freeTimes()).toEqual(['10:00', '10:40', '11:00', '11:20', '11:40'])
    expect(await broken()).toEqual([])
  })

  test('past midnight, where the event goes on', async () => {
    const late = await site.event({
      startsAt: ukInstant('2027-01-27', '23:00'),
      endsAt: ukInstant('2027-01-28', '01:00'),
    })
    const other = await site.member()
    await site.consent(other, late)
    const its = await bookedId(site, other, late, '23:20')
    const { body } = await move('00:20', other, its)
    expect(body.appointment).toMatchObject({ appt_date: '2027-01-28', appt_time: '00:20' })
    expect(await broken()).toEqual([])
  })

  test('at a private event too, with its times visible long after the access code', async () => {
    const lodge = await site.event({ accessCode: 'LODGE2026' })
    const other = await site.member()
    await site.consent(other, lodge)
    const times = () => site.ask('GET', `/api/events/${lodge.event_id}/slots`, { as: other })
    await site.grantAccess(other, lodge, new Date(START.getTime() + 1))
    const its = await bookedId(site, other, lodge)
    site.moveTo(new Date(START.getTime() + 3_600_000))
    expect((await times()).status).toBe(200)
    expect((await move('11:00', other, its)).status).toBe(200)
    await site.ask('PUT', `/api/appointments/${its}/cancel`, { as: other })
    expect((await times()).body.code).toBe('access_code_required')
  })

  test('up to exactly 48 hours before, also when booking has closed', async () => {
    site.moveTo(ukInstant('2027-01-24', '10:20'))
    expect((await move('11:00')).status).toBe(200)
  })
})

describe('moving is refused', () => {
  async function refused(...asked: Parameters<typeof move>) {
    const before = await site.stored()
    const answer = await move(...asked)
    expect(await site.stored()).toEqual(before)
    return answer
  }

  test('less than 48 hours before, in words like the specification’s', async () => {
    site.moveTo(new Date(ukInstant('2027-01-24', '10:20').getTime() + 1))
    expect(await refused('11:00')).toMatchObject({
      status: 409,
      body: {
        code: 'too_late_to_move',
        error:
          'Appointments cannot be rescheduled within 48 hours of the scheduled time. Please contact support for assistance',
      },
    })
  })

  test('trap 24: to a time that another member has booked or holds, with the free times', async () => {
    const other = await site.member()
    await site.consent(other, event)
    await bookedId(site, other, event, '11:00')
    const third = await site.member()
    const body = { slot: '11:20' }
    await site.ask('POST', `/api/events/${event.event_id}/holds`, { as: third, body })
    for (const time of ['11:00', '11:20']) {
      expect(await refused(time)).toMatchObject({
        status: 409,
        body: {
          code: 'slot_taken',
          slots: { '2027-01-26': { availableTimeSlots: ['10:00', '10:40', '11:40'] } },
        },
      })
    }
    expect(await broken()).toEqual([])
  })

  test.each(['10:10', '12:00', '09:40'])(
    'to a time that the event does not have (%s)',
    async (time) => {
      expect((await refused(time)).body.code).toBe('slot_taken')
    },
  )

  test('when it is cancelled', async () => {
    await site.ask('PUT', `/api/appointments/${id}/cancel`, { as: member })
    expect(await refused('11:00')).toMatchObject({ status: 409, body: { code: 'not_booked' } })
  })

  test.each(['', '9:00', '25:00', '11:00:00', 1100, null])(
    'to an invalid time (%j)',
    async (time) => {
      expect(await refused(time)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    },
  )

  test('trap 23: for other members, as for an unknown appointment', async () => {
    const other = await site.member()
    const url = `/api/appointments/${id}/update`
    const before = await site.stored()
    expect((await site.ask('PUT', url, { body: { appt_time: '11:00' } })).status).toBe(401)
    expect(await site.stored()).toEqual(before)
    const theirs = await refused('11:00', other)
    expect(theirs).toMatchObject({ status: 404, body: { code: 'not_found' } })
    for (const odd of [999_999, 0, '-1', 'abc', '1e3']) {
      expect(await refused('11:00', member, odd)).toMatchObject({ status: 404, body: theirs.body })
    }
  })
})
