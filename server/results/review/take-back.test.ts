import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenedResult } from '../../../domain/office/lab-result-schemas.ts'
import {
  type Clinician,
  fileOf,
  importLines,
  lineOf,
  openResult,
  openReviews,
  type SampledPerson,
  upload,
} from '../../../test/app/laboratory.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

const MONDAY = new Date('2027-02-01T09:00:00Z')
/** Neither tube nor number, and a name that two of them have. */
const NAMELESS = { Barcode: '' }
let site: TestApp
let labId: number
let clinician: Clinician
let other: Clinician
let people: SampledPerson[]
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  const twin = { firstName: 'Sam', lastName: 'Carter', dateOfBirth: '1960-05-14' }
  ;({ labId, clinician, other, people } = await openReviews(site, {
    people: [twin, twin],
    at: MONDAY,
  }))
})
afterAll(() => site.close())

const person = (n: number) => people[n] as SampledPerson
const ask = (path: string, body: object, as = clinician) =>
  site.ask('POST', `/api/office/${path}`, { as, body })
const takeBack = ({ id, version }: Pick<OpenedResult, 'id' | 'version'>, as = clinician) =>
  ask(`results/${id}/take-back`, { note: 'Of his brother', version }, as)
const countsOf = async (id: number) =>
  (await site.ask('GET', `/api/office/result-imports/${id}`, { as: clinician })).body
const results = async () => {
  const { rows } = await site.deps.database.pool.query<{
    id: number
    appointmentId: number
    state: string
  }>(
    `select id, appointment_id as "appointmentId", state from lab_results
      where lab_id = $1 order by id`,
    [labId],
  )
  return rows
}

test('a row that was given to the wrong one of two is taken back after the commit, and given to the other', async () => {
  const { body: file } = await upload(site, {
    labId,
    bytes: fileOf([lineOf(person(0), NAMELESS)]),
    as: clinician,
  })
  const decide = (n: number) =>
    ask(`result-imports/${file.id}/rows/2/decision`, {
      decision: 'match',
      appointment_id: person(n).appointmentId,
    })
  const commit = () => ask(`result-imports/${file.id}/commit`, {})
  await decide(0)
  expect((await commit()).body.state).toBe('committed')
  const [first] = await results()
  const opened = await openResult(site, first?.id ?? 0, clinician)
  const { body: ready } = await ask(`results/${opened.id}/review`, {
    band: 'Green',
    version: opened.version,
  })
  expect(ready.state).toBe('ready')

  const { status, body: gone } = await takeBack(ready, other)
  expect([status, gone.state]).toEqual([200, 'discarded'])
  expect(gone.reviews.at(-1)).toMatchObject({ kind: 'discarded', note: 'Of his brother' })
  expect(await countsOf(file.id)).toMatchObject({
    state: 'in review',
    rows: { close: 1, committed: 0 },
  })
  const { body: rows } = await site.ask('GET', `/api/office/result-imports/${file.id}/rows`, {
    as: clinician,
  })
  expect(rows.data[0]).toMatchObject({ state: 'close', reason: 'taken_back', decided_by: null })
  expect(rows.data[0].candidates).toHaveLength(2)

  await decide(1)
  expect((await commit()).body).toMatchObject({ state: 'committed', rows: { committed: 1 } })
  expect(await results()).toMatchObject([
    { appointmentId: person(0).appointmentId, state: 'discarded' },
    { appointmentId: person(1).appointmentId, state: 'review' },
  ])
  const { rows: audited } = await site.deps.database.pool.query(
    `select action from audit_log where subject in ($1, $2) and action ~ 'back|again' order by id`,
    [`laboratory result ${first?.id}`, `result import ${file.id}`],
  )
  expect(audited.map(({ action }) => action)).toEqual([
    'result taken back',
    'result row waits again',
  ])
})

test('a correction that is taken back leaves the report that it replaced to be reviewed', async () => {
  const own = { labId, as: clinician }
  await importLines(site, { ...own, lines: [lineOf(person(0))] })
  const corrected = { Result: '2.4', Status: 'C' }
  const [later] = await importLines(site, { ...own, lines: [lineOf(person(0), corrected)] })
  expect((await results()).map(({ state }) => state)).toEqual(['discarded', 'review'])
  expect((await takeBack(later as OpenedResult)).status).toBe(200)
  expect((await results()).map(({ state }) => state)).toEqual(['review', 'discarded'])
})

test('a released result, one that somebody changed, and an own one are not taken back', async () => {
  const [result] = await importLines(site, { labId, lines: [lineOf(person(0))], as: clinician })
  const { id, version } = result as OpenedResult
  const { body: ready } = await ask(`results/${id}/review`, { band: 'Green', version })
  expect((await takeBack({ id, version })).body.code).toBe('changed_meanwhile')
  const { pool } = site.deps.database
  const give = 'update members set user_id = $2 where id = $1'
  await pool.query(give, [person(0).memberId, other.userId])
  expect((await takeBack(ready, other)).body.code).toBe('own_record')
  const { body: released } = await ask(`results/${id}/release`, { version: ready.version })
  expect(released.state).toBe('released')
  expect((await takeBack(released)).body.code).toBe('not_in_review')
  expect((await results()).map(({ state }) => state)).toEqual(['released'])
})
