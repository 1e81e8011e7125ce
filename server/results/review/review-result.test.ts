import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenedResult } from '../../../domain/office/lab-result-schemas.ts'
import {
  type Clinician,
  importLines,
  lineOf,
  openReviews,
  type SampledPerson,
} from '../../../test/app/laboratory.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

/** A Monday after the event, and a Friday. */
const MONDAY = new Date('2027-02-01T09:00:00Z')
const FRIDAY = '2027-02-05T09:00:00Z'
let site: TestApp
let labId: number
let clinician: Clinician
let other: Clinician
let person: SampledPerson
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  const opened = await openReviews(site, { people: [{ lastName: 'Carter' }], at: MONDAY })
  ;({ labId, clinician, other } = opened)
  person = opened.people[0] as SampledPerson
})
afterAll(() => site.close())

type Shown = Pick<OpenedResult, 'id' | 'version'>

async function imported(written: Record<string, string> = {}): Promise<Shown> {
  const lines = [lineOf(person, written)]
  return (await importLines(site, { labId, lines, as: clinician }))[0] as OpenedResult
}

const press = async (path: string, result: Shown, body: object, as = clinician) => {
  const version = result.version
  const url = `/api/office/results/${result.id}/${path}`
  return site.ask('POST', url, { as, body: { version, ...body } })
}
const ofMember = async () => {
  const { rows } = await site.deps.database.pool.query(
    'select id, supersedes_id, released_at from results where member_id = $1 order by id',
    [person.memberId],
  )
  return rows
}

describe('a result', () => {
  test('is reviewed and released once, with nothing chosen before a clinician chose', async () => {
    const result = await imported({ Result: '<0.01' })
    expect(result).toMatchObject({ state: 'review', value: '<0.01', unit: 'ng/mL', reviews: [] })
    expect((await press('review', result, { band: null })).body.code).toBe('band_needed')
    const early = await press('release', result, {})
    expect([early.status, early.body.code]).toEqual([409, 'not_ready_for_release'])
    const green = { band: 'Green', comment: 'All well', retest_months: 24 }
    const { body: ready } = await press('review', result, green)
    expect(ready).toMatchObject({ state: 'ready', reviews: [{ kind: 'first', band: 'Green' }] })
    expect((await press('review', result, green)).body.code).toBe('changed_meanwhile')
    const both = await Promise.all([
      press('release', ready, {}),
      press('release', ready, {}, other),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await ofMember()).toHaveLength(1)
  })

  test('that is red needs another clinician, who may send it back, and a call before the release', async () => {
    const result = await imported({ Result: '12' })
    const red = { band: 'Red', comment: 'See your GP', ring_first: true }
    const { body: second } = await press('review', result, red)
    expect(second.state).toBe('second')
    const same = await press('second-review', second, red)
    expect([same.status, same.body.code]).toEqual([403, 'same_person'])
    const { body: back } = await press('second-review', second, { band: 'Amber' }, other)
    expect(back.state).toBe('review')
    const { body: again } = await press('review', back, red)
    const { body: ring } = await press('second-review', again, red, other)
    expect(ring.state).toBe('ring first')
    expect((await press('release', ring, {})).body.code).toBe('not_ready_for_release')
    const { body: rung } = await press('call', ring, { note: 'He knows' })
    const late = await press('release', rung, { at: FRIDAY })
    expect([late.status, late.body.code]).toEqual([409, 'late_in_the_week'])
    const override = 'He waits beside the telephone'
    const { body: released } = await press('release', rung, { at: FRIDAY, override })
    expect(released.state).toBe('released')
    expect(released.reviews.at(-1)).toMatchObject({ kind: 'released', band: 'Red', note: override })
    const listed = await site.ask('GET', '/api/office/overrides?kind=late+release', { as: other })
    expect(listed.body.data).toMatchObject([{ kind: 'late release', reason: override }])
  })

  test('is called about again when the last call said so, and the list is in that order', async () => {
    const opened = await openReviews(site, {
      people: [{ lastName: 'Early' }, { lastName: 'Late' }],
      at: MONDAY,
    })
    const lines = opened.people.map((one) => lineOf(one, { Result: '5.1' }))
    const results = await importLines(site, { labId: opened.labId, lines, as: opened.clinician })
    const amber = { band: 'Amber', comment: 'See your GP', ring_first: true }
    const [first, second] = await Promise.all(
      results.map(async (one) => (await press('review', one, amber, opened.clinician)).body),
    )
    await site.deps.database.pool.query(
      `update members set contact_by = 'telephone', support_needs = '{interpreter}',
         support_note = 'Deaf in the left ear' where id = $1`,
      [first.member_id],
    )
    const listed = async () => {
      const url = '/api/office/results?tab=calls'
      const { body } = await site.ask('GET', url, { as: opened.clinician })
      const ids: number[] = body.data.map((row: { id: number }) => row.id)
      return ids.filter((id) => id === first.id || id === second.id)
    }
    expect(await listed()).toEqual([first.id, second.id])

    const missed = { note: 'No answer', reached: false }
    const past = { ...missed, again_at: '2027-01-31T17:00:00.000Z' }
    expect((await press('call', first, past, opened.clinician)).status).toBe(400)
    const reached = { note: 'Told', again_at: '2027-02-02T17:00:00.000Z' }
    expect((await press('call', first, reached, opened.clinician)).status).toBe(400)
    const later = { ...missed, again_at: '2027-02-02T17:00:00.000Z' }
    const { body: waiting } = await press('call', first, later, opened.clinician)
    expect(waiting).toMatchObject({
      state: 'ring first',
      call_again_at: '2027-02-02T17:00:00.000Z',
    })
    const read = await site.ask('GET', `/api/office/results/${first.id}`, { as: opened.clinician })
    expect(read.body).toMatchObject({
      contact_by: 'telephone',
      support_needs: ['interpreter'],
      support_note: 'Deaf in the left ear',
    })
    expect(await listed()).toEqual([second.id, first.id])
    const sooner = { ...missed, again_at: '2027-02-02T09:00:00.000Z' }
    await press('call', waiting, sooner, opened.clinician)
    const after = { ...missed, again_at: '2027-02-02T12:00:00.000Z' }
    await press('call', second, after, opened.clinician)
    expect(await listed()).toEqual([first.id, second.id])
  })

  test('is seen by the member only when its moment has come', async () => {
    const result = await imported()
    const { body: ready } = await press('review', result, { band: 'Green' })
    const past = await press('release', ready, { at: '2027-01-31T09:00:00Z' })
    expect([past.status, past.body.code]).toEqual([400, 'invalid_request'])
    await press('release', ready, { at: '2027-02-02T09:00:00Z' })
    const [row] = await ofMember()
    expect(row.released_at).toEqual(new Date('2027-02-02T09:00:00Z'))
  })

  test('that was corrected replaces the released one, which stays', async () => {
    const { body: ready } = await press('review', await imported(), { band: 'Green' })
    await press('release', ready, {})
    const corrected = await imported({ Result: '2.1', Status: 'C' })
    expect(corrected).toMatchObject({ status: 'corrected', replaces_released: true })
    const { body: reviewed } = await press('review', corrected, { band: 'Amber' })
    await press('release', reviewed, {})
    const [first, second, ...others] = await ofMember()
    expect(others).toEqual([])
    expect(second.supersedes_id).toBe(first.id)
  })

  test('without a number has no band, and one that is not ready goes back with a reason', async () => {
    const result = await imported({ Result: 'Haemolysed', Units: '' })
    expect(result).toMatchObject({ value: null, outcome: 'haemolysed' })
    expect((await press('review', result, { band: 'Green' })).body.code).toBe('no_band_here')
    const { body: ready } = await press('review', result, { band: null })
    const { body: back } = await press('send-back', ready, { note: 'Wrong words' })
    expect(back).toMatchObject({ state: 'review' })
    expect((await press('send-back', back, { note: 'Again' })).body.code).toBe('not_in_review')
  })

  test('without a number gives the member a free repeat with its release, and not before', async () => {
    const repeats = async () => {
      const { rows } = await site.deps.database.pool.query(
        `select count(*)::int as n from free_repeats f
          join results r on r.id = f.result_id where r.member_id = $1`,
        [person.memberId],
      )
      return rows[0].n
    }
    const result = await imported({ Result: 'Haemolysed', Units: '' })
    const { body: ready } = await press('review', result, { band: null })
    expect(await repeats()).toBe(0)
    expect((await press('release', ready, {})).status).toBe(200)
    expect(await repeats()).toBe(1)
  })

  test('is listed for clinicians, counted by tab, and every look is in the access log', async () => {
    const result = await imported()
    const list = await site.ask('GET', '/api/office/results?tab=review', { as: other })
    expect(list.body.data.map(({ id }: Shown) => id)).toContain(result.id)
    expect(list.body.tabs.review).toBe(list.body.total)
    const { rows } = await site.deps.database.pool.query(
      'select count(*)::int as n from access_log where member_id = $1 and actor_user_id = $2',
      [person.memberId, other.userId],
    )
    expect(rows[0].n).toBe(1)
  })

  test('that two called red is made green by two, also through a correction', async () => {
    const red = { band: 'Red', comment: 'See your GP' }
    const { body: second } = await press('review', await imported({ Result: '30.1' }), red)
    const { body: ready } = await press('second-review', second, red, other)
    const { body: back } = await press('send-back', ready, { note: 'A slip' })
    const { body: lower } = await press('review', back, { band: 'Green' })
    expect(lower.state).toBe('second')
    expect((await press('release', lower, {})).body.code).toBe('not_ready_for_release')
    expect((await press('second-review', lower, { band: 'Green' })).body.code).toBe('same_person')
    const corrected = await imported({ Result: '0.7', Status: 'C' })
    const { body: lowered } = await press('review', corrected, { band: 'Green' })
    expect(lowered.state).toBe('second')
    const { body: agreed } = await press('second-review', lowered, { band: 'Green' }, other)
    expect(agreed.state).toBe('ready')
  })

  test.each([
    { before: 'Red', after: 'Green', written: { Result: '0.7', Status: 'C' } },
    { before: 'Green', after: 'Red', written: { Result: '30.1', Status: 'C' } },
    { before: 'Red', after: null, written: { Result: 'Haemolysed', Units: '', Status: 'C' } },
  ] as const)(
    'that replaces a released $before by $after is released only after a call',
    async ({ before, after, written }) => {
      const decide = async (result: Shown, band: string | null) => {
        const { body: first } = await press('review', result, { band, comment: 'See your GP' })
        if (first.state !== 'second') return first
        const again = { band, comment: 'See your GP' }
        return (await press('second-review', first, again, other)).body
      }
      await press('release', await decide(await imported({ Result: '2.2' }), before), {})
      const decided = await decide(await imported(written), after)
      expect(decided.state).toBe('ring first')
      expect((await press('release', decided, {})).body.code).toBe('not_ready_for_release')
      const missed = await press('call', decided, { note: 'No answer', reached: false })
      expect(missed.body.state).toBe('ring first')
      const { body: rung } = await press('call', missed.body, { note: 'Told' })
      expect((await press('release', rung, {})).status).toBe(200)
      expect(await ofMember()).toHaveLength(2)
    },
  )

  test('that was red stays a matter for two when its row was taken back and recorded again', async () => {
    const result = await imported({ Result: '30.1' })
    const { body: second } = await press('review', result, { band: 'Red', comment: 'See your GP' })
    expect((await press('take-back', second, { note: 'Not sure' })).status).toBe(200)
    const { rows } = await site.deps.database.pool.query(
      `select import_id as id, row from result_import_rows where appointment_id is null
        and state = 'close' and reason = 'taken_back' order by import_id desc limit 1`,
    )
    const url = `/api/office/result-imports/${rows[0].id}`
    const body = { decision: 'match', appointment_id: person.appointmentId }
    await site.ask('POST', `${url}/rows/${rows[0].row}/decision`, { as: clinician, body })
    const committed = await site.ask('POST', `${url}/commit`, { as: clinician, body: {} })
    expect(committed.body.rows.committed).toBe(1)
    const list = await site.ask('GET', '/api/office/results?tab=review', { as: clinician })
    const again = list.body.data.find(
      (one: OpenedResult) => one.appointment_id === person.appointmentId,
    )
    const { body: lowered } = await press('review', again, { band: 'Green' })
    expect(lowered.state).toBe('second')
  })

  test('keeps band and words of the first from every answer to the second, until they have decided', async () => {
    const red = { band: 'Red', comment: 'Words of the first', ring_first: true, retest_months: 3 }
    const { body: second } = await press('review', await imported({ Result: '30.1' }), red)
    const hidden = { kind: 'first', band: null, comment: null, ring_first: false }
    const opened = await site.ask('GET', `/api/office/results/${second.id}`, { as: other })
    expect(opened.body.reviews).toMatchObject([{ ...hidden, retest_months: null }])
    const list = await site.ask('GET', '/api/office/results?tab=second', { as: other })
    const listed = list.body.data.find(({ id }: Shown) => id === second.id)
    expect(listed.reviews).toMatchObject([hidden])
    expect(JSON.stringify([opened.body, listed])).not.toContain('Words of the first')
    const own = await site.ask('GET', `/api/office/results/${second.id}`, { as: clinician })
    expect(own.body.reviews).toMatchObject([{ band: 'Red' }])
    const decided = await press('second-review', second, { band: 'Red' }, other)
    expect(decided.body.reviews).toMatchObject([{ band: 'Red' }, { band: 'Red' }])
  })
})
