import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MedicalResult } from '../../../domain/contract.ts'
import type { Band } from '../../../domain/results.ts'
import { openResult, openReviews, type SampledPerson } from '../../../test/app/laboratory.ts'
import { importOne, pressOn, type Reviews } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { queryReal } from '../../../test/care-loops/real-rows.ts'

let site: TestApp
let reviews: Reviews
let person: SampledPerson
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  const at = new Date('2027-02-01T09:00:00Z')
  reviews = await openReviews(site, { people: [{ lastName: 'Penn' }], at })
  person = reviews.people[0] as SampledPerson
})
afterAll(() => site.close())

type Shown = { id: number; version: number }
const query = async (text: string, ...values: unknown[]) =>
  (await queryReal(site.deps.database.pool, text, values)).rows
const press = (result: Shown, path: string, body: object, as = reviews.clinician) =>
  site.ask('POST', `/api/office/results/${result.id}/${path}`, {
    as,
    body: { version: result.version, ...body },
  })
const ask = (result: Shown, because: string) =>
  press(result, 'take-back-request', { because, note: 'Found by telephone' })
const confirm = (result: Shown, as = reviews.other) =>
  press(result, 'take-back-request/confirm', { note: 'Looked at it' }, as)
const openKinds = async () => {
  const rows = await query(
    'select kind from care_loops where appointment_id = $1 and closed_at is null order by kind',
    person.appointmentId,
  )
  return rows.map(({ kind }) => kind)
}
async function release(written = {}, band: Band = 'Green'): Promise<Shown> {
  const result = await importOne(site, reviews, person, { Result: '7.773', ...written })
  const body = { band, comment: 'Canary words' }
  const first = await pressOn(site, { result, path: 'review', as: reviews.clinician, body })
  const again = { result: first, path: 'second-review', as: reviews.other, body }
  const ready = first.state === 'second' ? await pressOn(site, again) : first
  return pressOn(site, { result: ready, path: 'release', as: reviews.clinician })
}
async function portal(path = ''): Promise<{ data: MedicalResult[] }> {
  const [row] = await query(
    'select user_id as id, email from members where id = $1',
    person.memberId,
  )
  const as = { cookie: await site.signIn(row.id, row.email) }
  const { status, body } = await site.ask('GET', `/api/medical/results/${person.memberId}${path}`, {
    as,
  })
  expect(status).toBe(200)
  return body
}

test('a release of a wrong band is taken back by two, reviewed again by two, and released as its successor', async () => {
  const result = await release()
  const { body: asked } = await ask(result, 'wrong_band')
  site.moveTo(new Date('2027-02-01T09:05:00Z'))
  expect(await openKinds()).toContain('take_back')
  expect((await portal()).data[0]?.result).toMatchObject({ test_result: '7.773', band: 'Green' })
  const own = async (as: { cookie: string }) =>
    (await site.ask('GET', '/api/office/today', { as })).body.own_requests
  expect(await own(reviews.clinician)).toEqual([
    { kind: 'withdrawal', id: String(result.id), about: null, pence: null },
  ])
  expect(await own(reviews.other)).toBeUndefined()
  expect((await confirm(asked, reviews.clinician)).body.code).toBe('same_person')
  const { body: back } = await confirm(asked)
  expect(back.state).toBe('review')
  expect(await own(reviews.clinician)).toBeUndefined()
  const [shown] = (await portal()).data
  expect(shown?.result).toMatchObject({ withdrawn: true, taken_back: 'wrong_band', band: null })
  expect(shown?.replaces).toMatchObject([{ test_result: '7.773', band: 'Green' }])
  const loops = await openKinds()
  expect(loops).toContain('incident')
  expect(loops).not.toContain('repeat_test')
  expect(loops).not.toContain('take_back')

  const { body: first } = await press(back, 'review', { band: 'Amber' })
  expect(first.state).toBe('second')
  site.moveTo(new Date('2027-02-01T09:10:00Z'))
  const { body: ready } = await press(first, 'second-review', { band: 'Amber' }, reviews.other)
  expect((await press(ready, 'release', {})).body.state).toBe('released')
  const [right] = (await portal()).data
  expect(right?.result).toMatchObject({ test_result: '7.773', band: 'Amber' })
  expect(right?.replaces).toHaveLength(2)
})

test.each([
  ['Red', 'wrong_band', true],
  ['Green', 'wrong_man', true],
  ['Green', 'wrong_band', false],
] as const)(
  'taking back a %s one as %s asks for a call at once: %s',
  async (band, because, isToRing) => {
    const { body: taken } = await ask(await release({}, band), because)
    expect((await confirm(taken)).status).toBe(200)
    const [unread] = await query(
      `select is_to_ring, due_at <= $2 as is_due from care_loops where appointment_id = $1
      and kind = 'released_to_read' and closed_at is null`,
      person.appointmentId,
      new Date('2027-02-01T09:00:00Z'),
    )
    expect(unread).toEqual({ is_to_ring: isToRing, is_due: isToRing })
  },
)

test('a red that was taken back is rung before its new release, which asks for no second call', async () => {
  await query(
    `update members set contact_by = 'post', address_lines = '{1 Mill Lane}', postcode = 'CO8 5AA'
      where id = $1`,
    person.memberId,
  )
  const { body: asked } = await ask(await release({}, 'Red'), 'wrong_words')
  const { body: back } = await confirm(asked)
  const { body: first } = await press(back, 'review', { band: 'Red' })
  const { body: agreed } = await press(first, 'second-review', { band: 'Red' }, reviews.other)
  expect(agreed.state).toBe('ring first')
  const { body: rung } = await press(agreed, 'call', { note: 'Told' })
  expect((await press(rung, 'release', {})).status).toBe(200)
  const loops = await query(
    `select is_to_ring from care_loops where appointment_id = $1
      and kind = 'released_to_read' and closed_at is null`,
    person.appointmentId,
  )
  expect(loops).toEqual([{ is_to_ring: false }])
})

test('what was another man’s is not shown any more, and its row waits for a person', async () => {
  const result = await release()
  const [old] = await query('select id from results where member_id = $1', person.memberId)
  const { body: asked } = await ask(result, 'wrong_man')
  site.moveTo(new Date('2027-02-01T09:05:00Z'))
  expect((await confirm(asked)).body.state).toBe('discarded')
  const all = await portal()
  expect(JSON.stringify(all)).not.toMatch(/7\.773|Canary words/)
  expect(all.data[0]?.result).toMatchObject({ taken_back: 'wrong_man' })
  expect(all.data[0]?.replaces).toMatchObject([{ test_result: null, band: null, not_yours: true }])
  expect(JSON.stringify(await portal(`/${old.id}`))).not.toMatch(/7\.773|Canary words/)
  const rows = await query(
    `select r.state, r.reason from result_import_rows r join result_imports i on i.id = r.import_id
      where i.lab_id = $1`,
    reviews.labId,
  )
  expect(rows).toEqual([{ state: 'close', reason: 'taken_back' }])
  expect(await openKinds()).toEqual(expect.arrayContaining(['incident', 'lab_to_result']))
})

test('a correction that was another man’s takes the report that it corrected with it', async () => {
  await release()
  site.moveTo(new Date('2027-02-01T09:05:00Z'))
  const corrected = await release({ Result: '9.994', Status: 'C' })
  const { body: asked } = await ask(corrected, 'wrong_man')
  site.moveTo(new Date('2027-02-01T09:10:00Z'))
  expect((await confirm(asked)).body.state).toBe('discarded')
  const states = await query('select state from lab_results where lab_id = $1', reviews.labId)
  expect(states).toEqual([{ state: 'discarded' }, { state: 'discarded' }])
  expect(JSON.stringify(await portal())).not.toMatch(/7\.773|9\.994/)
})

test('a request is dropped, and changes nothing; only one waits at a time', async () => {
  const result = await release()
  const { body: asked } = await ask(result, 'wrong_words')
  expect((await ask(asked, 'wrong_band')).body.code).toBe('take_back_pending')
  const { body: kept } = await press(asked, 'take-back-request/drop', { note: 'I misread it' })
  expect(kept.state).toBe('released')
  expect(await openKinds()).not.toContain('take_back')
  expect((await confirm(kept)).body.code).toBe('no_take_back')
  expect((await portal()).data[0]?.result).toMatchObject({ test_result: '7.773' })
})

test('of two who confirm at once one does, and a report that is not released cannot be taken back so', async () => {
  const result = await importOne(site, reviews, person)
  expect((await ask(result, 'wrong_band')).body.code).toBe('not_released')
  const third = await site.staff(['clinician'])
  const { body: ready } = await press(result, 'review', { band: 'Green' })
  const { body: released } = await press(ready, 'release', {})
  const { body: asked } = await ask(released, 'wrong_words')
  const both = await Promise.all([confirm(asked), confirm(asked, third)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('while the laboratory corrects a released result, the member reads that it is checked again', async () => {
  await release()
  expect((await portal()).data[0]).not.toHaveProperty('checked_again')
  await importOne(site, reviews, person, { Result: '18.4', Status: 'C' })
  const [shown] = (await portal()).data
  expect(shown).toMatchObject({ checked_again: true, result: { test_result: '7.773' } })
  expect(JSON.stringify(shown)).not.toContain('18.4')
})

test('what is open about a released result whose sample was undone is closed by saying that it stands', async () => {
  const result = await release()
  const stands = (version: number) =>
    press({ id: result.id, version }, 'stands', { note: 'The lead has mistaken the row' })
  expect((await stands(result.version)).body.code).toBe('no_choice_here')
  await query(
    `insert into attendance_actions (action_id, event_id, appointment_id, type, at, device, sequence,
        reason, undoes, status, staff_id, recorded_at)
      select gen_random_uuid(), event_id, appointment_id, 'undo', at, 'x', 1, 'A mistake', action_id,
        'applied', staff_id, recorded_at from attendance_actions
      where appointment_id = $1 and type = 'sample'`,
    person.appointmentId,
  )
  await query(
    `insert into care_loops (kind, member_id, appointment_id, owner, urgency, opened_at, due_at)
      values ('sample_undone', $1, $2, 'clinician', 1, now(), now())`,
    person.memberId,
    person.appointmentId,
  )
  expect((await stands(result.version)).status).toBe(200)
  expect(await openKinds()).not.toContain('sample_undone')
  const { holds } = await openResult(site, result.id, reviews.clinician)
  expect(holds).toMatchObject([{ kind: 'sample_undone', words: 'A mistake' }])
})
