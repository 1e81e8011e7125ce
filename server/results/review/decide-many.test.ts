// What a clinician reads beside a result, and decisions about many at once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenedResult } from '../../../domain/office/lab-result-schemas.ts'
import {
  type Clinician,
  importLines,
  lineOf,
  openResult,
  openReviews,
  type SampledPerson,
} from '../../../test/app/laboratory.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { insertAnswers } from '../../bookings/preparation/preparation.queries.ts'
import { sealAnswers } from '../../bookings/preparation/sealed-answers.ts'

const MONDAY = new Date('2027-02-01T09:00:00Z')
const FRIDAY = '2027-02-05T09:00:00Z'
let site: TestApp
let labId: number
let people: SampledPerson[]
let clinician: Clinician
let other: Clinician
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  ;({ labId, people, clinician, other } = await openReviews(site, {
    people: [{ lastName: 'Carter' }, { lastName: 'Baker' }, { lastName: 'Miller' }],
    answers: {
      medicationHistory: 'Avodart',
      numberOfPsaTest: 1,
      fatherSideDetails: '',
      recentInfection: 'Yes',
    },
    at: MONDAY,
  }))
})
afterAll(() => site.close())

const imported = (lines = people.map((person) => lineOf(person))) =>
  importLines(site, { labId, lines, as: clinician })
const opened = (id: number, as = clinician) => openResult(site, id, as)
const ask = (path: string, body: object, as = clinician) =>
  site.ask('POST', `/api/office/results/${path}`, { as, body })
const asRead = (results: OpenedResult[]) => results.map(({ id, version }) => ({ id, version }))

describe('beside a result', () => {
  test('are the answers to the check before the appointment, the latest ones', async () => {
    const [before] = await imported()
    if (!before) throw new Error('nothing was imported')
    const { db, pool } = site.deps.database
    const { rows } = await pool.query(
      `select a.id::int as id, a.member_id::int as member from lab_results l
         join appointments a on a.id = l.appointment_id where l.id = $1`,
      [before.id],
    )
    const answer = (startsAt: Date, infection: boolean) => {
      const time = { appointmentId: rows[0].id, startsAt }
      const answers = { infection, catheter: false, exercise: false, ejaculation: false }
      const sealed = sealAnswers(site.deps.fieldKeys, time, answers)
      return insertAnswers(db, { ...time, memberId: rows[0].member, sealed, answeredAt: MONDAY })
    }
    await answer(new Date('2027-01-01T10:00:00Z'), false)
    await answer(new Date('2027-01-02T10:00:00Z'), true)
    const { consent } = await openResult(site, before.id, other)
    expect(consent?.answers).toMatchObject({
      recentInfection: 'Yes',
      before_infection: 'Yes',
      before_catheter: 'No',
    })
  })

  test('are the answers of the consent and the earlier results, with one entry in the access log', async () => {
    const [first] = await imported()
    if (!first) throw new Error('nothing was imported')
    expect(first).toMatchObject({ earlier: [], replaced: null, is_own_record: false })
    expect(first.ethnicity).toBe('Not stated')
    expect(first.consent).toMatchObject({ withdrawn: false, gp_sharing: false })
    expect(first.consent?.answers).toEqual({
      medicationHistory: 'Avodart',
      numberOfPsaTest: '1',
      recentInfection: 'Yes',
    })
    const { body: ready } = await ask(`${first.id}/review`, {
      band: 'Green',
      version: first.version,
    })
    await ask(`${first.id}/release`, { version: ready.version })
    const person = people[0] as SampledPerson
    const line = lineOf(person, { Result: '2.1', Status: 'C' })
    const [corrected] = await imported([line])
    expect(corrected).toMatchObject({
      earlier: [],
      replaced: { value: '1.2', unit: 'ng/mL', band: 'Green', state: 'released' },
    })
    const read =
      'select count(*)::int as n from access_log where member_id = $1 and actor_user_id = $2'
    await opened(first.id, other)
    const { rows } = await site.deps.database.pool.query(read, [person.memberId, other.userId])
    expect(rows[0].n).toBe(1)
  })

  test('is the next one of the queue, never the reader’s own record or own first review', async () => {
    const [first, second, third] = await imported()
    if (!first || !second || !third) throw new Error('three were imported')
    expect(first.next).toBe(second.id)
    await site.deps.database.pool.query('update members set user_id = $2 where id = $1', [
      second.member_id,
      clinician.userId,
    ])
    expect((await opened(first.id)).next).toBe(third.id)
    expect((await opened(first.id, other)).next).toBe(second.id)
    expect((await opened(second.id)).is_own_record).toBe(true)
    await ask(`${first.id}/review`, { band: 'Red', version: first.version })
    await ask(`${third.id}/review`, { band: 'Red', version: third.version }, other)
    const mine = await opened(first.id)
    expect(mine).toMatchObject({ state: 'second', is_first_reviewer: true })
    expect(mine.next).toBe(third.id)
    expect((await opened(third.id)).next).not.toBe(first.id)
  })
})

describe('many at once', () => {
  test('greens are confirmed with what was read, and one that changed meanwhile is left', async () => {
    const results = await imported()
    const [changed] = results
    if (!changed) throw new Error('nothing was imported')
    const { body: list } = await site.ask('GET', '/api/office/results/review-list', { as: other })
    expect(list.data.map(({ id }: OpenedResult) => id)).toEqual(
      expect.arrayContaining(results.map(({ id }) => id)),
    )
    await ask(`${changed.id}/review`, { band: 'Amber', version: changed.version }, other)
    const greens = { results: asRead(results), comment: 'All well', retest_months: 24 }
    const { body } = await ask('green-reviews', greens)
    expect(body.done).toEqual(results.slice(1).map(({ id }) => id))
    expect(body.left).toMatchObject([{ id: changed.id, code: 'changed_meanwhile' }])
    const after = await opened(results[1]?.id ?? 0)
    expect(after).toMatchObject({ state: 'ready', reviews: [{ band: 'Green', retest_months: 24 }] })
    const { body: again } = await ask('green-reviews', greens)
    expect(again.done).toEqual([])
  })

  test('results are released for one moment, and amber late in the week is left without a reason', async () => {
    const [green, amber] = await imported()
    if (!green || !amber) throw new Error('nothing was imported')
    await ask(`${green.id}/review`, { band: 'Green', version: green.version })
    await ask(`${amber.id}/review`, { band: 'Amber', version: amber.version })
    const ready = await Promise.all([opened(green.id), opened(amber.id)])
    const together = await ask('releases', { results: asRead(ready), at: FRIDAY })
    expect([together.status, together.body.code]).toEqual([409, 'one_band_only'])
    const { body: greens } = await ask('releases', {
      results: asRead(ready.slice(0, 1)),
      at: FRIDAY,
    })
    expect(greens.done).toEqual([green.id])
    const { body } = await ask('releases', { results: asRead(ready.slice(1)), at: FRIDAY })
    expect(body.left).toMatchObject([{ id: amber.id, code: 'late_in_the_week' }])
    const override = 'The surgery waits for it'
    const left = asRead(ready.slice(1))
    const { body: released } = await ask('releases', { results: left, at: FRIDAY, override })
    expect(released).toEqual({ done: [amber.id], left: [] })
  })
})

describe('several are released at once', () => {
  test('never with a red one', async () => {
    const [red] = await imported()
    if (!red) throw new Error('nothing was imported')
    const body = { band: 'Red', version: red.version }
    const { body: second } = await ask(`${red.id}/review`, body)
    await ask(`${red.id}/second-review`, { ...body, version: second.version }, other)
    const answer = await ask('releases', { results: asRead([await opened(red.id)]) })
    expect([answer.status, answer.body.code]).toEqual([409, 'one_band_only'])
    expect((await opened(red.id)).state).toBe('ready')
  })

  test('without the one whose member has died, which is named', async () => {
    const [dead, well] = await imported()
    if (!dead || !well) throw new Error('nothing was imported')
    for (const one of [dead, well])
      await ask(`${one.id}/review`, { band: 'Green', version: one.version })
    const { pool } = site.deps.database
    await pool.query('update members set died_at = now() where id = $1', [dead.member_id])
    const ready = await Promise.all([opened(dead.id), opened(well.id)])
    const { body } = await ask('releases', { results: asRead(ready) })
    expect(body.done).toEqual([well.id])
    expect(body.left).toMatchObject([{ id: dead.id, code: 'result_held' }])
  })
})

describe('nobody decides about their own record', () => {
  /** Makes the member of the result the first clinician. */
  async function owned({ id, member_id: memberId }: OpenedResult): Promise<OpenedResult> {
    await site.deps.database.pool.query('update members set user_id = $2 where id = $1', [
      memberId,
      clinician.userId,
    ])
    const result = await opened(id)
    expect(result.is_own_record).toBe(true)
    return result
  }
  const stateOf = async (id: number) => (await opened(id, other)).state

  test('neither in a first review nor a second, a call, a return or a release', async () => {
    const [result] = await imported()
    if (!result) throw new Error('nothing was imported')
    const { id } = await owned(result)
    const third = await site.staff(['clinician'])
    const red = { band: 'Red', ring_first: true }
    for (const [path, body, as, after] of [
      ['review', red, other, 'second'],
      ['second-review', red, third, 'ring first'],
      ['send-back', { note: 'Another band' }, null, 'ring first'],
      ['call', { note: 'Reached' }, other, 'ready'],
      ['release', {}, other, 'released'],
    ] as const) {
      const { version, state } = await opened(id)
      const own = await ask(`${id}/${path}`, { ...body, version })
      expect([path, own.status, own.body.code]).toEqual([path, 403, 'own_record'])
      expect(await stateOf(id)).toBe(state)
      if (as) await ask(`${id}/${path}`, { ...body, version }, as)
      expect(await stateOf(id)).toBe(after)
    }
  })

  test('nor among many', async () => {
    const [first, second] = await imported()
    if (!first || !second) throw new Error('nothing was imported')
    const own = await owned(first)
    const greens = await ask('green-reviews', { results: asRead([own, second]) })
    expect(greens.body).toMatchObject({
      done: [second.id],
      left: [{ id: own.id, code: 'own_record' }],
    })
    expect(await stateOf(own.id)).toBe('review')
    await ask(`${own.id}/review`, { band: 'Green', version: own.version }, other)
    const ready = await Promise.all([opened(own.id), opened(second.id)])
    const releases = await ask('releases', { results: asRead(ready) })
    expect(releases.body).toMatchObject({
      done: [second.id],
      left: [{ id: own.id, code: 'own_record' }],
    })
    expect(await stateOf(own.id)).toBe('ready')
  })
})

test('a call that reached nobody keeps the result held, and either clinician may ask for the call', async () => {
  const [result] = await imported()
  if (!result) throw new Error('nothing was imported')
  const red = { band: 'Red', ring_first: true, version: result.version }
  const { body: second } = await ask(`${result.id}/review`, red)
  const confirmed = { band: 'Red', version: second.version }
  const { body: held } = await ask(`${result.id}/second-review`, confirmed, other)
  expect(held.state).toBe('ring first')
  const { body: list } = await site.ask('GET', '/api/office/results?tab=calls', { as: other })
  expect(list.data.map(({ id }: OpenedResult) => id)).toContain(result.id)
  const missed = { note: 'No answer', reached: false, version: held.version }
  const { body: still } = await ask(`${result.id}/call`, missed)
  expect(still.state).toBe('ring first')
  const { body: rung } = await ask(`${result.id}/call`, {
    note: 'He knows',
    version: still.version,
  })
  expect(rung.state).toBe('ready')
})
