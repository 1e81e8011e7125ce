// Each race has a twin without its protection, which must see more than one winner; otherwise
// the race proves nothing. Whether requests meet is a matter of timing, so a twin is retried.
// Longer runs: bookings.long.test.ts.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { consentingMembers } from '../app/bookings.ts'
import { openTestApp, type TestApp, type TestMember } from '../app/test-app.ts'
import {
  brokenInvariants,
  dropProtection,
  type Protection,
} from '../invariants/booking-invariants.queries.ts'
import {
  allBook,
  allHold,
  allMove,
  cancelManyTimes,
  moveEverywhere,
  moveWhileOthersBook,
  oneMemberBooks,
  oneMemberHolds,
} from './bookings.ts'
import { RACES_OF_FIFTY, type RaceOfFifty, runRaces } from './races-of-fifty.ts'

const ROUNDS = 2
const MEMBERS = 24
const TABS = 50
const TWIN = { retry: 20 }

const twins: [RaceOfFifty, ...Protection[]][] = [
  ['book a last place', 'a place records who has it'],
  ['book a last place, half of the members by a clerk', 'a place records who has it'],
  ['hold a last place', 'a place records who has it'],
  [
    'book in fifty tabs of one member',
    'one upcoming appointment',
    'one live appointment per event',
  ],
  ['book a last place while one moves to it', 'a place records who has it'],
]

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

describe('many members, one place', () => {
  test.for(rounds())('of many who book the last place, one gets it (round %i)', async () => {
    const last = await site.event({ places: 1 })
    const members = await consentingMembers(site, MEMBERS, [last])
    expect(await allBook(site, members, last)).toEqual({ 201: 1, slot_taken: MEMBERS - 1 })
    expect(await broken()).toEqual([])
  })

  test.for(rounds())('of many who hold the last place, one gets it (round %i)', async () => {
    const last = await site.event({ places: 1 })
    const members = await consentingMembers(site, MEMBERS, [])
    expect(await allHold(site, members, last)).toEqual({ 201: 1, slot_taken: MEMBERS - 1 })
    expect(await broken()).toEqual([])
  })

  test('trap 22: a slot of five places is booked five times', async () => {
    const event = await site.event({ places: 30 })
    const members = await consentingMembers(site, MEMBERS, [event])
    expect(await allBook(site, members, event)).toEqual({ 201: 5, slot_taken: MEMBERS - 5 })
    expect(await broken()).toEqual([])
  })

  test('a place whose hold has expired is booked once', async () => {
    const own = await openTestApp()
    const last = await own.event({ places: 1 })
    const members = await consentingMembers(own, MEMBERS, [last])
    expect(await allHold(own, members.slice(0, 1), last)).toEqual({ 201: 1 })
    own.moveTo(new Date(own.deps.now().getTime() + 15 * 60_000))
    expect(await allBook(own, members, last)).toEqual({ 201: 1, slot_taken: MEMBERS - 1 })
    expect(await broken(own)).toEqual([])
    await own.close()
  })

  test('where a place does not record who has it, several win', TWIN, async () => {
    await withoutProtections(['a place records who has it'], async (open) => {
      const last = await open.event({ places: 1 })
      const members = await consentingMembers(open, MEMBERS, [last])
      expect((await allHold(open, members, last))[201]).toBeGreaterThan(1)
      expect((await allBook(open, members, last))[201]).toBeGreaterThan(1)
      expect(await broken(open)).toContainEqual(
        expect.stringContaining('a slot has no more appointments than places'),
      )
    })
  })
})

describe('one member, fifty tabs', () => {
  test.for(rounds())('one event gives one appointment (round %i)', async () => {
    const events = [await site.event({ places: 60 })]
    const members = await consentingMembers(site, 1, events)
    const answers = await oneMemberBooks(site, members, { tabs: TABS, events })
    expect(answers).toEqual({ 201: 1, duplicate: TABS - 1 })
    expect(await broken()).toEqual([])
  })

  test.for(rounds())('many events give one appointment (round %i)', async () => {
    const events = await Promise.all(Array.from({ length: 5 }, () => site.event({ places: 60 })))
    const members = await consentingMembers(site, 1, events)
    const {
      201: won,
      duplicate = 0,
      existing_booking = 0,
      ...others
    } = await oneMemberBooks(site, members, { tabs: TABS, events })
    expect(won).toBe(1)
    expect(duplicate + existing_booking).toBe(TABS - 1)
    expect(others).toEqual({})
    expect(await broken()).toEqual([])
  })

  test.for(rounds())('requests for many places hold one (round %i)', async () => {
    const event = await site.event({ places: 60, sessionMinutes: 2 })
    const members = await consentingMembers(site, 1, [])
    const { 201: won = 0, busy = 0, ...others } = await oneMemberHolds(site, members, event)
    expect(won).toBeGreaterThanOrEqual(1)
    expect(won + busy).toBe(60)
    expect(others).toEqual({})
    expect(await placesHeld(site, members)).toBe(1)
    expect(await broken()).toEqual([])
  })

  test('many cancellations cancel once', async () => {
    const event = await site.event()
    const members = await consentingMembers(site, 1, [event])
    expect(await cancelManyTimes(site, members, event, TABS)).toEqual({
      200: 1,
      not_booked: TABS - 1,
    })
    expect(await broken()).toEqual([])
  })

  test('without both rules of the schema one event gives several', TWIN, async () => {
    await withoutProtections(
      ['one live appointment per event', 'one upcoming appointment'],
      async (open) => {
        const events = [await open.event({ places: 60 })]
        const members = await consentingMembers(open, 1, events)
        const answers = await oneMemberBooks(open, members, { tabs: TABS, events })
        expect(answers[201]).toBeGreaterThan(1)
        expect(await broken(open)).toContainEqual(
          expect.stringContaining('a member has one live appointment per event'),
        )
      },
    )
  })

  test('without the rule of one upcoming appointment many events give several', TWIN, async () => {
    await withoutProtections(['one upcoming appointment'], async (open) => {
      const events = await Promise.all(Array.from({ length: 5 }, () => open.event({ places: 60 })))
      const members = await consentingMembers(open, 1, events)
      const answers = await oneMemberBooks(open, members, { tabs: TABS, events })
      expect(answers[201]).toBeGreaterThan(1)
      expect(await broken(open)).toContainEqual(
        expect.stringContaining('a member has one upcoming appointment'),
      )
    })
  })

  test('without the rule of one hold several places are held', TWIN, async () => {
    await withoutProtections(['one hold per member'], async (open) => {
      const event = await open.event({ places: 60, sessionMinutes: 2 })
      const members = await consentingMembers(open, 1, [])
      await oneMemberHolds(open, members, event)
      expect(await placesHeld(open, members)).toBeGreaterThan(1)
      expect(await broken(open)).toContainEqual(expect.stringContaining('a member holds one place'))
    })
  })
})

describe('a member who moves, and others', () => {
  test.for(rounds())('of one who moves and many who book, one gets it (round %i)', async () => {
    const event = await site.event({ places: 6 })
    const members = await consentingMembers(site, MEMBERS, [event])
    const {
      200: moved = 0,
      201: won = 0,
      ...others
    } = await moveWhileOthersBook(site, members, event)
    expect(moved + won).toBe(1)
    expect(others).toEqual({ slot_taken: MEMBERS - 1 })
    expect(await broken()).toEqual([])
  })

  test.for(rounds())('of many who move to one place, one gets it (round %i)', async () => {
    const event = await site.event({ places: 20, sessionMinutes: 6 })
    const members = await consentingMembers(site, 19, [event])
    expect(await allMove(site, members, event)).toEqual({ 200: 1, slot_taken: 18 })
    expect(await broken()).toEqual([])
  })

  test.for(rounds())('moves to many slots at once leave one place (round %i)', async () => {
    const event = await site.event({ places: 60, sessionMinutes: 2 })
    const members = await consentingMembers(site, 1, [event])
    expect(await moveEverywhere(site, members, event, { cancelling: false })).toEqual({ 200: 60 })
    expect(await broken()).toEqual([])
  })

  test.for(rounds())('moves and a cancellation at once leave none (round %i)', async () => {
    const event = await site.event({ places: 20, sessionMinutes: 6 })
    const members = await consentingMembers(site, 1, [event])
    const answers = await moveEverywhere(site, members, event, { cancelling: true })
    const { 200: done = 0, not_booked = 0, ...others } = answers
    expect(done).toBeGreaterThanOrEqual(1)
    expect(done + not_booked).toBe(21)
    expect(others).toEqual({})
    const seen = await site.ask('GET', `/api/events/${event.event_id}`)
    expect(seen.body.event.booked_spaces).toBe(0)
    expect(await broken()).toEqual([])
  })

  test('where a place does not record who has it, several win', TWIN, async () => {
    await withoutProtections(['a place records who has it'], async (open) => {
      const event = await open.event({ places: 6 })
      const members = await consentingMembers(open, MEMBERS, [event])
      const { 200: moved = 0, 201: won = 0 } = await moveWhileOthersBook(open, members, event)
      expect(moved + won).toBeGreaterThan(1)
      expect(await broken(open)).toContainEqual(
        expect.stringContaining('a slot has no more appointments than places'),
      )
    })
  })
})

describe('the races of the long run', () => {
  test.for(RACES_OF_FIFTY)('have one winner each: %s', async (race) => {
    expect(await runRaces(race, { rounds: 2 })).toEqual({ won: 2, refused: 98, broken: [] })
  })

  test.for(twins)(
    'have several, or a broken invariant: %s, without %s',
    TWIN,
    async ([race, ...without]) => {
      const { broken } = await runRaces(race, { rounds: 1, without })
      expect(broken).not.toEqual([])
    },
  )
})

async function withoutProtections(changes: Protection[], work: (open: TestApp) => Promise<void>) {
  const open = await openTestApp()
  onTestFinished(() => open.close())
  for (const change of changes) await dropProtection(open.owner, change)
  await work(open)
}

function rounds(): number[] {
  return Array.from({ length: ROUNDS }, (_, n) => n + 1)
}

function broken(app = site): Promise<string[]> {
  return brokenInvariants(app.deps.database.db, app.deps.now())
}

async function placesHeld(app: TestApp, [member]: TestMember[]): Promise<number> {
  const { rows } = await app.deps.database.db.execute<{ count: number }>(
    sql`select count(*) as count from places where held_by = ${member?.id}`,
  )
  return rows[0]?.count ?? 0
}
