import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { advanceWaitingList } from '../../server/bookings/waiting-list/advance-waiting-lists.ts'
import { book, consentingMembers, hold } from '../app/bookings.ts'
import { openTestApp, type TestApp, type TestMember } from '../app/test-app.ts'
import { cancel, fullEvent, join, leave, waitingListOf } from '../app/waiting.ts'
import {
  brokenWaitingListInvariants,
  waitsStored,
} from '../invariants/waiting-list-invariants.queries.ts'

const START = new Date('2027-01-12T09:00:00Z')
const END_OF_OFFER = new Date('2027-01-12T21:00:00Z')
let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(() => site.moveTo(START))

const offeredAt = async ({ event_id }: CharityEvent) =>
  (await waitsStored(site.deps.database.db, event_id)).filter((wait) => wait.status === 'offered')
const broken = ({ event_id }: CharityEvent) =>
  brokenWaitingListInvariants(site.deps.database.db, { eventId: event_id, now: site.deps.now() })

const advance = ({ event_id }: CharityEvent) => advanceWaitingList(site.deps, event_id)

async function waiting(count: number) {
  const { event, booked } = await fullEvent(site)
  const members = await consentingMembers(site, count, [event])
  for (const member of members) await join(site, member, event)
  const [host] = booked
  if (!host) throw new Error('no member is booked')
  return { event, members, host }
}
const firstOf = ([member]: TestMember[]): TestMember => {
  if (!member) throw new Error('no member waits')
  return member
}

test('fifty who join at once get fifty positions, and each response names its own', async () => {
  const { event } = await fullEvent(site)
  const members = await consentingMembers(site, 50, [])
  const answers = await Promise.all(members.map((member) => join(site, member, event)))
  const positions = answers.map(({ body }) => body.wait.position)
  expect(positions.toSorted((one, other) => one - other)).toEqual(members.map((_, n) => n + 1))
  for (const [n, member] of members.entries()) {
    if (n % 7 === 0)
      expect((await waitingListOf(site, member, event)).wait?.position).toBe(positions[n])
  }
})

test('one member in fifty tabs is on the list once', async () => {
  const { event } = await fullEvent(site)
  const member = await site.member()
  await Promise.all(Array.from({ length: 50 }, () => join(site, member, event)))
  expect(await waitsStored(site.deps.database.db, event.event_id)).toHaveLength(1)
})

test('a place released while fifty wait and request it is offered once, to the first', async () => {
  const { event, members, host } = await waiting(50)
  const rounds = [1, 2, 3].map(() => advance(event))
  const asked = members.map((member) => book(site, member, event, '10:00'))
  const [, answers] = await Promise.all([cancel(site, host), Promise.all(asked), ...rounds])
  const first = firstOf(members)
  const winners = answers.filter(({ status }) => status === 201)
  const offers = await offeredAt(event)
  // The member may have booked it at once; nobody else has it either way.
  expect(winners.length + offers.length).toBe(1)
  expect(offers.every((wait) => wait.member_id === first.id)).toBe(true)
  expect(answers.slice(1).every(({ body }) => body.code === 'slot_taken')).toBe(true)
  await advance(event)
  expect(await broken(event)).toEqual([])
})

test('a place offered to a member who leaves at that moment goes to the next', async () => {
  for (let n = 0; n < 4; n++) {
    const { event, members, host } = await waiting(2)
    await Promise.all([cancel(site, host), leave(site, firstOf(members), event), advance(event)])
    expect((await offeredAt(event)).map((wait) => wait.member_id)).toEqual([members[1]?.id])
    expect(await broken(event)).toEqual([])
  }
})

test('a place booked as its offer ends goes to that member or to the next', async () => {
  const seen = new Set<string>()
  for (let n = 0; n < 6; n++) {
    const { event, members, host } = await waiting(2)
    const first = firstOf(members)
    await cancel(site, host)
    // Half of them hold the place, which extends it past the end of the offer.
    site.moveTo(new Date(END_OF_OFFER.getTime() - 1))
    if (n % 2 === 0) await hold(site, first, event, '10:00')
    const [booked] = await Promise.all([
      book(site, first, event, '10:00'),
      advance(event).then(() => site.moveTo(END_OF_OFFER)),
      advance(event),
    ])
    site.moveTo(END_OF_OFFER)
    await advance(event)
    const offers = (await offeredAt(event)).map((wait) => wait.member_id)
    if (n % 2 === 0) expect(booked.status).toBe(201)
    seen.add(booked.status === 201 ? 'booked' : 'lapsed')
    expect(offers).toEqual(booked.status === 201 ? [] : [members[1]?.id])
    expect(await broken(event)).toEqual([])
    site.moveTo(START)
  }
  expect(seen).toContain('booked')
})
