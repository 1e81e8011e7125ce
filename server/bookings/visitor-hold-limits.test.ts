import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { at, type Browser, book, holdSignedOut, newBrowser } from '../../test/app/bookings.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let event: CharityEvent
let hours = 0
beforeAll(async () => {
  site = await openTestApp({ now: START, settings: { rateLimitScale: 1 } })
})
afterAll(() => site.close())
beforeEach(async () => {
  // Expire the rate-limit windows of earlier tests.
  hours += 1
  later(0)
  event = await site.event({ places: 24, sessionMinutes: 5 })
})

const later = (minutes: number) =>
  site.moveTo(new Date(START.getTime() + hours * 60 * MINUTE_MS + minutes * MINUTE_MS))
const timeAt = (n: number) => `${10 + Math.floor(n / 12)}:${String((n % 12) * 5).padStart(2, '0')}`

async function outcome(
  time: string,
  browser: Browser = newBrowser(),
  from?: string,
): Promise<string> {
  const { status, body } = await holdSignedOut(site, browser, event, time, from ? { from } : {})
  return status === 201 ? 'held' : body.code
}

async function liveHolds(): Promise<number> {
  const { rows } = await site.deps.database.db.execute<{ held: number }>(
    `select count(*)::int as held from places where event_id = ${event.event_id}
      and held_until > '${site.deps.now().toISOString()}'`,
  )
  return rows[0]?.held ?? 0
}

describe('a script with a new cookie for each request', () => {
  test('holds a fifth of an event, also when all come at once', async () => {
    const asked = Array.from({ length: 24 }, (_, n) => outcome(timeAt(n)))
    const outcomes = await Promise.all(asked)
    expect(outcomes.filter((one) => one === 'held')).toHaveLength(4)
    expect(outcomes.filter((one) => one === 'too_many_holds')).toHaveLength(20)
    expect(await liveHolds()).toBe(4)
  })

  test('shares the limit with the members of its address', async () => {
    for (let n = 0; n < 3; n++) expect(await outcome(timeAt(n))).toBe('held')
    const url = `/api/events/${event.event_id}/holds`
    const holdFrom = async (slot: string) => {
      const { cookie } = await site.member()
      const answer = await site.app.inject({
        method: 'POST',
        url,
        remoteAddress: '203.0.113.9',
        headers: { 'sec-fetch-site': 'same-origin', cookie },
        payload: { slot },
      })
      return answer.statusCode === 201 ? 'held' : answer.json().code
    }
    expect([await holdFrom('11:00'), await holdFrom('11:05')]).toEqual(['held', 'too_many_holds'])
    expect(await outcome('11:10')).toBe('too_many_holds')
  })

  test('holds a slot for an hour, and no longer', async () => {
    const outcomes = []
    for (let n = 0; n < 6; n++) {
      later(n * 15)
      outcomes.push(await outcome('10:00'))
    }
    expect(outcomes).toEqual([...Array(4).fill('held'), 'held_before', 'held_before'])
    expect(await outcome('10:00', newBrowser(), '198.51.100.7')).toBe('held')
  })

  test('is stopped after 120 holds in a quarter of an hour', async () => {
    event = await site.event({ places: 120, sessionMinutes: 1 })
    const minute = (n: number) => `${10 + Math.floor(n / 60)}:${String(n % 60).padStart(2, '0')}`
    const browser = newBrowser()
    for (let n = 0; n < 120; n++) expect(await outcome(minute(n), browser)).toBe('held')
    expect(await outcome(minute(0))).toBe('too_many_requests')
    later(15)
    expect(await outcome(minute(0))).toBe('held')
  })
})

test('one browser may hold a slot twice, and a third request does not extend it', async () => {
  const browser = newBrowser()
  const end = async () => (await holdSignedOut(site, browser, event, '10:00')).body.expires_at
  const first = await end()
  later(3)
  const second = await end()
  expect(Date.parse(second) - Date.parse(first)).toBe(3 * MINUTE_MS)
  later(7)
  expect(await end()).toBe(second)
  later(8)
  expect(await outcome('10:00', browser)).toBe('held_before')
})

test('who is refused a hold books the time after signing in', async () => {
  for (let n = 0; n < 4; n++) await outcome(timeAt(n))
  const browser = newBrowser()
  expect(await outcome('11:00', browser)).toBe('too_many_holds')
  const member = await site.member()
  await site.consent(member, event)
  const { status } = await book(site, { ...member, ...at(browser, member) }, event, '11:00')
  expect(status).toBe(201)
})
