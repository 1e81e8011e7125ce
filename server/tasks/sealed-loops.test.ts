import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReviews, type SampledPerson } from '../../test/app/laboratory.ts'
import { releaseOne } from '../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { openKinds } from '../../test/care-loops/loop-invariants.queries.ts'
import { chaseLoops } from '../care/task-list/chase-loops.ts'
import { followPosted, followReturned } from './follow-reading.ts'
import { LEVEL_MOMENT } from './sealed-loops.ts'

const NOW = new Date('2027-02-01T09:00:00Z')
const BANDS = ['Green', 'Amber', 'Red'] as const

let site: TestApp
let people: SampledPerson[]
beforeAll(async () => {
  site = await openTestApp({ now: NOW })
  people = await releaseEach()
})
afterAll(() => site.close())

const round = () =>
  chaseLoops(site.deps, (error) => {
    throw error
  })
const pool = () => site.deps.database.pool

async function releaseEach() {
  const people = BANDS.map((band, n) => ({ lastName: `Band${band}`, phone: `0770090020${n}` }))
  const reviews = await openReviews(site, { people, at: NOW })
  for (const [n, band] of BANDS.entries()) {
    const person = reviews.people[n]
    if (person) await releaseOne(site, reviews, { person, band })
  }
  await round()
  return reviews.people
}

/** What the database shows of the person's tasks, without what differs by member. */
async function shown(memberId: number) {
  const { rows } = await pool().query(
    `select kind, owner, escalated_to, pace, urgency, opened_at, closed_because, closed_at is null as open,
         kind_index is null as unindexed, octet_length(sealed) as size,
         due_at as due, next_step_at as next
       from care_loops where member_id = $1 and kind in ('released_to_read', 'result_to_review',
         'review_to_release', 'look_again') order by id`,
    [memberId],
  )
  return rows
}

test('the tasks of a green, an amber and a red result look alike in the database', async () => {
  const [green, amber, red] = await Promise.all(people.map(({ memberId }) => shown(memberId)))
  expect(green).toHaveLength(5)
  const times = (rows: typeof green) =>
    rows?.map(({ opened_at: _, due: __, next: ___, ...row }) => row)
  expect(times(amber)).toEqual(times(green))
  expect(times(red)).toEqual(times(green))
  const { rows } = await pool().query(
    `select distinct kind, pace, urgency, octet_length(sealed) as size from care_loops
      where member_id = any($1) and kind not in ('released_to_read', 'result_to_review',
        'review_to_release', 'sample_to_lab', 'lab_to_result')`,
    [people.map(({ memberId }) => memberId)],
  )
  expect(rows).toEqual([
    { kind: 'look_again', pace: 'usual', urgency: 3, size: expect.any(Number) },
  ])
  expect(await openKinds(pool(), people[2]?.memberId ?? 0)).toEqual(['released_to_read', 'gp_told'])
})

test('what was stored before in clear is sealed by the next round', async () => {
  const [, , red] = people
  await pool().query(
    `update care_loops set kind = 'gp_told', seal_id = null, sealed = null, kind_index = null,
         opened_at = $2, due_at = $2, next_step_at = $2::timestamptz + interval '42 days'
      where id = (select min(id) from care_loops where kind = 'look_again' and member_id = $1)`,
    [red?.memberId, NOW],
  )
  await round()
  const { rows } = await pool().query(
    `select kind, sealed is not null as is_sealed, opened_at, due_at, next_step_at from care_loops
      where member_id = $1 and kind <> 'released_to_read' and closed_at is null`,
    [red?.memberId],
  )
  const levelled = { opened_at: LEVEL_MOMENT, due_at: LEVEL_MOMENT, next_step_at: null }
  const one = { kind: 'look_again', is_sealed: true, ...levelled }
  expect(rows).toEqual([one, one])
  expect(await openKinds(pool(), red?.memberId ?? 0)).toEqual(['released_to_read', 'gp_told'])
})

test('a letter to the GP and its return close no row that would tell that a result is red', async () => {
  const [, , red] = people
  const { rows } = await pool().query('select id::int as id from results where member_id = $1', [
    red?.memberId,
  ])
  const letter = { resultId: Number(rows[0]?.id), recipient: 'gp' } as const
  const { deps } = site
  const post = () => deps.database.transaction((tx) => followPosted(tx, deps, [letter]))
  const bringBack = () => deps.database.transaction((tx) => followReturned(tx, deps, letter))
  const open = () => openKinds(pool(), red?.memberId ?? 0)
  const before = (await shown(red?.memberId ?? 0)).map(({ size: _, ...row }) => row)
  await post()
  expect(await open()).toEqual(['released_to_read', 'gp_outcome'])
  expect((await shown(red?.memberId ?? 0)).map(({ size: _, ...row }) => row)).toEqual(before)
  const returned = ['released_to_read', 'gp_outcome', 'gp_told']
  for (let n = 0; n < 2; n++) {
    await bringBack()
    await bringBack()
    expect(await open()).toEqual(returned)
    await post()
    expect(await open()).toEqual(['released_to_read', 'gp_outcome'])
  }
  await bringBack()
  expect(await open()).toEqual(returned)
})

const ask = (as: { cookie: string }, path: string) =>
  site.ask('GET', `/api/office/loops${path}`, { as })

test('a row that is no task is neither listed, counted, opened nor closed', async () => {
  const [, , red] = people
  const { rows } = await pool().query(
    `select id::int as id from care_loops where member_id = $1 and kind = 'look_again'
      and closed_at is null order by id`,
    [red?.memberId],
  )
  const as = await site.staff(['clinician'])
  const listed: number[] = []
  for (const tab of ['open', 'overdue', 'later', 'telephone']) {
    const { body } = await ask(as, `?tab=${tab}`)
    expect(body.data).toHaveLength(body.tabs[tab])
    listed.push(...body.data.map(({ id }: { id: number }) => id))
  }
  const [fillers, tasks] = [false, true].map((is) =>
    rows.map(({ id }) => id).filter((id) => listed.includes(id) === is),
  )
  expect([fillers?.length, tasks?.length]).toEqual([1, rows.length - 1])
  const [id] = fillers ?? []
  expect((await ask(as, `/${id}`)).status).toBe(404)
  const body = { reason: 'told_by_telephone' }
  const closing = await site.ask('POST', `/api/office/loops/${id}/close`, { as, body })
  expect(closing.status).toBe(404)
  site.moveTo(new Date(NOW.getTime() + 3 * 365 * 86_400_000))
  await round()
  const overdue = (await ask(await site.staff(['clinician']), '?tab=overdue')).body
  const ids = overdue.data.map((row: { id: number }) => row.id)
  expect(ids).toContain(tasks?.[0])
  expect(ids).not.toContain(id)
})
