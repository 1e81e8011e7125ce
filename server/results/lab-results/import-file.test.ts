import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Clinician,
  COLUMNS,
  fileOf,
  giveNhsNumber,
  lineOf,
  openReviews,
  type SampledPerson,
  upload,
} from '../../../test/app/laboratory.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { sweep } from '../../records/upkeep/sweep.ts'
import { commitImport } from './commit-import.ts'
import { startImport } from './import-file.ts'

let site: TestApp
let labId: number
let clinician: Clinician
let people: SampledPerson[]
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  ;({ labId, clinician, people } = await openReviews(site, {
    people: Array.from({ length: 4 }, (_, n) => ({
      firstName: 'Sam',
      lastName: `Carter ${'abcd'[n]}`,
      dateOfBirth: `196${n}-05-14`,
    })),
  }))
})
afterAll(() => site.close())

const person = (n: number) => {
  const one = people[n]
  if (!one) throw new Error('nobody')
  return one
}
const send = (...lines: Record<string, string>[]) =>
  upload(site, { labId, bytes: fileOf(lines), as: clinician })
const rowsOf = async (id: number) =>
  (await site.ask('GET', `/api/office/result-imports/${id}/rows`, { as: clinician })).body.data
const decide = (id: number, row: number, body: object) =>
  site.ask('POST', `/api/office/result-imports/${id}/rows/${row}/decision`, { as: clinician, body })
const commitOf = (id: number) =>
  site.ask('POST', `/api/office/result-imports/${id}/commit`, { as: clinician })

describe('a file of a laboratory', () => {
  test('is matched by tube and birth date, committed once, and adds nothing when repeated', async () => {
    const lines = people.map((one) => lineOf(one))
    const { status, body } = await send(...lines)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      state: 'in review',
      refusal: null,
      rows: { matched: 4, errors: 0 },
    })
    expect((await send(...lines)).body.id).toBe(body.id)
    const committed = await commitOf(body.id)
    expect(committed.body).toMatchObject({ state: 'committed', rows: { matched: 0, committed: 4 } })
    expect((await commitOf(body.id)).body).toEqual(committed.body)
    const again = await send(...lines, lineOf(person(0), { 'Lab no': '' }))
    expect(again.body.rows).toMatchObject({ repeated: 4, errors: 1, matched: 0 })
  })

  test('with a wrong birth date goes to quarantine, with what differs, and a person decides', async () => {
    const { body } = await send(lineOf(person(0), { DOB: '15/05/1960' }))
    expect(body.rows).toMatchObject({ matched: 0, quarantined: 1 })
    const [row] = await rowsOf(body.id)
    expect(row).toMatchObject({
      row: 2,
      reason: 'birth_date_differs',
      written: { date_of_birth: '1960-05-15' },
      candidates: [{ differs: ['date_of_birth'], may_decide: true, date_of_birth: '1960-05-14' }],
    })
    const other = await decide(body.id, 2, {
      decision: 'match',
      appointment_id: person(1).appointmentId,
    })
    expect([other.status, other.body.code]).toEqual([409, 'not_their_sample'])
    const own = { decision: 'match', appointment_id: person(0).appointmentId }
    expect((await decide(body.id, 2, own)).body.rows).toMatchObject({ matched: 1, quarantined: 0 })
    const undone = await decide(body.id, 2, { decision: 'undo' })
    expect(undone.body.rows).toMatchObject({ matched: 0, quarantined: 1 })
    await decide(body.id, 2, own)
    expect((await commitOf(body.id)).body).toMatchObject({ state: 'committed' })
    expect((await decide(body.id, 2, { decision: 'undo' })).body.code).toBe('not_in_review')
  })

  test('of which a row was left out opens again when that is undone after the commit', async () => {
    const { body } = await send(lineOf(person(0)), lineOf(person(1), { DOB: '15/05/1961' }))
    await decide(body.id, 3, { decision: 'discard' })
    expect((await commitOf(body.id)).body).toMatchObject({ state: 'committed' })
    expect((await decide(body.id, 2, { decision: 'undo' })).body.code).toBe('not_in_review')
    const { body: open } = await decide(body.id, 3, { decision: 'undo' })
    expect(open).toMatchObject({ state: 'in review', rows: { quarantined: 1, committed: 1 } })
    const own = { decision: 'match', appointment_id: person(1).appointmentId }
    await decide(body.id, 3, own)
    expect((await commitOf(body.id)).body).toMatchObject({
      state: 'committed',
      rows: { committed: 2 },
    })
  })

  test('of another member’s tube is never given to the one whom it names', async () => {
    const { body } = await send(lineOf(person(0), { Barcode: person(1).tube }))
    const [row] = await rowsOf(body.id)
    expect(row).toMatchObject({ state: 'quarantined', reason: 'birth_date_differs' })
    for (const n of [0, 2]) {
      const match = { decision: 'match', appointment_id: person(n).appointmentId }
      expect((await decide(body.id, 2, match)).body.code).toBe('not_their_sample')
    }
  })

  test('with the same number and another value is a conflict; a corrected one replaces', async () => {
    const first = await send(lineOf(person(0)))
    await commitOf(first.body.id)
    const other = await send(lineOf(person(0), { Result: '2.4' }))
    expect(other.body.rows).toMatchObject({ conflicts: 1, matched: 0 })
    const [conflict] = await rowsOf(other.body.id)
    expect(conflict).toMatchObject({
      reason: 'other_content',
      written: { value: '2.4' },
      known: { value: '1.2', last_name: person(0).lastName.toUpperCase() },
    })
    const { rows: log } = await site.deps.database.pool.query(
      'select count(*)::int as n from access_log where member_id = $1 and actor_user_id = $2',
      [person(0).memberId, clinician.userId],
    )
    expect(log[0].n).toBe(1)
    const corrected = await send(lineOf(person(0), { Result: '2.4', Status: 'C' }))
    expect(corrected.body.rows).toMatchObject({ matched: 1 })
    await commitOf(corrected.body.id)
    const { rows } = await site.deps.database.pool.query(
      'select state, replaces_id is not null as replaces from lab_results where lab_id = $1 order by id',
      [labId],
    )
    expect(rows).toEqual([
      { state: 'discarded', replaces: false },
      { state: 'review', replaces: true },
    ])
    const early = await send(lineOf(person(1), { Status: 'C' }))
    const [row] = await rowsOf(early.body.id)
    expect(row).toMatchObject({ state: 'conflict', reason: 'nothing_to_correct' })
  })

  test('with a tube under two numbers keeps both apart', async () => {
    const twice = lineOf(person(0), { 'Lab no': 'Other', Result: '9' })
    const { body } = await send(lineOf(person(0)), twice)
    expect(body.rows).toMatchObject({ quarantined: 2, matched: 0 })
  })

  test('with two reports of one appointment keeps both apart, with a tube or without', async () => {
    const one = person(0)
    await giveNhsNumber(site, one, '9990000018')
    const byNumber = { Barcode: '', 'NHS No': '9990000018', 'Lab no': 'Other' }
    const { body } = await send(lineOf(one), lineOf(one, byNumber), lineOf(person(1)))
    expect(body.rows).toMatchObject({ quarantined: 2, matched: 1 })
    const [row] = await rowsOf(body.id)
    expect(row).toMatchObject({
      reason: 'appointment_twice_in_file',
      candidates: [{ appointment_id: one.appointmentId, may_decide: true }],
    })
  })

  test('whose rows a person gave to one appointment records them one after the other', async () => {
    const twice = lineOf(person(0), { 'Lab no': 'Other', Result: '9' })
    const { body } = await send(lineOf(person(0)), twice)
    const own = { decision: 'match', appointment_id: person(0).appointmentId }
    for (const row of [2, 3]) await decide(body.id, row, own)
    const committed = await commitOf(body.id)
    expect(committed.body).toMatchObject({ state: 'committed', rows: { committed: 2 } })
  })

  test('whose match changes before the commit is kept apart instead', async () => {
    const { body } = await send(lineOf(person(0)), lineOf(person(1)))
    await site.deps.database.pool.query('update members set date_of_birth = $2 where id = $1', [
      person(0).memberId,
      '1971-01-01',
    ])
    const { body: after } = await commitOf(body.id)
    expect(after).toMatchObject({ state: 'in review', rows: { committed: 1, quarantined: 1 } })
  })

  test('of which few rows match is refused whole, like one with unknown headers', async () => {
    const strangers = Array.from({ length: 8 }, (_, n) =>
      lineOf(person(0), { 'Lab no': `S${n}`, Barcode: `LAB0000${n}` }),
    )
    const few = await send(...people.map((one) => lineOf(one)), ...strangers)
    expect(few.body).toMatchObject({ state: 'refused', refusal: 'few_match' })
    expect(await rowsOf(few.body.id)).toEqual([])
    const bytes = Buffer.from(
      fileOf([lineOf(person(0))])
        .toString()
        .replace('Units', 'Unit'),
    )
    const unknown = await upload(site, { labId, bytes, as: clinician })
    expect(unknown.body).toMatchObject({ state: 'refused', refusal: 'headers_unknown: Unit' })
    expect((await commitOf(unknown.body.id)).body.code).toBe('not_in_review')
  })

  test('is seen while it is read and committed, and goes on after a stop', async () => {
    const fileName = 'results.csv'
    const lines = [...people, ...people].map((one, n) => lineOf(one, { 'Lab no': `${n}` }))
    const file = { labId, fileName, bytes: fileOf(lines) }
    const by = { ...clinician, eventIds: [], leadEventIds: [] }
    const stateOf = async (id: number) =>
      (await site.ask('GET', `/api/office/result-imports/${id}`, { as: clinician })).body
    const { id, read } = await site.owner.transaction(async (tx) => {
      // No row is written until this transaction ends.
      await tx.execute('lock table result_import_rows in share mode')
      const started = await startImport(site.deps, file, by)
      const state = await stateOf(started.id)
      expect(state).toMatchObject({ state: 'reading', rows: { matched: 0 } })
      return started
    })
    await read
    expect(await stateOf(id)).toMatchObject({ state: 'in review', rows: { quarantined: 8 } })
    // Two reports of one appointment are two batches.
    const own = { decision: 'match', appointment_id: person(0).appointmentId }
    for (const row of [2, 6]) await decide(id, row, own)
    let batches = 0
    const stopped = commitImport({ ...site.deps, jobs: { ...site.deps.jobs, kick } }, id, by)
    await expect(stopped).rejects.toThrow('stopped')
    const half = { state: 'committing', rows: { committed: 1, matched: 1, quarantined: 6 } }
    expect(await stateOf(id)).toMatchObject(half)
    await decide(id, 3, { decision: 'discard' })
    const { body: after } = await commitOf(id)
    const rows = { committed: 2, matched: 0, quarantined: 5, discarded: 1 }
    expect(after).toMatchObject({ state: 'in review', rows })

    function kick(): void {
      batches += 1
      if (batches === 1) throw new Error('the server was stopped')
    }
  })

  test('whose reading was stopped is read when it comes again, or refused after an hour', async () => {
    const bytes = fileOf([lineOf(person(0))])
    const stop = (id: number) =>
      site.deps.database.pool.query(
        `with gone as (delete from result_import_rows where import_id = $1)
          update result_imports set state = 'reading' where id = $1`,
        [id],
      )
    const { body } = await upload(site, { labId, bytes, as: clinician })
    await stop(body.id)
    const { body: again } = await upload(site, { labId, bytes, as: clinician })
    expect(again).toMatchObject({ id: body.id, state: 'in review', rows: { matched: 1 } })
    await stop(body.id)
    site.moveTo(new Date(site.deps.now().getTime() + 61 * 60_000))
    await sweep({ ...site.deps, auth: {} })
    clinician = await site.staff(['clinician'])
    const { body: last } = await upload(site, { labId, bytes, as: clinician })
    expect(last).toMatchObject({ id: body.id, state: 'in review', repeated: false })
  })

  test('is deleted after 30 days, its rows are not', async () => {
    const { body } = await send(lineOf(person(0)))
    const fileThere = async () => {
      const { rows } = await site.deps.database.pool.query(
        'select sealed_file is not null as there from result_imports where id = $1',
        [body.id],
      )
      return rows[0].there
    }
    const madeAt = site.deps.now().getTime()
    for (const [days, isThere] of [
      [30, true],
      [30.01, false],
    ] as const) {
      site.moveTo(new Date(madeAt + days * 24 * 3_600_000))
      await sweep({ ...site.deps, auth: {} })
      expect(await fileThere()).toBe(isThere)
    }
    clinician = await site.staff(['clinician'])
    expect(await rowsOf(body.id)).toHaveLength(1)
  })

  test('is sealed, and every member whom a row shows is in the access log', async () => {
    const { body } = await send(lineOf(person(0), { Result: '7.77' }))
    await rowsOf(body.id)
    const { rows } = await site.deps.database.pool.query(
      'select encode(sealed_file, $2) as file from result_imports where id = $1',
      [body.id, 'escape'],
    )
    expect(rows[0].file).not.toContain('7.77')
    const { rows: log } = await site.deps.database.pool.query(
      `select what, reason from access_log where member_id = $1 and actor_role = 'clinician'`,
      [person(0).memberId],
    )
    expect(log).toContainEqual({ what: 'result', reason: 'result' })
  })
})

test('a column map is saved in versions, and not over another’s', async () => {
  const url = `/api/office/labs/${labId}/column-map`
  const { body } = await site.ask('GET', url, { as: clinician })
  expect(body).toMatchObject({ version: 1, map: COLUMNS })
  const save = (version: number) =>
    site.ask('PUT', url, { as: clinician, body: { version, map: COLUMNS } })
  expect((await save(1)).body.version).toBe(2)
  expect((await save(1)).body.code).toBe('changed_meanwhile')
})
