import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { addDays, ukInstant } from '../../domain/uk-time.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let member: TestMember
let event: CharityEvent
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  member = await site.member()
  event = await site.event({ places: 6 })
})

const hold = (slot: string, as?: TestMember, about = event) =>
  site.ask('POST', `/api/events/${about.event_id}/holds`, { ...(as && { as }), body: { slot } })

const release = (id: string, as?: TestMember) =>
  site.ask('DELETE', `/api/holds/${id}`, { ...(as && { as }) })

async function freeTimes(about = event, as?: TestMember): Promise<string[]> {
  const { body } = await site.ask('GET', `/api/events/${about.event_id}/slots`, {
    ...(as && { as }),
  })
  return body[about.event_date]?.availableTimeSlots ?? []
}

describe('a held place', () => {
  test('is the member’s alone for 15 minutes', async () => {
    const { status, body } = await hold('10:20', member)
    expect(status).toBe(201)
    expect(body).toEqual({
      hold_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      slot: '10:20',
      expires_at: new Date(START.getTime() + 15 * MINUTE_MS).toISOString(),
    })
    expect(await freeTimes()).not.toContain('10:20')
    expect(await freeTimes(event, member)).toContain('10:20')
    site.moveTo(new Date(START.getTime() + 15 * MINUTE_MS))
    expect(await freeTimes()).toContain('10:20')
  })

  test('is not counted as booked', async () => {
    await hold('10:20', member)
    const { body } = await site.ask('GET', `/api/events/${event.event_id}`)
    expect(body.event).toMatchObject({ total_spaces: 6, booked_spaces: 0 })
  })

  test('is replaced by the next one, at any event', async () => {
    const other = await site.event()
    await hold('10:20', member)
    expect((await hold('10:40', member)).status).toBe(201)
    expect(await freeTimes()).toContain('10:20')
    expect((await hold('11:00', member, other)).status).toBe(201)
    expect(await freeTimes()).toContain('10:40')
    expect(await freeTimes(other)).not.toContain('11:00')
  })

  test('is extended by 15 minutes when requested again', async () => {
    const first = await hold('10:20', member)
    site.moveTo(new Date(START.getTime() + 5 * MINUTE_MS))
    const again = await hold('10:20', member)
    expect(again.status).toBe(201)
    expect(again.body.hold_id).not.toBe(first.body.hold_id)
    expect(again.body.expires_at).toBe(new Date(START.getTime() + 20 * MINUTE_MS).toISOString())
  })

  test('stays when the next requested one is taken', async () => {
    await hold('10:40', await site.member())
    await hold('10:20', member)
    expect((await hold('10:40', member)).body.code).toBe('slot_taken')
    expect(await freeTimes()).not.toContain('10:20')
  })

  test('can be held by another member once the hold has expired', async () => {
    await hold('10:20', member)
    site.moveTo(new Date(START.getTime() + 15 * MINUTE_MS))
    const other = await site.member()
    expect((await hold('10:20', other)).status).toBe(201)
    expect(await freeTimes(event, member)).not.toContain('10:20')
  })

  test('is free again after its release', async () => {
    const { body } = await hold('10:20', member)
    const answer = await release(body.hold_id, member)
    expect([answer.status, answer.body]).toEqual([204, null])
    expect(await freeTimes()).toContain('10:20')
    expect((await release(body.hold_id, member)).status).toBe(404)
  })
})

describe('a hold is refused', () => {
  const answers = async (
    expected: { status: number; code: string },
    ...asked: Parameters<typeof hold>
  ) => {
    const before = await site.stored()
    const { status, body } = await hold(...asked)
    expect({ status, code: body.code }).toEqual(expected)
    expect(await site.stored()).toEqual(before)
    return body
  }

  test('to a visitor, whatever the request', () =>
    answers({ status: 401, code: 'sign_in_required' }, 'nonsense'))

  test('for an invalid time', async () => {
    await answers({ status: 400, code: 'invalid_request' }, '10:20:00', member)
    await answers({ status: 400, code: 'invalid_request' }, '24:00', member)
  })

  test('for an unknown event and for an invalid id', async () => {
    const before = await site.stored()
    for (const id of ['999999', '0', '-1', '1.5', 'abc', '9999999999999999', '%00']) {
      const url = `/api/events/${id}/holds`
      const { status, body } = await site.ask('POST', url, { as: member, body: { slot: '10:20' } })
      expect([id, status, body.code]).toEqual([id, 404, 'not_found'])
    }
    expect(await site.stored()).toEqual(before)
  })

  test('when the time is taken, with those that are free', async () => {
    const two = await site.event({ places: 2 })
    await hold('10:00', await site.member(), two)
    const body = await answers({ status: 409, code: 'slot_taken' }, '10:00', member, two)
    expect(body.slots).toEqual({ [two.event_date]: { availableTimeSlots: ['10:20'] } })
  })

  test('for a time that the event does not have', () =>
    answers({ status: 409, code: 'slot_taken' }, '10:10', member))

  test('once booking has closed, and for a past time', async () => {
    site.moveTo(ukInstant(addDays(event.event_date, -1), '10:00'))
    await answers({ status: 403, code: 'booking_closed' }, '10:20', member)
    const works = await site.event({ exclusiveFor: 'CORPORATE' })
    site.moveTo(ukInstant(works.event_date, '10:20'))
    await answers({ status: 403, code: 'booking_closed' }, '10:20', member, works)
    expect((await hold('10:40', member, works)).status).toBe(201)
  })

  test('for a private event without its access code', async () => {
    const lodge = await site.event({ accessCode: 'LODGE2026' })
    await answers({ status: 403, code: 'access_code_required' }, '10:20', member, lodge)
    await site.grantAccess(member, lodge, new Date(START.getTime() + MINUTE_MS))
    expect((await hold('10:20', member, lodge)).status).toBe(201)
  })
})

describe('releasing a hold is refused', () => {
  test('to other members, as for an unknown hold', async () => {
    const { body } = await hold('10:20', member)
    const other = await site.member()
    const before = await site.stored()
    expect((await release(body.hold_id)).status).toBe(401)
    const theirs = await release(body.hold_id, other)
    expect(theirs.status).toBe(404)
    for (const id of [crypto.randomUUID(), '1', 'abc', "' or true"]) {
      expect(await release(encodeURIComponent(id), member)).toMatchObject({
        status: 404,
        body: theirs.body,
      })
    }
    expect(await site.stored()).toEqual(before)
  })
})
