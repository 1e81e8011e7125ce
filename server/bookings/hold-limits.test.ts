import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { book, consentingMembers } from '../../test/app/bookings.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { advanceLists, join, waitingListOf } from '../../test/app/waiting.ts'
import { buildApp } from '../app.ts'
import type { App } from '../deps.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
/** The app of a second server process on the same database. */
let otherApp: App
let hours = 0
beforeAll(async () => {
  site = await openTestApp({ now: START, settings: { rateLimitScale: 1 } })
  otherApp = await buildApp(site.deps, { servePages: async () => undefined })
})
afterAll(async () => {
  await otherApp.close()
  await site.close()
})
beforeEach(() => {
  // Expire the rate-limit windows of earlier tests.
  hours += 1
  later(0)
})

const later = (minutes: number) =>
  site.moveTo(new Date(START.getTime() + hours * 60 * MINUTE_MS + minutes * MINUTE_MS))

type Asked = { from?: string; app?: App }

async function hold(
  member: TestMember,
  event: CharityEvent,
  slot: string,
  { from = '203.0.113.9', app = site.app }: Asked = {},
) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/events/${event.event_id}/holds`,
    remoteAddress: from,
    headers: { 'sec-fetch-site': 'same-origin', cookie: member.cookie },
    payload: { slot },
  })
  return { status: answer.statusCode, body: answer.json() }
}

const eventOf = (places: number) => site.event({ places, sessionMinutes: 120 / places })
const timeAt = (n: number, places: number) => {
  const minutes = 600 + (n * 120) / places
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

async function liveHolds(event: CharityEvent): Promise<number> {
  const { rows } = await site.deps.database.db.execute<{ held: number }>(
    `select count(*)::int as held from places where event_id = ${event.event_id}
      and held_until > '${site.deps.now().toISOString()}'`,
  )
  return rows[0]?.held ?? 0
}

function tally(answers: { status: number; body: { code?: string } }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const key = status < 300 ? 'held' : String(body.code)
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

describe('an address may hold a fifth of an event, but at least four places', () => {
  test.each([
    [24, 4],
    [40, 8],
    [6, 4],
    [3, 3],
  ])('of %i places: %i', async (places, most) => {
    const event = await eventOf(places)
    const members = await consentingMembers(site, places, [])
    const answers = []
    for (const [n, member] of members.entries()) {
      answers.push(await hold(member, event, timeAt(n, places)))
    }
    expect(tally(answers)).toEqual({
      held: most,
      ...(places > most && { too_many_holds: places - most }),
    })
    expect(await liveHolds(event)).toBe(most)
  })

  test('also when 24 members hold at once through two processes', async () => {
    const event = await eventOf(24)
    const members = await consentingMembers(site, 24, [])
    const answers = await Promise.all(
      members.map((member, n) =>
        hold(member, event, timeAt(n, 24), { app: n % 2 ? otherApp : site.app }),
      ),
    )
    expect(tally(answers)).toEqual({ held: 4, too_many_holds: 20 })
    expect(await liveHolds(event)).toBe(4)
  })

  test('without the locked row, members who hold at once hold more', async () => {
    const own = await openTestApp({ now: START, settings: { rateLimitScale: 1 } })
    onTestFinished(() => own.close())
    await own.owner.execute(`create function pass() returns trigger language plpgsql as $$
      begin return null; end $$`)
    await own.owner.execute(`create trigger pass before insert on rate_limits for each row
      when (new.rule = 'holds of an address') execute function pass()`)
    // Each has counted the others' holds by then, so that they meet.
    await own.owner.execute(`create function linger() returns trigger language plpgsql as $$
      begin perform pg_sleep(0.2); return new; end $$`)
    await own.owner.execute(`create trigger linger before update on places for each row
      when (new.hold_id is not null) execute function linger()`)
    const event = await own.event({ places: 24, sessionMinutes: 5 })
    const members = await consentingMembers(own, 24, [])
    const answers = await Promise.all(
      members.map((member, n) => hold(member, event, timeAt(n, 24), { app: own.app })),
    )
    expect(tally(answers).held).toBeGreaterThan(4)
  })

  test('IPv6 addresses of one /48 count as one', async () => {
    const event = await eventOf(24)
    const members = await consentingMembers(site, 6, [])
    const answers = []
    for (const [n, member] of members.entries()) {
      answers.push(await hold(member, event, timeAt(n, 24), { from: `2001:db8:1:${n + 1}::9` }))
    }
    expect(tally(answers)).toEqual({ held: 4, too_many_holds: 2 })
    const [guest] = await consentingMembers(site, 1, [])
    if (!guest) throw new Error('nobody is there')
    expect((await hold(guest, event, '11:00', { from: '2001:db8:2:3::1' })).status).toBe(201)
  })

  test('released and expired holds no longer count', async () => {
    const event = await eventOf(24)
    const members = await consentingMembers(site, 6, [])
    const [first, , , , fifth, sixth] = members
    if (!first || !fifth || !sixth) throw new Error('nobody is there')
    const held = []
    for (const [n, member] of members.slice(0, 4).entries())
      held.push(await hold(member, event, timeAt(n, 24)))
    const before = await site.stored()
    const refused = await hold(fifth, event, '11:00')
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        code: 'too_many_holds',
        error: expect.stringContaining('You can still book it while it is free'),
      },
    ])
    expect(await site.stored()).toEqual(before)
    await site.ask('DELETE', `/api/holds/${held[0]?.body.hold_id}`, { as: first })
    expect((await hold(fifth, event, '11:00')).status).toBe(201)
    expect((await hold(sixth, event, '11:05')).status).toBe(409)
    later(15)
    expect((await hold(sixth, event, '11:05')).status).toBe(201)
  })

  test('a taken time is refused as taken, and each event has its own limit', async () => {
    const [event, other] = [await eventOf(24), await eventOf(24)]
    const members = await consentingMembers(site, 5, [])
    for (const [n, member] of members.slice(0, 4).entries())
      await hold(member, event, timeAt(n, 24))
    const [, , , , fifth] = members
    if (!fifth) throw new Error('nobody is there')
    expect((await hold(fifth, event, '10:00')).body.code).toBe('slot_taken')
    expect((await hold(fifth, other, '10:00')).status).toBe(201)
  })

  test('a member who holds a place may hold another time instead, at a full address too', async () => {
    const event = await eventOf(24)
    const members = await consentingMembers(site, 4, [])
    for (const [n, member] of members.entries()) await hold(member, event, timeAt(n, 24))
    const [first] = members
    if (!first) throw new Error('nobody is there')
    expect((await hold(first, event, '11:00')).status).toBe(201)
    expect(await liveHolds(event)).toBe(4)
  })

  test('a member with an offer from the waiting list holds it, at a full address too', async () => {
    const event = await eventOf(6)
    const members = await consentingMembers(site, 5, [event])
    const [waiting, ...others] = members
    if (!waiting) throw new Error('nobody is there')
    for (const [n, member] of others.entries()) await hold(member, event, timeAt(n, 6))
    const bookers = await consentingMembers(site, 2, [event])
    for (const [n, member] of bookers.entries())
      expect((await book(site, member, event, timeAt(n + 4, 6))).status).toBe(201)
    expect((await join(site, waiting, event)).status).toBe(200)
    const appointments = await site.ask(
      'GET',
      `/api/appointments/upcoming-appointments/user/${bookers[0]?.id}`,
      { ...(bookers[0] && { as: bookers[0] }) },
    )
    const id = appointments.body.appointments[0].appointment_id
    await site.ask('PUT', `/api/appointments/${id}/cancel`, {
      ...(bookers[0] && { as: bookers[0] }),
    })
    const { wait } = await waitingListOf(site, waiting, event)
    expect(wait?.status).toBe('offered')
    expect((await hold(waiting, event, wait?.offer?.time ?? '')).status).toBe(201)
  })
})

test('60 members behind one address book every place of an event', async () => {
  const lodge = await site.event({ places: 20, sessionMinutes: 6 })
  const members = await consentingMembers(site, 60, [lodge])
  const times = Array.from({ length: 20 }, (_, n) => timeAt(n, 20))
  const booked: number[] = []
  for (const [n, member] of members.entries()) {
    const time = times[n % 20] ?? ''
    const { status, body } = await hold(member, lodge, time)
    if (status !== 201) expect(['too_many_holds', 'slot_taken']).toContain(body.code)
    if (n < 20 || body.code === 'slot_taken') {
      const answer = await book(site, member, lodge, time)
      if (answer.status === 201) booked.push(member.id)
      else expect(answer.body.code).toBe('slot_taken')
    }
  }
  expect(booked).toHaveLength(20)
})

describe('a member may hold a slot twice', () => {
  let member: TestMember
  let event: CharityEvent
  beforeEach(async () => {
    member = await site.member()
    event = await eventOf(24)
  })
  const until = (minutes: number) =>
    new Date(START.getTime() + hours * 60 * MINUTE_MS + minutes * MINUTE_MS).toISOString()

  test('a second time while the first hold runs, and a third request does not extend it', async () => {
    expect((await hold(member, event, '10:00')).body.expires_at).toBe(until(15))
    later(10)
    expect((await hold(member, event, '10:00')).body.expires_at).toBe(until(25))
    later(20)
    const third = await hold(member, event, '10:00')
    expect([third.status, third.body.expires_at]).toEqual([201, until(25)])
    later(25)
    const before = await storedBesideCounts()
    const refused = await hold(member, event, '10:00')
    expect([refused.status, refused.body]).toEqual([
      409,
      { code: 'held_before', error: expect.stringContaining('You can still book it') },
    ])
    expect(await storedBesideCounts()).toEqual(before)
  })

  test('a second time after the first hold expired, and never a third time', async () => {
    await hold(member, event, '10:00')
    later(20)
    expect((await hold(member, event, '10:00')).status).toBe(201)
    later(24 * 60 + 40)
    expect((await hold(member, event, '10:00')).body.code).toBe('held_before')
  })

  test('holding other slots in between does not renew the count', async () => {
    const codes = []
    for (let n = 0; n < 6; n++) {
      later(n * 2)
      const { status, body } = await hold(member, event, n % 2 ? '10:05' : '10:00')
      codes.push(status === 201 ? 'held' : body.code)
    }
    // The last request comes while the hold still runs, and the hold keeps its end.
    expect(codes).toEqual(['held', 'held', 'held', 'held', 'held_before', 'held'])
    later(6 + 14)
    expect(await liveHolds(event)).toBe(1)
    later(6 + 15)
    expect(await liveHolds(event)).toBe(0)
  })

  test('releasing and holding again counts', async () => {
    for (let n = 0; n < 2; n++) {
      const { body } = await hold(member, event, '10:00')
      await site.ask('DELETE', `/api/holds/${body.hold_id}`, { as: member })
    }
    expect((await hold(member, event, '10:00')).body.code).toBe('held_before')
  })

  test('after that the member may still book it, and others may hold it', async () => {
    for (let n = 0; n < 3; n++) {
      later(n * 20)
      await hold(member, event, '10:00')
    }
    const other = await site.member()
    expect((await hold(other, event, '10:00')).status).toBe(201)
    later(80)
    await site.consent(member, event)
    expect((await book(site, member, event, '10:00')).status).toBe(201)
  })

  test('requests of several tabs at once count too', async () => {
    await Promise.all(Array.from({ length: 6 }, () => hold(member, event, '10:00')))
    later(20)
    expect((await hold(member, event, '10:00')).body.code).toBe('held_before')
  })
})

describe('an event whose places are all held', () => {
  test('has a waiting list, and an expired hold goes to the first member on it', async () => {
    const event = await eventOf(6)
    const [a, b, patient, passer] = [
      await consentingMembers(site, 3, []),
      await consentingMembers(site, 3, []),
      await site.member(),
      await site.member(),
    ]
    for (const [n, member] of a.entries()) await hold(member, event, timeAt(n, 6))
    expect((await join(site, patient, event)).body.code).toBe('places_left')
    for (const [n, member] of b.entries())
      await hold(member, event, timeAt(n + 3, 6), { from: '198.51.100.7' })
    expect((await waitingListOf(site, patient, event)).reason).toBeNull()
    expect((await join(site, patient, event)).body.wait).toMatchObject({ position: 1 })
    // The holder of a place is not told to wait for it.
    const [holder] = a
    if (!holder) throw new Error('nobody is there')
    expect((await waitingListOf(site, holder, event)).reason).toBe('places_left')
    later(16)
    expect((await hold(passer, event, '10:00')).body.code).toBe('slot_taken')
    await advanceLists(site)
    expect((await waitingListOf(site, patient, event)).wait).toMatchObject({
      status: 'offered',
      offer: { time: '10:00' },
    })
  })
})

/** Fingerprints of all tables but the counts of requests, which all workers share. */
async function storedBesideCounts() {
  const { 'public.rate_limits': _counts, ...others } = await site.stored()
  return others
}
