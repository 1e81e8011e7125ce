import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClosedLoop } from '../../../domain/office/loop-schemas.ts'
import type { Role } from '../../../domain/office/permissions.ts'
import { openReviews, type SampledPerson } from '../../../test/app/laboratory.ts'
import { type Reviews, readOwnResults, releaseOne } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

const MONDAY = new Date('2027-02-01T09:00:00Z')
let site: TestApp
let reviews: Reviews
let red: SampledPerson
beforeAll(async () => {
  site = await openTestApp()
  const people = [{ lastName: 'Carter' }, { lastName: 'Mill' }]
  reviews = await openReviews(site, { people, at: MONDAY })
  red = reviews.people[0] as SampledPerson
  await releaseOne(site, reviews, { person: red, band: 'Red' })
  await readOwnResults(site, red.memberId)
  await close('office', 'sample_to_lab', { reason: 'received_by_lab' })
  await close('clinician', 'lab_to_result', { reason: 'sample_lost', note: 'The courier lost it' })
})
afterAll(() => site.close())

async function close(role: Role, kind: string, body: object): Promise<void> {
  const as = await site.staff([role])
  const { body: list } = await site.ask('GET', '/api/office/loops', { as })
  const loop = list.data.find((one: { kind: string }) => one.kind === kind)
  const { status } = await site.ask('POST', `/api/office/loops/${loop?.id}/close`, { as, body })
  expect(status).toBe(204)
}

async function closed(as: { cookie: string }, query = ''): Promise<ClosedLoop[]> {
  const url = `/api/office/closed-loops?${query}`
  const { status, body } = await site.ask('GET', url, { as })
  expect(status).toBe(200)
  expect(body.total).toBe(body.data.length)
  return body.data
}
const kindsOf = (rows: ClosedLoop[]) => rows.map(({ kind }) => kind)

test('a clinician reads what ended, the last first, why and by whom', async () => {
  const as = await site.staff(['clinician'])
  const rows = await closed(as)
  expect(kindsOf(rows).toSorted()).toEqual([
    'lab_to_result',
    'released_to_read',
    'review_to_release',
    'second_review',
  ])
  const times = rows.map(({ closed_at: at }) => at)
  expect(times).toEqual(times.toSorted().reverse())
  expect(rows.find(({ kind }) => kind === 'lab_to_result')).toMatchObject({
    because: 'person',
    reason: 'sample_lost',
    note: 'The courier lost it',
    closed_by: expect.stringMatching(/^Staff/),
    was_overdue: false,
  })
  const read = rows.find(({ kind }) => kind === 'released_to_read')
  expect(read).toMatchObject({ because: 'read', reason: null, note: null, closed_by: null })
})

test('the office reads the way of the sample alone, though it was asked about more', async () => {
  await site.ownerPool.query(`update care_loops set escalated_to = 'office'`)
  const rows = await closed(await site.staff(['office']))
  expect(rows.map(({ kind, because }) => `${kind}: ${because}`).toSorted()).toEqual([
    'sample_to_lab: laboratory result recorded',
    'sample_to_lab: person',
  ])
})

test('search, kind and tab narrow the list, and their counts follow', async () => {
  const as = await site.staff(['clinician'])
  expect(kindsOf(await closed(as, 'q=Mill'))).toEqual(['lab_to_result'])
  expect(kindsOf(await closed(as, 'kind=second_review'))).toEqual(['second_review'])
  expect(kindsOf(await closed(as, 'tab=person'))).toEqual(['lab_to_result'])
  expect(await closed(as, 'tab=event')).toHaveLength(3)
  const { body } = await site.ask('GET', '/api/office/closed-loops?q=Carter', { as })
  expect(body.tabs).toEqual({ all: 3, person: 0, event: 3 })
  expect((await site.ask('GET', '/api/office/closed-loops?kind=none', { as })).status).toBe(400)
})

test('pages give each row once, also those of one moment', async () => {
  const as = await site.staff(['clinician'])
  await site.ownerPool.query(
    `insert into care_loops (kind, member_id, appointment_id, owner, urgency, opened_at, due_at,
         closed_at, closed_because)
       select 'lab_to_result', $1, $2, 'clinician', 3, $3, $3,
           timestamptz '2027-01-30 12:00:00' + (n / 20) * interval '1 microsecond', 'sampled'
         from generate_series(1, 120) n`,
    [red.memberId, red.appointmentId, MONDAY],
  )
  const ids: number[] = []
  let after: string | null = ''
  while (after !== null) {
    const page = after === '' ? '' : `&after=${encodeURIComponent(after)}`
    const url = `/api/office/closed-loops?tab=event${page}`
    const { body }: { body: { data: ClosedLoop[]; next: string | null } } = await site.ask(
      'GET',
      url,
      { as },
    )
    ids.push(...body.data.map(({ id }) => id))
    after = body.next
  }
  expect(ids).toHaveLength(123)
  expect(new Set(ids).size).toBe(123)
  const wrong = await site.ask('GET', '/api/office/closed-loops?after=WyJ4Il0', { as })
  expect(wrong.status).toBe(400)
})

test('nobody reads about themselves, each read is logged, and the venue reads nothing', async () => {
  const as = await site.staff(['clinician'])
  await site.ownerPool.query('update members set user_id = $2 where id = $1', [
    red.memberId,
    as.userId,
  ])
  expect(new Set((await closed(as)).map(({ member_id: id }) => id)).has(red.memberId)).toBe(false)
  const { rows } = await site.deps.database.pool.query(
    'select distinct reason from access_log where actor_user_id = $1',
    [as.userId],
  )
  expect(rows).toEqual([{ reason: 'result' }])
  const venue = await site.staff(['venue'])
  expect((await site.ask('GET', '/api/office/closed-loops', { as: venue })).status).toBe(403)
})
