// As in bookings.test.ts: each race has a twin without its protection.

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { generateSlots } from '../../domain/slots.ts'
import { book, claim, consentingMembers, hold, holdSignedOut, newBrowser } from '../app/bookings.ts'
import { openTestApp, type TestApp, type TestMember } from '../app/test-app.ts'
import {
  brokenInvariants,
  dropProtection,
  type Protection,
} from '../invariants/booking-invariants.queries.ts'

const ROUNDS = [1, 2]
const MANY = 12
const TWIN = { retry: 20 }
let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

type Outcome = { status: number; body: { code?: string } }

async function tally(asked: Promise<Outcome>[]): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const { status, body } of await Promise.all(asked)) {
    const outcome = status < 300 ? 'won' : String(body.code)
    counted[outcome] = (counted[outcome] ?? 0) + 1
  }
  return counted
}

const broken = (app = site) => brokenInvariants(app.deps.database.db, app.deps.now())

type Tallies = { members: Record<string, number>; visitors: Record<string, number> }

/** Half are members who hold, half visitors at browsers of their own. */
function holdLast(app: TestApp, members: TestMember[], event: CharityEvent) {
  const visitors = members.map((_, n) =>
    holdSignedOut(app, newBrowser(), event, '10:00', { from: `203.0.113.${n + 1}` }),
  )
  return tallyBoth(
    members.map((member) => hold(app, member, event, '10:00')),
    visitors,
  )
}

function bookLast(app: TestApp, members: TestMember[], event: CharityEvent) {
  const visitors = members.map((_, n) =>
    holdSignedOut(app, newBrowser(), event, '10:00', { from: `203.0.113.${n + 1}` }),
  )
  return tallyBoth(
    members.map((member) => book(app, member, event, '10:00')),
    visitors,
  )
}

async function tallyBoth(members: Promise<Outcome>[], visitors: Promise<Outcome>[]) {
  const [ofMembers, ofVisitors] = await Promise.all([tally(members), tally(visitors)])
  return { members: ofMembers, visitors: ofVisitors }
}

/** A visitor's hold of the last place yields, so that a member may have it after a visitor. */
function expectOneWinner({ members, visitors }: Tallies): void {
  const { won: ofMembers = 0, ...lost } = members
  const { won: ofVisitors = 0, ...refused } = visitors
  expect(ofMembers).toBeLessThan(2)
  expect(ofVisitors).toBeLessThan(2)
  expect(ofMembers + ofVisitors).toBeGreaterThan(0)
  expect(lost).toEqual({ slot_taken: MANY - ofMembers })
  expect(refused).toEqual({ slot_taken: MANY - ofVisitors })
}

async function openWithout(...protections: Protection[]): Promise<TestApp> {
  const open = await openTestApp()
  onTestFinished(() => open.close())
  for (const protection of protections) await dropProtection(open.owner, protection)
  return open
}

async function heldPlaces(app: TestApp, event: CharityEvent): Promise<number> {
  const { rows } = await app.deps.database.db.execute<{ held: number }>(
    `select count(*)::int as held from places where event_id = ${event.event_id}
      and held_by_visitor is not null`,
  )
  return rows[0]?.held ?? 0
}

describe('visitors and members, one place', () => {
  test.for(ROUNDS)('of all who hold the last place, one gets it (round %i)', async () => {
    const last = await site.event({ places: 1 })
    const members = await consentingMembers(site, MANY, [])
    expectOneWinner(await holdLast(site, members, last))
    expect(await broken()).toEqual([])
  })

  test.for(ROUNDS)(
    'of visitors who hold and members who book, one gets it (round %i)',
    async () => {
      const last = await site.event({ places: 1 })
      const members = await consentingMembers(site, MANY, [last])
      expectOneWinner(await bookLast(site, members, last))
      expect(await broken()).toEqual([])
    },
  )

  test('where a place does not record who has it, several win', TWIN, async () => {
    const open = await openWithout('a place records who has it')
    const last = await open.event({ places: 1 })
    const members = await consentingMembers(open, MANY, [last])
    expect((await holdLast(open, members, last)).members.won).toBeGreaterThan(1)
  })
})

describe('of a place that yields while its visitor signs in', () => {
  const takeAll = async (app: TestApp, members: TestMember[]) => {
    const event = await app.event({ places: 1 })
    const browser = newBrowser()
    expect((await holdSignedOut(app, browser, event, '10:00')).status).toBe(201)
    const [owner, ...others] = members
    if (!owner) throw new Error('no member was made')
    const claimed = claim(app, { member: owner, browser, event, time: '10:00' })
    return tally([claimed, ...others.map((one) => hold(app, one, event, '10:00'))])
  }

  test.for(ROUNDS)('one has it (round %i)', async () => {
    const members = await consentingMembers(site, MANY, [])
    const { won, ...lost } = await takeAll(site, members)
    expect(won).toBe(1)
    expect((lost.slot_taken ?? 0) + (lost.hold_over ?? 0)).toBe(MANY - 1)
    expect(await broken()).toEqual([])
  })

  test('where a place does not record who has it, several have it', TWIN, async () => {
    const open = await openWithout('a place records who has it')
    const members = await consentingMembers(open, MANY, [])
    expect((await takeAll(open, members)).won).toBeGreaterThan(1)
  })
})

describe('one browser, many tabs', () => {
  const holdAll = (app: TestApp, event: CharityEvent) => {
    const browser = newBrowser()
    const [first, ...others] = generateSlots(event)
    return holdSignedOut(app, browser, event, first?.time ?? '').then(() =>
      tally(others.map(({ time }) => holdSignedOut(app, browser, event, time))),
    )
  }

  test.for(ROUNDS)('hold one place (round %i)', async () => {
    const event = await site.event({ places: 30, sessionMinutes: 4 })
    const { won = 0, busy = 0, ...others } = await holdAll(site, event)
    expect([won + busy, others]).toEqual([29, {}])
    expect(await heldPlaces(site, event)).toBe(1)
    expect(await broken()).toEqual([])
  })

  test('without the rule of one hold several are held', TWIN, async () => {
    const open = await openWithout('one hold per visitor')
    const event = await open.event({ places: 30, sessionMinutes: 4 })
    await holdAll(open, event)
    expect(await heldPlaces(open, event)).toBeGreaterThan(1)
    expect(await broken(open)).toContainEqual(expect.stringContaining('a visitor holds one place'))
  })
})

describe('a hold that is claimed', () => {
  const claimAll = async (app: TestApp, members: TestMember[]) => {
    const event = await app.event({ places: 1 })
    const browser = newBrowser()
    expect((await holdSignedOut(app, browser, event, '10:00')).status).toBe(201)
    return tally(members.map((member) => claim(app, { member, browser, event, time: '10:00' })))
  }

  test.for(ROUNDS)('by many members with one cookie is one’s (round %i)', async () => {
    const members = await consentingMembers(site, MANY, [])
    expect(await claimAll(site, members)).toEqual({ won: 1, hold_over: MANY - 1 })
    expect(await broken()).toEqual([])
  })

  test('where a claimed place stays the visitor’s too, several claim it', TWIN, async () => {
    const open = await openWithout('a claimed place is no longer the visitor’s')
    const members = await consentingMembers(open, MANY, [])
    expect((await claimAll(open, members)).won).toBeGreaterThan(1)
    expect(await broken(open)).toContainEqual(
      expect.stringContaining('a place is held by one member or one visitor'),
    )
  })

  test.for(ROUNDS)('while its member holds another time leaves one hold (round %i)', async () => {
    const event = await site.event({ places: 6 })
    const [member] = await consentingMembers(site, 1, [])
    if (!member) throw new Error('no member was made')
    const browser = newBrowser()
    await holdSignedOut(site, browser, event, '10:00')
    await Promise.all([
      claim(site, { member, browser, event, time: '10:00' }),
      hold(site, member, event, '10:20'),
    ])
    expect(await broken()).toEqual([])
  })

  test('at its end goes to one of the members who hold it, and is not claimed', async () => {
    const own = await openTestApp()
    onTestFinished(() => own.close())
    const event = await own.event({ places: 1 })
    const [member, ...others] = await consentingMembers(own, MANY, [])
    if (!member) throw new Error('no member was made')
    const browser = newBrowser()
    await holdSignedOut(own, browser, event, '10:00')
    own.moveTo(new Date(own.deps.now().getTime() + 15 * MINUTE_MS))
    const [claimed, held] = await Promise.all([
      tally([claim(own, { member, browser, event, time: '10:00' })]),
      tally(others.map((one) => hold(own, one, event, '10:00'))),
    ])
    expect(claimed).toEqual({ hold_over: 1 })
    expect(held).toEqual({ won: 1, slot_taken: MANY - 2 })
    expect(await broken(own)).toEqual([])
  })
})
