import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../domain/durations.ts'
import { alsoCloses, reasonsFor } from '../../../domain/office/loop-closing.ts'
import type { Loop } from '../../../domain/office/loop-schemas.ts'
import { closeDay } from '../../../test/app/close-day.ts'
import { openReviews, type SampledPerson } from '../../../test/app/laboratory.ts'
import {
  importOne,
  pressOn,
  type Reviews,
  readOwnResults,
  releaseOne,
} from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { lostPeople, openKinds } from '../../../test/care-loops/loop-invariants.queries.ts'
import { chaseLoops } from './chase-loops.ts'

const MONDAY = new Date('2027-02-01T09:00:00Z')
let site: TestApp
let reviews: Reviews
let person: SampledPerson
let office: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  reviews = await openReviews(site, { people: [{ lastName: 'Carter' }], at: MONDAY })
  person = reviews.people[0] as SampledPerson
  office = await site.staff(['office'])
})

const later = async (days: number) => {
  site.moveTo(new Date(MONDAY.getTime() + days * DAY_MS))
  await chaseLoops(site.deps, (error) => {
    throw error
  })
}
const clinician = () => site.staff(['clinician'])
const open = () => openKinds(site.deps.database.pool, person.memberId)

async function listed(as: { cookie: string }, tab = 'open'): Promise<Loop[]> {
  const rows: Loop[] = []
  let after: string | null = ''
  while (after !== null) {
    const page = after === '' ? '' : `&after=${after}`
    const { status, body } = await site.ask('GET', `/api/office/loops?tab=${tab}${page}`, { as })
    expect(status).toBe(200)
    rows.push(...body.data)
    after = body.next
  }
  return rows.filter(({ member_id: id }) => id === person.memberId)
}

async function close(as: { cookie: string }, loop: Loop | undefined, body: object) {
  const url = `/api/office/loops/${loop?.id}/close`
  return site.ask('POST', url, { as, body })
}

test('the list is narrowed to an event, and to a stage of its failsafe sheet, with its numbers', async () => {
  const other = await openReviews(site, { people: [{ lastName: 'Else' }], at: MONDAY })
  const list = async (query: string) => {
    const { body } = await site.ask('GET', `/api/office/loops?${query}`, { as: office })
    return { members: body.data.map((one: Loop) => one.member_id), open: body.tabs.open }
  }
  const event = `event=${reviews.event.event_id}`
  const own = { members: [person.memberId], open: 1 }
  expect(await list(event)).toEqual(own)
  expect(await list(`event=${other.event.event_id}`)).toEqual({
    members: [other.people[0]?.memberId],
    open: 1,
  })
  expect(await list(`${event}&stage=on_the_way`)).toEqual(own)
  expect(await list(`${event}&stage=review`)).toEqual({ members: [], open: 0 })
  const wrong = await site.ask('GET', `/api/office/loops?${event}&stage=red`, { as: office })
  expect(wrong.status).toBe(400)
  const sheet = `/api/office/events/${reviews.event.event_id}/failsafe-sheet`
  const before = await accesses()
  await site.ask('GET', sheet, { as: office })
  expect(await accesses()).toBe(before + 1)
})

async function accesses(): Promise<number> {
  const { rows } = await site.ownerPool.query(
    'select count(*)::int as n from access_log where member_id = $1',
    [person.memberId],
  )
  return rows[0].n
}

describe('a search', () => {
  const search = async (as: { cookie: string }, path: string, typed: string) => {
    const q = encodeURIComponent(typed)
    const { body } = await site.ask('GET', `/api/office/${path}?tab=open&q=${q}`, { as })
    return body.data.map(({ member_id: id }: Loop) => id)
  }
  test('of clinicians finds a task by name, birth date, tube and the laboratory’s number', async () => {
    await importOne(site, reviews, person)
    const as = await clinician()
    const [year, month, day] = person.dateOfBirth.split('-')
    for (const typed of [`Carter ${person.firstName}`, `${day}.${month}.${year}`, person.tube])
      expect(await search(as, 'loops', typed)).toContain(person.memberId)
    expect(await search(as, 'loops', `N-${person.tube}`)).toEqual([person.memberId])
    expect(await search(as, 'loops', 'Nobodyofthisname')).toEqual([])
    for (const typed of [person.tube, `n-${person.tube.toLowerCase()}`])
      expect(await search(as, 'results', typed)).toEqual([person.memberId])
    expect(await search(as, 'results', 'Nobodyofthisname')).toEqual([])
    expect(await search(office, 'loops', `N-${person.tube}`)).toEqual([])
  })

  test('leads to a task that says the result, to clinicians alone', async () => {
    await releaseOne(site, reviews, { person, band: 'Red' })
    await later(0)
    const as = await clinician()
    const [loop] = await listed(as)
    const { body } = await site.ask('GET', `/api/office/loops/${loop?.id}`, { as })
    expect(body.result).toMatchObject({ value: '1.2', unit: 'ng/mL', band: 'Red' })
    const both = await site.ask('GET', `/api/office/loops/${loop?.id}`, { as: office })
    expect(both.status).toBe(404)
  })
})

describe('the work list', () => {
  test('tells the office nothing about a result, and the clinicians everything that is theirs', async () => {
    expect((await listed(office)).map(({ kind }) => kind)).toEqual(['sample_to_lab'])
    await releaseOne(site, reviews, { person, band: 'Red' })
    await later(12)
    office = await site.staff(['office'])
    for (const tab of ['open', 'overdue', 'telephone', 'later'])
      expect(await listed(office, tab)).toEqual([])
    const as = await clinician()
    const seen = await listed(as)
    expect(seen.map(({ kind }) => kind)).toEqual(['released_to_read', 'gp_told'])
    expect((await listed(as, 'telephone')).map(({ kind }) => kind)).toEqual(['released_to_read'])
    const refused = await close(office, seen[0], { reason: 'told_by_telephone' })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_permitted'])
  })

  test('shows what is overdue first, of that the most urgent, and pages', async () => {
    const as = await clinician()
    await later(20)
    const all: Loop[] = []
    let after: string | null = ''
    while (after !== null) {
      const { body }: { body: { data: Loop[]; next: string | null } } = await site.ask(
        'GET',
        `/api/office/loops${after === '' ? '' : `?after=${after}`}`,
        { as },
      )
      all.push(...body.data)
      after = body.next
    }
    const overdue = all.map((loop) => loop.is_overdue)
    expect(overdue).toEqual(overdue.toSorted((a, b) => Number(b) - Number(a)))
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  test('has what begins later in a tab of its own, counted, until its day', async () => {
    await releaseOne(site, reviews, { person, band: 'Green', retest_months: 12 })
    const as = await site.staff(['office', 'clinician'])
    const tabs = async () => (await site.ask('GET', '/api/office/loops', { as })).body.tabs
    const { later: before } = await tabs()
    const [recall] = await listed(as, 'later')
    expect([recall?.kind, recall?.is_overdue]).toEqual(['recall', false])
    expect(await listed(as)).not.toContainEqual(recall)
    expect(await listed(office, 'later')).toEqual([])
    await later(400)
    const after = await site.staff(['clinician'])
    expect(await listed(after, 'later')).toEqual([])
    expect((await listed(after)).map(({ kind }) => kind)).toContain('recall')
    expect(
      (await site.ask('GET', '/api/office/loops', { as: after })).body.tabs.later,
    ).toBeLessThan(before)
  })

  test('shows nobody what is open about themselves', async () => {
    const second = await importOne(site, reviews, person)
    const as = reviews.clinician
    await pressOn(site, { result: second, path: 'review', as, body: { band: 'Red' } })
    expect((await listed(reviews.other)).map(({ kind }) => kind)).toEqual(['second_review'])
    const { pool } = site.deps.database
    await pool.query('update members set user_id = $2 where id = $1', [
      person.memberId,
      reviews.other.userId,
    ])
    expect(await listed(reviews.other)).toEqual([])
  })

  test('logs each member who was listed, and is closed to the venue', async () => {
    await listed(office)
    const { rows } = await site.deps.database.pool.query(
      `select reason from access_log where member_id = $1 and actor_user_id = $2`,
      [person.memberId, office.userId],
    )
    expect(rows).toEqual([{ reason: 'day' }])
    const venue = await site.staff(['venue'])
    expect((await site.ask('GET', '/api/office/loops', { as: venue })).status).toBe(403)
  })
})

test('red comes before the other unread results of the day, for clinicians alone', async () => {
  const as = await clinician()
  const two = await openReviews(site, {
    people: [{ lastName: 'Amberley' }, { lastName: 'Redmond' }],
    at: MONDAY,
  })
  const [amber, red] = two.people as [SampledPerson, SampledPerson]
  await releaseOne(site, two, { person: amber, band: 'Amber' })
  await releaseOne(site, two, { person: red, band: 'Red' })
  await later(8)
  const { body } = await site.ask('GET', '/api/office/loops?tab=telephone&limit=100', { as })
  const unread = body.data.filter(({ kind }: Loop) => kind === 'released_to_read')
  const places = [red, amber].map(({ memberId }) =>
    unread.findIndex((one: Loop) => one.member_id === memberId),
  )
  expect(places[0]).toBeLessThan(places[1] ?? 0)
  const names = (await site.ask('GET', '/api/office/loops', { as: office })).body.data
  expect(JSON.stringify(names)).not.toContain('Redmond')
})

test.each([
  'sample_undone',
  'two_tubes',
  'tell_laboratory',
  'consent_withdrawn',
  'result_of_the_dead',
  'incident',
  'take_back',
] as const)('%s is not closed by the death of the member', (kind) => {
  expect(reasonsFor(kind)).not.toContain('died')
  expect(alsoCloses('died', kind)).toBe(false)
  expect(alsoCloses('died', 'released_to_read')).toBe(true)
})

test('the withdrawal of consent has no outcome that a person ticks', () => {
  expect(reasonsFor('consent_withdrawn')).toEqual([])
})

test('a sample on its way names the laboratory to call, with its number and the tube', async () => {
  const [loop] = await listed(office)
  expect(loop?.kind).toBe('sample_to_lab')
  const read = async () =>
    (await site.ask('GET', `/api/office/loops/${loop?.id}`, { as: office })).body.laboratory
  const nameless = await read()
  expect(nameless).toMatchObject({ name: expect.any(String), phone: null, tubes: [person.tube] })
  const url = `/api/office/labs/${reviews.labId}`
  const change = { version: 1, phone: '020 7946 0733' }
  expect((await site.ask('PUT', url, { as: office, body: change })).status).toBe(200)
  expect(await read()).toEqual({ ...nameless, phone: '020 7946 0733' })

  await releaseOne(site, reviews, { person, band: 'Red' })
  const as = await clinician()
  const [unread] = await listed(as)
  const detail = await site.ask('GET', `/api/office/loops/${unread?.id}`, { as })
  expect([unread?.kind, detail.body.laboratory]).toEqual(['released_to_read', null])
})

describe('a person closes', () => {
  test('an unread result after a call, once, and without a word of it in the clear', async () => {
    await releaseOne(site, reviews, { person, band: 'Red' })
    await later(8)
    const as = await clinician()
    const [loop] = await listed(as, 'telephone')
    const ring = (ring_at: string | null) =>
      site.ask('POST', `/api/office/loops/${loop?.id}/calls`, { as, body: { ring_at } })
    const passed = await ring('2027-02-01T17:00:00Z')
    expect([passed.status, passed.body.fields?.[0]?.field]).toEqual([400, 'ring_at'])
    expect((await ring('2027-02-10T17:00:00Z')).status).toBe(204)
    expect((await listed(as, 'telephone'))[0]).toMatchObject({
      calls: 1,
      is_to_ring: true,
      ring_at: '2027-02-10T17:00:00.000Z',
    })
    expect((await ring(null)).status).toBe(204)
    expect((await listed(as, 'telephone'))[0]).toMatchObject({ calls: 2, ring_at: null })
    const early = await close(as, loop, { reason: 'not_reachable', note: 'No answer' })
    expect([early.status, early.body.code]).toEqual([409, 'steps_left'])
    const wrong = await close(as, loop, { reason: 'biopsy' })
    expect(wrong.body.errors ?? wrong.body).toBeTruthy()
    expect(wrong.status).toBe(400)
    const told = { reason: 'told_by_telephone', note: 'Quail remark' }
    const both = await Promise.all([close(as, loop, told), close(await clinician(), loop, told)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await open()).toEqual(['gp_told'])
    expect(JSON.stringify(await site.stored())).not.toContain('Quail remark')
    expect(await lostPeople(site.deps.database.pool, site.deps.now())).toEqual([])
  })

  test('the telling of the GP, and the outcome is asked for six months after the release', async () => {
    await releaseOne(site, reviews, { person, band: 'Red' })
    const as = await clinician()
    const told = (await listed(as)).find(({ kind }) => kind === 'gp_told')
    expect((await close(as, told, { reason: 'gp_told' })).status).toBe(204)
    const outcome = (await listed(as)).find(({ kind }) => kind === 'gp_outcome')
    expect(outcome?.due_at).toBe('2027-08-01T16:00:00.000Z')
    expect((await close(as, outcome, { reason: 'mri' })).status).toBe(204)
    expect(await open()).toEqual(['released_to_read'])
  })

  test('a lost sample with words, and the clinicians ring about another one', async () => {
    const [loop] = await listed(office)
    const silent = await close(office, loop, { reason: 'sample_lost' })
    expect(silent.status).toBe(400)
    expect((await close(office, loop, { reason: 'sample_lost', note: 'Broken' })).status).toBe(204)
    expect(await open()).toEqual(['repeat_test'])
    expect(await listed(await clinician(), 'telephone')).toMatchObject([{ kind: 'repeat_test' }])
    expect(await lostPeople(site.deps.database.pool, site.deps.now())).toEqual([])
  })

  test('everything of a person who has died', async () => {
    await releaseOne(site, reviews, { person, band: 'Red' })
    const as = await clinician()
    const [loop] = await listed(as)
    const died = { reason: 'died', note: 'His wife rang' }
    expect((await close(as, loop, died)).status).toBe(204)
    // Nobody has read the result; a clinician decides whether the family should know.
    expect(await open()).toEqual(['result_of_the_dead'])
  })
})

describe('the failsafe sheet of a day', () => {
  const sheetUrl = (path = '') =>
    `/api/office/events/${reviews.event.event_id}/failsafe-sheet${path}`

  test('is signed when nothing of the day is open, and open again with a correction', async () => {
    const read = async () => (await site.ask('GET', sheetUrl(), { as: office })).body
    expect(await read()).toMatchObject({
      sampled: 1,
      open: { on_the_way: 1 },
      can_be_signed: false,
      is_signed: false,
    })
    const who = { member_id: person.memberId, name: `${person.firstName} ${person.lastName}` }
    expect((await read()).people).toMatchObject({ on_the_way: [who], at_the_lab: [] })
    const received = await site.ask('POST', sheetUrl('/receipt'), { as: office })
    expect(received.body.people).toMatchObject({ on_the_way: [], at_the_lab: [who] })
    expect(received.body.open).toMatchObject({ on_the_way: 0, at_the_lab: 1 })
    const early = await site.ask('POST', sheetUrl('/signature'), { as: office })
    expect([early.status, early.body.code]).toEqual([409, 'sheet_not_ready'])
    await releaseOne(site, reviews, { person, band: 'Red' })
    expect((await read()).open).toMatchObject({ review: 0, reading: 1 })
    await readOwnResults(site, person.memberId)
    expect(await read()).toMatchObject({ can_be_signed: false, is_day_closed: false })
    expect((await closeDay(site, reviews.event.event_id, office)).status).toBe(200)
    expect(await read()).toMatchObject({ can_be_signed: true, follow_ups: 1 })
    await site.ask('POST', sheetUrl('/signature'), { as: office })
    await site.ask('POST', sheetUrl('/signature'), { as: office })
    expect(await read()).toMatchObject({ is_signed: true, signatures: [{ by: office.name }] })
    site.moveTo(new Date(MONDAY.getTime() + 60_000))
    const result = await importOne(site, reviews, person, { Result: '0.9', Status: 'C' })
    expect(await read()).toMatchObject({ is_signed: false, open: { review: 1 } })
    await pressOn(site, { result, path: 'review', as: reviews.clinician, body: { band: 'Green' } })
  })
})
