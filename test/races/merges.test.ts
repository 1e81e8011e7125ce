// A merge against the bookings of the record that goes, and against other merges.
import { expect, onTestFinished, test } from 'vitest'
import { book } from '../app/bookings.ts'
import { openTestApp, type TestApp, type TestMember } from '../app/test-app.ts'
import {
  brokenInvariants,
  dropProtection,
  type Protection,
} from '../invariants/booking-invariants.queries.ts'

const ROUNDS = 6
const TWIN = { retry: 20 }

test('bookings while their record is merged end in the kept record, or are refused', async () => {
  const site = await openSite()
  const admin = await site.staff(['admin'])
  const seen = new Set<number>()
  for (let n = 0; n < ROUNDS; n++) {
    const { kept, booked } = await mergeWhileBooking(site, admin)
    for (const { status } of booked) seen.add(status)
    const acknowledged = booked.filter(({ status }) => status === 201).length
    expect(acknowledged).toBeLessThanOrEqual(1)
    expect(await upcomingOf(site, kept)).toBe(acknowledged)
    expect(await brokenInvariants(site.deps.database.db, site.deps.now())).toEqual([])
  }
  expect(seen.size).toBeGreaterThan(1)
})

test('where a merged record takes new rows, an appointment is left behind', TWIN, async () => {
  const site = await openSite(['a merged record takes nothing new'])
  const admin = await site.staff(['admin'])
  for (let n = 0; n < ROUNDS; n++) await mergeWhileBooking(site, admin)
  expect(await brokenInvariants(site.deps.database.db, site.deps.now())).toContainEqual(
    expect.stringContaining('a merged record has nothing to come'),
  )
})

test('of many merges of the same records, in both directions, one is done', async () => {
  const site = await openSite()
  const admin = await site.staff(['admin'])
  for (let n = 0; n < ROUNDS; n++) {
    const [one, other] = [await site.member(), await site.member()]
    const asked = [1, 2, 3].flatMap(() => [
      merge(site, admin, [one, other]),
      merge(site, admin, [other, one]),
    ])
    const answers = (await Promise.all(asked)).map(({ status, body }) =>
      status === 200 ? 'done' : body.code,
    )
    expect(answers.toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => expect.stringMatching(/^(already_merged|changed_mean)/)),
      'done',
    ])
    const { rows } = await site.deps.database.pool.query(
      'select merged_into from members where id in ($1, $2) and merged_into is not null',
      [one.id, other.id],
    )
    expect(rows).toHaveLength(1)
  }
})

type Admin = Awaited<ReturnType<TestApp['staff']>>

async function openSite(without: Protection[] = []): Promise<TestApp> {
  const site = await openTestApp()
  onTestFinished(() => site.close())
  for (const protection of without) await dropProtection(site.owner, protection)
  return site
}

async function mergeWhileBooking(site: TestApp, admin: Admin) {
  const event = await site.event({ places: 12 })
  const [kept, merged] = [await site.member(), await site.member()]
  await site.consent(merged, event)
  const [booked] = await Promise.all([
    Promise.all(['10:00', '10:20', '10:40'].map((time) => book(site, merged, event, time))),
    merge(site, admin, [kept, merged]),
  ])
  return { kept, booked }
}

/** The account of the record that goes stays, so that its bookings are not signed out. */
function merge(site: TestApp, as: Admin, [kept, merged]: [TestMember, TestMember]) {
  return site.ask('POST', `/api/office/members/${kept.id}/merges`, {
    as,
    body: {
      member_id: merged.id,
      kept_version: 1,
      merged_version: 1,
      fields: {},
      account: 'merged',
      reason: 'race',
    },
  })
}

async function upcomingOf(site: TestApp, { id }: TestMember): Promise<number> {
  const { rows } = await site.deps.database.pool.query(
    `select 1 from upcoming_appointments where member_id = $1`,
    [id],
  )
  return rows.length
}
