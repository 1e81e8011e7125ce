import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { generateSlots } from '../../domain/slots.ts'
import {
  at,
  type Browser,
  book,
  claim,
  hold,
  holdSignedOut,
  keep,
  newBrowser,
} from '../../test/app/bookings.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { join } from '../../test/app/waiting.ts'
import { brokenInvariants } from '../../test/invariants/booking-invariants.queries.ts'

const START = new Date('2027-01-12T09:00:00Z')
const NETWORKS = 100
let site: TestApp
let event: CharityEvent
let browser: Browser
let member: TestMember
let hours = 0
beforeAll(async () => {
  site = await openTestApp({ now: START, settings: { rateLimitScale: 1 } })
})
afterAll(async () => {
  expect(await brokenInvariants(site.deps.database.db, site.deps.now())).toEqual([])
  await site.close()
})
beforeEach(async () => {
  hours += 1
  later(0)
  event = await site.event({ places: 24, sessionMinutes: 5 })
  browser = newBrowser()
  member = await site.member()
})

const instant = (minutes: number) =>
  new Date(START.getTime() + hours * 60 * MINUTE_MS + minutes * MINUTE_MS)
const later = (minutes: number) => site.moveTo(instant(minutes))
const times = (of = event) => generateSlots(of).map(({ time }) => time)
const network = (n: number) => `2001:db8:${n.toString(16)}:1::1`

async function outcome(time: string, n = 0, at = newBrowser(), of = event): Promise<string> {
  const { status, body } = await holdSignedOut(site, at, of, time, { from: network(n) })
  return status === 201 ? 'held' : body.code
}

async function freeTimes(as: { cookie: string }, of = event): Promise<string[]> {
  const { body } = await site.ask('GET', `/api/events/${of.event_id}/slots`, { as })
  return body[of.event_date]?.availableTimeSlots ?? []
}

async function visitorHolds(of = event): Promise<number> {
  const { rows } = await site.deps.database.db.execute<{ held: number }>(
    `select count(*)::int as held from places where event_id = ${of.event_id}
      and held_by_visitor is not null and held_until > '${site.deps.now().toISOString()}'`,
  )
  return rows[0]?.held ?? 0
}

describe('visitors together', () => {
  test('hold half of what is free, from however many networks, also all at once', async () => {
    const outcomes = await Promise.all(times().map((time, n) => outcome(time, n)))
    expect(outcomes.filter((one) => one === 'held')).toHaveLength(12)
    expect(outcomes.filter((one) => one === 'too_many_holds')).toHaveLength(12)
    expect(await visitorHolds()).toBe(12)
  })

  test('hold the larger half of an odd number, and one that is the last', async () => {
    for (const [places, most] of [
      [5, 3],
      [1, 1],
    ] as const) {
      const small = await site.event({ places })
      const outcomes = []
      for (const [n, time] of times(small).entries())
        outcomes.push(await outcome(time, n, newBrowser(), small))
      expect(outcomes.filter((one) => one === 'held')).toHaveLength(most)
    }
  })

  test('hold half of what members left, who are not counted', async () => {
    const [first = '', ...others] = times()
    await hold(site, member, event, first)
    await site.deps.database.db.execute(
      `update places set is_kept_back = true where event_id = ${event.event_id} and
        slot_starts_at in (select slot_starts_at from places where event_id = ${event.event_id}
          order by slot_starts_at desc limit 13)`,
    )
    const outcomes = []
    for (const [n, time] of others.slice(0, 10).entries()) outcomes.push(await outcome(time, n))
    expect(outcomes.filter((one) => one === 'held')).toHaveLength(5)
  })

  test('of 100 networks never keep a member from a time of 24 for five minutes', async () => {
    const waits = []
    const browsers = Array.from({ length: NETWORKS }, newBrowser)
    for (let minute = 0; minute <= 40; minute++) {
      later(minute)
      for (const [n, at] of browsers.entries()) {
        const time = times()[(n + minute) % 24] ?? ''
        if (minute % 5 === n % 5) await outcome(time, n, minute % 2 ? at : newBrowser())
      }
      if (minute % 4) continue
      const one = await site.member()
      await site.consent(one, event)
      const [time] = await freeTimes(one)
      const { status } = await book(site, one, event, time ?? times()[0] ?? '')
      waits.push(status === 201 ? 0 : minute)
    }
    expect(waits).toEqual(Array(11).fill(0))
  }, 120_000)
})

describe('the last free place', () => {
  beforeEach(async () => {
    event = await site.event({ places: 1 })
    expect(await outcome('10:00', 1, browser)).toBe('held')
  })

  test('is listed for a member, and not for another visitor', async () => {
    expect(await freeTimes(member)).toEqual(['10:00'])
    expect(await freeTimes(at(newBrowser()))).toEqual([])
    expect((await join(site, member, event)).body.code).toBe('places_left')
  })

  test.each(['held', 'booked'])('goes to a member, and the visitor reads so: %s', async (how) => {
    await site.consent(member, event)
    const take = how === 'held' ? hold : book
    expect((await take(site, member, event, '10:00')).status).toBe(201)
    const answer = await keep(site, browser, event, '10:00')
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code: 'hold_yielded', slots: {} })
    const claimed = await claim(site, {
      member: await site.member(),
      browser,
      event,
      time: '10:00',
    })
    expect(claimed.body.code).toBe('hold_over')
  })

  test('is not taken from who signed in with it, nor from a payment under way', async () => {
    const owner = await site.member()
    expect((await claim(site, { member: owner, browser, event, time: '10:00' })).status).toBe(200)
    expect((await hold(site, member, event, '10:00')).body.code).toBe('slot_taken')
    await site.consent(member, event)
    expect((await book(site, member, event, '10:00')).body.code).toBe('slot_taken')
  })

  test('is the owner’s or the member’s when both take it at once, never both’s', async () => {
    const owner = await site.member()
    const [claimed, held] = await Promise.all([
      claim(site, { member: owner, browser, event, time: '10:00' }),
      hold(site, member, event, '10:00'),
    ])
    expect([claimed.status, held.status].toSorted()).toEqual(
      claimed.status === 200 ? [200, 409] : [201, 409],
    )
  })
})

test('a place is not yielded while another of the event is free', async () => {
  expect(await outcome('10:00', 1, browser)).toBe('held')
  const { status, body } = await hold(site, member, event, '10:00')
  expect([status, body.code]).toEqual([409, 'slot_taken'])
  expect(body.slots[event.event_date].availableTimeSlots).toHaveLength(23)
})

describe('a visitor’s hold', () => {
  const end = async () => (await keep(site, browser, event, '10:00')).body.expires_at

  test('lasts 5 minutes past the last act, and 15 in all', async () => {
    await outcome('10:00', 1, browser)
    later(4)
    expect(await end()).toBe(instant(9).toISOString())
    later(8)
    expect(await end()).toBe(instant(13).toISOString())
    later(12)
    expect(await end()).toBe(instant(15).toISOString())
    later(15)
    const over = await keep(site, browser, event, '10:00')
    expect([over.status, over.body.code]).toEqual([409, 'hold_over'])
    expect(over.body.slots[event.event_date].availableTimeSlots).toHaveLength(24)
  })

  test('ends after 5 minutes without an act', async () => {
    await outcome('10:00', 1, browser)
    later(5)
    expect((await keep(site, browser, event, '10:00')).body.code).toBe('hold_over')
  })

  test('is kept by nobody else, and shows no times of a private event', async () => {
    await outcome('10:00', 1, browser)
    expect((await keep(site, newBrowser(), event, '10:00')).body.code).toBe('hold_over')
    const lodge = await site.event({ accessCode: 'LODGE2026' })
    const { body } = await keep(site, browser, lodge, '10:00')
    expect(body).not.toHaveProperty('slots')
    expect(body.code).toBe('access_code_required')
  })

  test('is the member’s for 15 minutes from its beginning, once claimed', async () => {
    await outcome('10:00', 1, browser)
    later(3)
    const { body } = await claim(site, { member, browser, event, time: '10:00' })
    expect(body.expires_at).toBe(instant(15).toISOString())
  })
})
