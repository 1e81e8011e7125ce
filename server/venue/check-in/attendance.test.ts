import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tubeCodeOf } from '../../../domain/office/tube-code.ts'
import { ukInstant } from '../../../domain/uk-time.ts'
import { bookedId, consentingMembers } from '../../../test/app/bookings.ts'
import { closeDay } from '../../../test/app/close-day.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

const START = new Date('2027-01-12T09:00:00Z')
type Event = Awaited<ReturnType<TestApp['event']>>
type Person = Awaited<ReturnType<TestApp['staff']>>

let site: TestApp
let event: Event
let appointments: number[]
let venue: Person
let sequence = 0
let tube = 0
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
beforeEach(async () => {
  site.moveTo(START)
  event = await site.event()
  const members = await consentingMembers(site, 4, [event])
  appointments = []
  for (const [place, member] of members.entries())
    appointments.push(
      await bookedId(
        site,
        member,
        event,
        `10:${place}0`.replace('10:10', '11:20').replace('10:30', '11:00'),
      ),
    )
  site.moveTo(ukInstant(event.event_date, '10:00'))
  venue = await site.staff(['venue'], { eventIds: [event.event_id] })
})
afterAll(() => site.close())

const action = (appointment: number, type: string, more: object = {}) => {
  sequence += 1
  const at = site.deps.now().toISOString()
  return {
    id: randomUUID(),
    device: 'tablet 1',
    sequence,
    at,
    appointment_id: appointment,
    type,
    ...more,
  }
}
const newTube = () => {
  tube += 1
  return tubeCodeOf(tube)
}
const send = (actions: object[], as = venue, of = event) =>
  site.ask('POST', `/api/office/days/${of.event_id}/actions`, { as, body: { actions } })
const statuses = async (...args: Parameters<typeof send>) => {
  const { status, body } = await send(...args)
  expect(status).toBe(200)
  return body.results.map((result: { status: string; code: string | null }) => [
    result.status,
    result.code,
  ])
}
const day = async (as = venue) =>
  (await site.ask('GET', `/api/office/days/${event.event_id}`, { as })).body
const personOf = async (appointment: number) =>
  (await day()).people.find((one: { appointment_id: number }) => one.appointment_id === appointment)
const first = () => appointments[0] ?? 0
const second = () => appointments[1] ?? 0

describe('the day', () => {
  test('lists those booked by time with what a volunteer needs, and no more', async () => {
    const { people, event: shown } = await day()
    expect(shown).toMatchObject({ name: event.event_name, start: '10:00', end: '12:00' })
    expect(people).toHaveLength(4)
    expect(Object.keys(people[0]).sort()).toEqual([
      'action_id',
      'appointment_id',
      'arrived_at',
      'by',
      'date_of_birth',
      'first_name',
      'is_booked',
      'is_consent_withdrawn',
      'last_name',
      'presses',
      'reference',
      'since',
      'state',
      'support_needs',
      'support_note',
      'time',
      'to_pay_pence',
      'tubes',
      'walk_in',
    ])
    expect(people[0].state).toBe('expected')
  })

  test('says what helps a member', async () => {
    await site.deps.database.pool.query(
      `update members set support_needs = '{wheelchair}', support_note = 'No steps' where id =
        (select member_id from appointments where id = $1)`,
      [first()],
    )
    const needs = { support_needs: ['wheelchair'], support_note: 'No steps' }
    expect(await personOf(first())).toMatchObject(needs)
  })

  test('opens for the venue from a day before to a day after, the assigned one only', async () => {
    const ask = async () => {
      const { status, body } = await site.ask('GET', `/api/office/days/${event.event_id}`, {
        as: venue,
      })
      return [status, body.code]
    }
    const from = ukInstant(event.event_date, '10:00').getTime() - 86_400_000
    const until = ukInstant(event.event_date, '12:00').getTime() + 86_400_000
    for (const [at, expected] of [
      [from - 1000, [403, 'not_permitted']],
      [from, [200, undefined]],
      [until, [200, undefined]],
      [until + 1000, [403, 'not_permitted']],
    ] as const) {
      site.moveTo(new Date(at))
      venue = await site.staff(['venue'], { eventIds: [event.event_id] })
      expect(await ask()).toEqual(expected)
    }
    const other = await site.staff(['venue'])
    site.moveTo(ukInstant(event.event_date, '10:00'))
    const refused = await send([action(first(), 'arrive')], other)
    expect([refused.status, refused.body.code]).toEqual([403, 'not_permitted'])
  })
})

describe('actions', () => {
  test('are applied once, however often they are sent', async () => {
    const both = [action(first(), 'arrive'), action(first(), 'sample', { tube: newTube() })]
    expect(await statuses(both)).toEqual([
      ['applied', null],
      ['applied', null],
    ])
    expect(await statuses([...both, ...both])).toEqual(Array(4).fill(['repeated', null]))
    const { state, by, tubes } = await personOf(first())
    expect({ state, by, tubes }).toEqual({
      state: 'sampled',
      by: venue.name,
      tubes: [tubeCodeOf(tube)],
    })
  })

  test('of two tablets at once both stay, the second flagged', async () => {
    const one = await Promise.all([
      statuses([action(first(), 'arrive', { device: 'tablet 1' })]),
      statuses([action(first(), 'arrive', { device: 'tablet 2' })]),
    ])
    expect(one.flat().toSorted()).toEqual([
      ['applied', null],
      ['flagged', 'already_arrived'],
    ])
    expect((await day()).problems).toMatchObject([{ code: 'already_arrived', by: venue.name }])
  })

  test('of a tube that another man has are refused and kept, also at the same moment', async () => {
    const code = newTube()
    const taken = await Promise.all([
      statuses([action(first(), 'sample', { tube: code })]),
      statuses([action(second(), 'sample', { tube: ` ${code.toLowerCase()}` })]),
    ])
    expect(taken.flat().toSorted()).toEqual([
      ['applied', null],
      ['refused', 'tube_taken'],
    ])
    expect((await day()).problems).toMatchObject([
      { status: 'refused', code: 'tube_taken', tube: expect.any(String) },
    ])
    const states = [await personOf(first()), await personOf(second())].map(({ state }) => state)
    expect(states.toSorted()).toEqual(['expected', 'sampled'])
  })

  test('of a tube at two events at once go to one man', async () => {
    const elsewhere = await site.event()
    site.moveTo(START)
    const [member] = await consentingMembers(site, 1, [elsewhere])
    if (!member) throw new Error('there is no member')
    const far = await bookedId(site, member, elsewhere, '11:40')
    site.moveTo(ukInstant(event.event_date, '10:00'))
    const both = await site.staff(['venue'], { eventIds: [event.event_id, elsewhere.event_id] })
    const code = newTube()
    const taken = await Promise.all([
      statuses([action(first(), 'sample', { tube: code })], both),
      statuses([action(far, 'sample', { tube: code })], both, elsewhere),
    ])
    expect(taken.flat().toSorted()).toEqual([
      ['applied', null],
      ['refused', 'tube_taken'],
    ])
  })

  test.each([
    ['a misread tube', 'sample', { tube: 'CHP00000016' }, 'tube_misread'],
    ['no tube', 'sample', {}, 'tube_misread'],
    ['no reason', 'not_sampled', {}, 'reason_needed'],
    ['an unknown reason', 'not_sampled', { reason: 'tired' }, 'reason_needed'],
    ['nothing to undo', 'undo', { reason: 'wrong man' }, 'nothing_to_undo'],
  ])('with %s are refused', async (_what, type, more, code) => {
    expect(await statuses([action(first(), type, more)])).toEqual([['refused', code]])
    expect((await personOf(first())).state).toBe('expected')
  })

  test('for another event are refused and change nothing there', async () => {
    const elsewhere = await site.event()
    const both = await site.staff(['venue'], { eventIds: [event.event_id, elsewhere.event_id] })
    for (const id of [first(), 999_999])
      expect(await statuses([action(id, 'arrive')], both, elsewhere)).toEqual([
        ['refused', 'not_of_this_event'],
      ])
    expect((await personOf(first())).state).toBe('expected')
  })

  test('are undone with a reason, and their tube stays with the man', async () => {
    const code = newTube()
    await send([action(first(), 'arrive'), action(first(), 'sample', { tube: code })])
    expect(await statuses([action(first(), 'undo', { reason: 'wrong man' })])).toEqual([
      ['applied', null],
    ])
    expect(await personOf(first())).toMatchObject({ state: 'arrived', tubes: [] })
    expect(await statuses([action(second(), 'sample', { tube: code })])).toEqual([
      ['refused', 'tube_taken'],
    ])
    await send([action(first(), 'undo', { reason: 'mistake' })])
    expect(await personOf(first())).toMatchObject({ state: 'expected', action_id: null })
  })

  test('for a man who cancelled meanwhile are done and flagged', async () => {
    const clerk = await site.staff(['office'])
    const body = { reason: 'rang us', refund: 'none' }
    const { reference } = await personOf(first())
    site.moveTo(START)
    const sent = await site.ask('PUT', `/api/office/appointments/${first()}/cancel`, {
      as: clerk,
      body,
    })
    expect(sent.status).toBe(200)
    site.moveTo(ukInstant(event.event_date, '10:00'))
    const after = await day()
    expect(after.people).toHaveLength(3)
    expect(after.cancelled_references).toEqual([reference])
    expect(await statuses([action(first(), 'arrive')])).toEqual([
      ['flagged', 'cancelled_meanwhile'],
    ])
    expect(await personOf(first())).toMatchObject({ state: 'arrived', is_booked: false })
  })
})

describe('what somebody should look at', () => {
  const review = async (action: string, as = venue, of = event) => {
    const url = `/api/office/days/${of.event_id}/problems/${action}/review`
    const { status, body } = await site.ask('POST', url, { as })
    return [status, body?.code]
  }
  const problems = async () => (await day()).problems

  test('stays until a person has dealt with it, and then says who and when', async () => {
    const refused = action(first(), 'sample', { tube: 'CHP00000016' })
    await send([refused])
    expect(await problems()).toMatchObject([{ id: refused.id, reviewed: null }])
    expect(await review(refused.id)).toEqual([204, undefined])
    const reviewed = { by: venue.name, at: site.deps.now().toISOString() }
    expect(await problems()).toMatchObject([{ id: refused.id, status: 'refused', reviewed }])

    const colleague = await site.staff(['venue'], { eventIds: [event.event_id] })
    expect(await review(refused.id, colleague)).toEqual([204, undefined])
    expect(await problems()).toMatchObject([{ reviewed }])
    const { rows } = await site.deps.database.pool.query(
      `select details->>'code' as code from audit_log where action = 'problem of the day dealt with'
        and details->>'actionId' = $1`,
      [refused.id],
    )
    expect(rows).toEqual([{ code: 'tube_misread' }])
  })

  test('is dealt with by nobody of another day, and never where nothing is wrong', async () => {
    const [well, refused] = [action(first(), 'arrive'), action(first(), 'sample')]
    await send([well, refused])
    const elsewhere = await site.event()
    const other = await site.staff(['venue'], { eventIds: [elsewhere.event_id] })
    expect(await review(refused.id, other)).toEqual([403, 'not_permitted'])
    expect(await review(refused.id, other, elsewhere)).toEqual([404, 'not_found'])
    expect(await review(well.id)).toEqual([404, 'not_found'])
    expect(await review('1')).toEqual([404, 'not_found'])
    expect(await problems()).toMatchObject([{ id: refused.id, reviewed: null }])
  })
})

describe('closing the day', () => {
  const lead = () => site.staff(['venue'], { eventIds: [event.event_id], leads: [event.event_id] })
  const close = async () => {
    const as = await lead()
    const { status, body } = await closeDay(site, event.event_id, as)
    return [status, body.code ?? body.did_not_attend]
  }

  test('sets those still expected to did not attend, once', async () => {
    await send([action(first(), 'arrive')])
    site.moveTo(ukInstant(event.event_date, '12:30'))
    expect(await close()).toEqual([200, 3])
    expect(await close()).toEqual([200, 0])
    const { people, closed_at: closedAt } = await day(await lead())
    expect(people.map(({ state }: { state: string }) => state).toSorted()).toEqual([
      'arrived',
      'did_not_attend',
      'did_not_attend',
      'did_not_attend',
    ])
    expect(closedAt).toBe(site.deps.now().toISOString())
    const clerk = await site.staff(['office'])
    const { body } = await site.ask('GET', `/api/office/events/${event.event_id}`, { as: clerk })
    expect(body.day).toEqual({
      closed_at: closedAt,
      closed_by: expect.any(String),
      booked: 4,
      expected: 0,
      arrived: 1,
      sampled: 0,
      not_sampled: 0,
      did_not_attend: 3,
      tubes: 0,
    })
  })

  test('loses nobody whose tablet sends later', async () => {
    const late = action(second(), 'arrive')
    await close()
    expect(await statuses([late])).toEqual([['flagged', 'day_closed']])
    expect((await personOf(second())).state).toBe('arrived')
  })

  test('waits for the day to begin', async () => {
    site.moveTo(new Date(ukInstant(event.event_date, '10:00').getTime() - 1000))
    expect(await close()).toEqual([409, 'day_not_begun'])
  })
})
