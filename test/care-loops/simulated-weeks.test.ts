// Eight weeks on a virtual clock: the laboratory is late, samples spoil, letters come back, a clinician
// is on leave, people never read, die or answer the telephone, and the jobs stand still for a week.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../domain/durations.ts'
import type { Loop } from '../../domain/office/loop-schemas.ts'
import { chaseLoops } from '../../server/care/task-list/chase-loops.ts'
import { confirmedPhone } from '../app/confirmed-phone.ts'
import { openReviews, type SampledPerson } from '../app/laboratory.ts'
import { importOne, pressOn, type Reviews, readOwnResults, releaseOne } from '../app/reviewed.ts'
import { openTestApp, type TestApp } from '../app/test-app.ts'
import { lostPeople } from './loop-invariants.queries.ts'
import { queryReal } from './real-rows.ts'

const BEGIN = new Date('2027-02-01T09:00:00Z')
const WEEKS = 8
const STOPPED = { from: 12, until: 19 }
const FATES = ['reads', 'reads late', 'never reads', 'late laboratory', 'spoilt', 'told', 'dies']

let site: TestApp
beforeEach(async () => {
  site = await openTestApp({ settings: { sendsSms: true } })
})
afterEach(() => site.close())

test('nobody with a sample is without an end or an open loop, on any day', async () => {
  expect(await simulate()).toEqual([])
  const { pool } = site.deps.database
  const twice = await pool.query(
    `select loop_id, action from care_loop_steps group by 1, 2 having count(*) > 1`,
  )
  expect(twice.rows).toEqual([])
  const texts = site.smses.map(({ phone }) => phone)
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.length).toBeGreaterThan(0)
  const listed = [...(await overdue('clinician')), ...(await overdue('office'))]
  const { rows } = await queryReal<{ id: number }>(
    pool,
    `select id::int as id from care_loops where closed_at is null and due_at <= $1`,
    [site.deps.now()],
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { id } of rows) expect(listed).toContain(id)
}, 120_000)

test.each([
  ['a sample opens nothing', 'insert', "new.kind = 'sample_to_lab'"],
  ['a laboratory’s result opens nothing', 'insert', "new.kind = 'result_to_review'"],
  ['a release opens nothing', 'insert', "new.kind = 'released_to_read'"],
  ['a view closes nothing', 'update', "new.closed_because = 'event'"],
] as const)(
  'the checker finds that %s',
  async (_what, event, when) => {
    await dropRule(event, when)
    expect(await simulate()).not.toEqual([])
  },
  120_000,
)

/** From now on the test's database does not write these rows of loops. */
async function dropRule(event: 'insert' | 'update', when: string): Promise<void> {
  await site.owner.execute(
    'create function drop_rule() returns trigger language plpgsql as $$ begin return null; end $$',
  )
  await site.owner.execute(`create trigger drop_rule before ${event} on care_loops
    for each row when (${when}) execute function drop_rule()`)
}

/** What the checker finds, until the first day on which it finds something. */
async function simulate(): Promise<string[]> {
  const people = FATES.map((lastName, n) => ({
    lastName: `Fate${lastName.replace(' ', '')}`,
    ...confirmedPhone(`0770090010${n}`),
  }))
  const reviews = await openReviews(site, { people, at: BEGIN })
  for (let day = 0; day < WEEKS * 7; day++) {
    site.moveTo(new Date(BEGIN.getTime() + day * DAY_MS))
    reviews.clinician = await site.staff(['clinician'])
    reviews.other = await site.staff(['clinician'])
    for (const [n, person] of reviews.people.entries())
      await live(reviews, { person, fate: FATES[n] ?? '', day })
    if (day >= STOPPED.from && day < STOPPED.until) continue
    await chaseLoops(site.deps, (error) => {
      throw error
    })
    const found = await lostPeople(site.deps.database.pool, site.deps.now())
    if (found.length > 0) return found
  }
  return []
}

async function live(
  reviews: Reviews,
  { person, fate, day }: { person: SampledPerson; fate: string; day: number },
): Promise<void> {
  const usual = { person, band: 'Amber', retest_months: 3 } as const
  if (fate === 'late laboratory' && day === 25) await importOne(site, reviews, person)
  if (fate === 'spoilt' && day === 3) {
    const result = await importOne(site, reviews, person, { Result: 'Haemolysed', Units: '' })
    const as = reviews.clinician
    const ready = await pressOn(site, { result, path: 'review', as, body: { band: null } })
    await pressOn(site, { result: ready, path: 'release', as })
  }
  if (fate === 'never reads' && day === 1) await releaseOne(site, reviews, usual)
  if (fate === 'reads' && day === 1) await releaseOne(site, reviews, { person, band: 'Green' })
  if (fate === 'reads' && day === 2) await readOwnResults(site, person.memberId)
  if (fate === 'reads late' && day === 7) await releaseOne(site, reviews, usual)
  if (fate === 'reads late' && day === 30) await readOwnResults(site, person.memberId)
  if (fate === 'told' && day === 2) await releaseOne(site, reviews, { person, band: 'Red' })
  if (fate === 'told' && day === 10) await close(person, { reason: 'told_by_telephone' })
  if (fate === 'dies' && day === 1) await releaseOne(site, reviews, { person, band: 'Red' })
  if (fate === 'dies' && day === 5) await close(person, { reason: 'died', note: 'The family rang' })
}

async function close(person: SampledPerson, body: object): Promise<void> {
  const as = await site.staff(['clinician'])
  const { body: list } = await site.ask('GET', '/api/office/loops', { as })
  const loop = list.data.find(
    (one: Loop) => one.member_id === person.memberId && one.kind === 'released_to_read',
  )
  const { status } = await site.ask('POST', `/api/office/loops/${loop?.id}/close`, { as, body })
  expect(status).toBe(204)
}

async function overdue(role: 'clinician' | 'office'): Promise<number[]> {
  const as = await site.staff([role])
  const { body } = await site.ask('GET', '/api/office/loops?tab=overdue', { as })
  return body.data.map(({ id }: Loop) => id)
}
