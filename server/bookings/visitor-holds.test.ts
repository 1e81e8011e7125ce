import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import {
  at,
  type Browser,
  book,
  claim,
  hold,
  holdSignedOut,
  newBrowser,
} from '../../test/app/bookings.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { join } from '../../test/app/waiting.ts'
import { brokenInvariants } from '../../test/invariants/booking-invariants.queries.ts'
import { endGrants } from '../events/access-grants.queries.ts'

const START = new Date('2027-01-12T09:00:00Z')
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
  // Expire the rate-limit windows of earlier tests.
  hours += 1
  later(0)
  event = await site.event({ places: 24, sessionMinutes: 5 })
  browser = newBrowser()
  member = await site.member()
})

const instant = (minutes: number) =>
  new Date(START.getTime() + hours * 60 * MINUTE_MS + minutes * MINUTE_MS)
const later = (minutes: number) => site.moveTo(instant(minutes))
const until = (minutes: number) => instant(minutes).toISOString()

async function freeTimes(as?: { cookie: string }, about = event): Promise<string[]> {
  const url = `/api/events/${about.event_id}/slots`
  const { body } = await site.ask('GET', url, { ...(as && { as }) })
  return body[about.event_date]?.availableTimeSlots ?? []
}

async function heldPlaces() {
  const { rows } = await site.deps.database.db.execute(
    `select held_by, held_by_visitor is not null as is_visitors from places
      where event_id = ${event.event_id} and held_until > '${site.deps.now().toISOString()}'`,
  )
  return rows
}

describe('a place held before sign-in', () => {
  test('is the browser’s alone for 5 minutes', async () => {
    const { status, body } = await holdSignedOut(site, browser, event, '10:20')
    expect(status).toBe(201)
    expect(body).toEqual({
      hold_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      slot: '10:20',
      expires_at: until(5),
    })
    expect(await freeTimes()).not.toContain('10:20')
    expect(await freeTimes(at(newBrowser()))).not.toContain('10:20')
    expect(await freeTimes(member)).not.toContain('10:20')
    expect(await freeTimes(at(browser))).toContain('10:20')
    later(5)
    expect(await freeTimes()).toContain('10:20')
  })

  test('is known by a random cookie that no script reads; the place stores its keyed hash', async () => {
    const { headers } = await holdSignedOut(site, browser, event, '10:20')
    expect([headers['set-cookie']].flat().join()).toMatch(
      /^visitor=[\w-]{22}\.[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(headers['cache-control']).toBe('no-store')
    const { rows } = await site.deps.database.db.execute<{ hash: string }>(
      "select encode(held_by_visitor, 'hex') as hash from places where held_by_visitor is not null",
    )
    const [id = ''] = browser.visitor.replace('visitor=', '').split('.')
    expect(rows.map(({ hash }) => Buffer.from(hash, 'hex').length)).toContain(32)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(id).toString('hex'))
  })

  test('is not counted as booked', async () => {
    await holdSignedOut(site, browser, event, '10:20')
    const { body } = await site.ask('GET', `/api/events/${event.event_id}`)
    expect(body.event).toMatchObject({ total_spaces: 24, booked_spaces: 0 })
  })

  test('is replaced by the next one, which leaves nobody else’s', async () => {
    const other = newBrowser()
    await holdSignedOut(site, other, event, '10:40')
    await holdSignedOut(site, browser, event, '10:20')
    expect((await holdSignedOut(site, browser, event, '10:40')).body.code).toBe('slot_taken')
    expect(await freeTimes()).not.toContain('10:20')
    expect((await holdSignedOut(site, browser, event, '11:00')).status).toBe(201)
    expect(await freeTimes()).toContain('10:20')
    expect(await heldPlaces()).toHaveLength(2)
  })

  test('is neither held nor booked by a member', async () => {
    await holdSignedOut(site, browser, event, '10:20')
    await site.consent(member, event)
    const held = await hold(site, member, event, '10:20')
    expect([held.status, held.body.code]).toEqual([409, 'slot_taken'])
    expect((await book(site, member, event, '10:20')).body.code).toBe('slot_taken')
  })

  test('is refused as the same hold of a member would be', async () => {
    const soon = await site.event()
    const isRefused = async (about: CharityEvent, code: string, time = '10:00') =>
      expect((await holdSignedOut(site, newBrowser(), about, time)).body.code).toBe(code)
    await isRefused(event, 'slot_taken', '10:01')
    await isRefused({ ...event, event_id: 999_999 }, 'not_found')
    await isRefused(await site.event({ accessCode: 'LODGE2026' }), 'access_code_required')
    later(13 * 24 * 60)
    await isRefused(soon, 'booking_closed')
  })

  test('at a private event needs the access code, and keeps the grant when the code is replaced', async () => {
    const lodge = await site.event({ accessCode: 'LODGE2026' })
    const url = `/api/events/${lodge.event_id}/check-access-code`
    const { headers } = await site.ask('POST', url, { body: { access_code: 'LODGE2026' } })
    const [cookie = ''] = [headers['set-cookie']].flat().join().split(';')
    browser.visitor = cookie
    expect((await holdSignedOut(site, browser, lodge, '10:00')).status).toBe(201)
    await endGrants(site.deps.database.db, { eventId: lodge.event_id, now: site.deps.now() })
    expect((await claim(site, { member, browser, event: lodge, time: '10:00' })).status).toBe(200)
    await site.consent(member, lodge)
    expect((await book(site, member, lodge, '10:00')).status).toBe(201)
  })

  test('is not to be had while others wait for a place', async () => {
    const full = await site.event({ places: 1 })
    const [booked, waiting] = [await site.member(), await site.member()]
    await site.consent(booked, full)
    expect((await book(site, booked, full, '10:00')).status).toBe(201)
    expect((await join(site, waiting, full)).status).toBe(200)
    expect((await holdSignedOut(site, browser, full, '10:00')).body.code).toBe('slot_taken')
  })

  test('books nothing: an appointment needs an account and a consent', async () => {
    await holdSignedOut(site, browser, event, '10:20')
    const body = { eventId: event.event_id, appointmentStartTime: '10:20' }
    expect((await site.ask('POST', '/api/appointments', { as: at(browser), body })).status).toBe(
      401,
    )
    await claim(site, { member, browser, event, time: '10:20' })
    expect((await book(site, member, event, '10:20')).body.code).toBe('consent_required')
  })
})

describe('signing in', () => {
  test('makes the hold the member’s, to 15 minutes after it began', async () => {
    const { body } = await holdSignedOut(site, browser, event, '10:20')
    later(4)
    const claimed = await claim(site, { member, browser, event, time: '10:20' })
    expect([claimed.status, claimed.body]).toEqual([200, { ...body, expires_at: until(15) }])
    expect(claimed.headers['cache-control']).toBe('no-store')
    expect(await heldPlaces()).toEqual([{ held_by: member.id, is_visitors: false }])
    expect(await freeTimes(member)).toContain('10:20')
    await site.consent(member, event)
    expect((await book(site, member, event, '10:20')).status).toBe(201)
  })

  test('in two tabs claims once, and says the same in both', async () => {
    await holdSignedOut(site, browser, event, '10:20')
    const asked = { member, browser, event, time: '10:20' }
    const [one, two] = await Promise.all([claim(site, asked), claim(site, asked)])
    expect([one?.status, two?.status]).toEqual([200, 200])
    expect(one?.body).toEqual(two?.body)
    expect(await heldPlaces()).toEqual([{ held_by: member.id, is_visitors: false }])
  })

  test('after the hold’s end says so, and the time is free', async () => {
    await holdSignedOut(site, browser, event, '10:20')
    later(5)
    const late = await claim(site, { member, browser, event, time: '10:20' })
    expect([late.status, late.body.code]).toEqual([409, 'hold_over'])
    expect((await hold(site, member, event, '10:20')).status).toBe(201)
  })

  test('counts as one of the member’s two holds of the slot', async () => {
    await holdSignedOut(site, browser, event, '10:20')
    await claim(site, { member, browser, event, time: '10:20' })
    later(10)
    expect((await hold(site, member, event, '10:20')).body.expires_at).toBe(until(25))
    later(20)
    expect((await hold(site, member, event, '10:20')).body.expires_at).toBe(until(25))
  })

  test.each([
    ['with another hold', 'hold_over', () => hold(site, member, event, '11:00')],
    ['with an appointment', 'existing_booking', bookElsewhere],
  ])('%s leaves it to nobody: %s', async (_, code, first) => {
    await first()
    await holdSignedOut(site, browser, event, '10:20')
    const refused = await claim(site, { member, browser, event, time: '10:20' })
    expect(refused.body.code).toBe(code)
    // The next person at this browser does not get it.
    const next = await site.member()
    const again = await claim(site, { member: next, browser, event, time: '10:20' })
    expect(again.body.code).toBe('hold_over')
    expect(await freeTimes()).toContain('10:20')
  })

  test('and choosing another time releases the one from before', async () => {
    await holdSignedOut(site, browser, event, '10:20')
    const url = `/api/events/${event.event_id}/holds`
    const asked = { as: at(browser, member), body: { slot: '10:20' } }
    expect((await site.ask('POST', url, asked)).status).toBe(201)
    expect(await heldPlaces()).toEqual([{ held_by: member.id, is_visitors: false }])
  })

  async function bookElsewhere() {
    const other = await site.event()
    await site.consent(member, other)
    await book(site, member, other, '10:00')
  }
})

test('the version before, which does not know visitors’ holds, takes and releases such a place', async () => {
  const { db } = site.deps.database
  const ofEvent = `event_id = ${event.event_id} and held_by_visitor is not null`
  await holdSignedOut(site, browser, event, '10:20')
  await db.execute(`update places set held_by = ${member.id}, hold_id = gen_random_uuid(),
    held_until = held_until + interval '1 minute' where ${ofEvent}`)
  expect(await heldPlaces()).toEqual([{ held_by: member.id, is_visitors: false }])
  await holdSignedOut(site, browser, event, '10:40')
  await db.execute(`update places set held_by = null, hold_id = null, held_until = null,
    hold_address = null, hold_extended = false where ${ofEvent}`)
  expect(await freeTimes()).toContain('10:40')
  const refused = await claim(site, { member, browser, event, time: '10:40' })
  expect(refused.body.code).toBe('hold_over')
})

describe('a hold of a visitor is not given to another', () => {
  beforeEach(() => holdSignedOut(site, browser, event, '10:20'))
  const isRefused = async (who: Browser) => {
    const refused = await claim(site, { member, browser: who, event, time: '10:20' })
    expect([refused.status, refused.body.code]).toEqual([409, 'hold_over'])
    expect(await heldPlaces()).toEqual([{ held_by: null, is_visitors: true }])
  }

  test('who has the same address', async () => {
    const stranger = newBrowser()
    await holdSignedOut(site, stranger, await site.event(), '10:20')
    await isRefused(stranger)
  })

  test('who has no cookie, or one that is not ours', async () => {
    await isRefused(newBrowser())
    const [id = ''] = browser.visitor.split('.')
    await isRefused({ visitor: `${id}.${Buffer.alloc(32).toString('base64url')}` })
  })

  test('after it became a member’s, at the same browser', async () => {
    await claim(site, { member, browser, event, time: '10:20' })
    const next = await site.member()
    const refused = await claim(site, { member: next, browser, event, time: '10:20' })
    expect(refused.body.code).toBe('hold_over')
    expect((await holdSignedOut(site, browser, event, '10:20')).body.code).toBe('slot_taken')
    expect(await heldPlaces()).toEqual([{ held_by: member.id, is_visitors: false }])
  })

  test('at another time than the one held', async () => {
    const refused = await claim(site, { member, browser, event, time: '10:40' })
    expect(refused.body.code).toBe('hold_over')
  })
})
