import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Clinician,
  fileOf,
  lineOf,
  openReviews,
  type SampledPerson,
  upload,
} from '../../../test/app/laboratory.ts'
import { importOne, pressOn, readOwnResults, releaseOne } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { carryOutErasures } from './carry-out-erasure.ts'

const MONDAY = new Date('2027-02-01T09:00:00Z')
let site: TestApp
let opened: Awaited<ReturnType<typeof openReviews>>
let person: SampledPerson
let admin: Clinician
let request: number
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  opened = await openReviews(site, { people: [{ lastName: 'Nowak' }], at: MONDAY })
  person = opened.people[0] as SampledPerson
  admin = await site.staff(['admin'])
  const asked = await site.ask('POST', `/api/office/members/${person.memberId}/erasure-requests`, {
    as: await site.staff(['office']),
    body: { asked_by: 'the member', identity: 'rang back', reason: 'wants it' },
  })
  request = asked.body.request_id
})
afterAll(() => site.close())

const url = (more = '') => `/api/office/erasures/${request}${more}`
const underWay = async () => (await site.ask('GET', url(), { as: admin })).body.under_way
const approve = () =>
  site.ask('POST', url('/approval'), { as: admin, body: { member_id: person.memberId } })
const sign = (as = opened.clinician) =>
  site.ask('POST', url('/exception'), { as, body: { reason: 'Was rung, knows it.' } })
const run = () =>
  carryOutErasures(site.deps, (error) => {
    throw error
  })
const rows = async (text: string) => (await site.deps.database.pool.query(text)).rows

describe('an erasure waits', () => {
  test('for a sample at the laboratory, a result in review, and one that is not read', async () => {
    expect(await underWay()).toEqual([{ what: 'sample at the laboratory', is_signed: false }])
    expect((await approve()).body.code).toBe('erasure_under_way')
    const result = await importOne(site, opened, person)
    expect(await underWay()).toEqual([{ what: 'result not released', is_signed: false }])
    const ready = await pressOn(site, {
      result,
      path: 'review',
      as: opened.clinician,
      body: { band: 'Green' },
    })
    expect((await approve()).body.code).toBe('erasure_under_way')
    await pressOn(site, { result: ready, path: 'release', as: opened.clinician })
    expect(await underWay()).toEqual([{ what: 'amber or red not read', is_signed: false }])
    await readOwnResults(site, person.memberId)
    expect(await underWay()).toEqual([])
    expect((await approve()).status).toBe(204)
  })

  test('unless a clinician signs for what is under way; what comes later is not signed for', async () => {
    await importOne(site, opened, person)
    expect((await sign(admin)).status).toBe(403)
    expect((await sign()).status).toBe(204)
    expect(await underWay()).toEqual([{ what: 'result not released', is_signed: true }])
    expect(await rows('select blockers from erasure_exceptions')).toEqual([
      { blockers: ['result not released'] },
    ])
    expect((await approve()).status).toBe(204)
  })

  test('is signed for once, also when the answer was lost and it is pressed again', async () => {
    await importOne(site, opened, person)
    const before = await rows('select id from erasure_exceptions')
    await sign()
    expect((await sign()).status).toBe(204)
    expect(await rows('select id from erasure_exceptions')).toHaveLength(before.length + 1)
  })

  test('signed for and done, nothing of it waits for a release, in a task or on a form', async () => {
    const result = await importOne(site, opened, person)
    await pressOn(site, { result, path: 'review', as: opened.clinician, body: { band: 'Green' } })
    await sign()
    await approve()
    await run()
    expect(
      await rows(`select state from lab_results where member_id = ${person.memberId}`),
    ).toEqual([{ state: 'discarded' }])
    expect(
      await rows(
        `select 1 from care_loops where member_id = ${person.memberId} and closed_at is null`,
      ),
    ).toEqual([])
    const form = await site.ask(
      'GET',
      `/api/office/events/${opened.event.event_id}/laboratory-form`,
      {
        as: opened.clinician,
      },
    )
    expect(JSON.stringify(form.body)).not.toMatch(/Erased|1900-01-01/)
  })

  test.each([['F'], ['C']])(
    'signed for and done, a later report (%s) waits for a person and is never recorded or shown',
    async (status) => {
      await importOne(site, opened, person)
      await sign()
      await approve()
      await run()
      const { labId, clinician } = opened
      const line = lineOf(person, { Result: '17.0', Status: status })
      const { body } = await upload(site, { labId, bytes: fileOf([line]), as: clinician })
      const rowsUrl = `/api/office/result-imports/${body.id}/rows`
      const [row] = (await site.ask('GET', rowsUrl, { as: clinician })).body.data
      expect(row).toMatchObject({
        state: 'quarantined',
        reason: 'member_erased',
        candidates: [{ may_decide: false, why_not: 'erased' }],
      })
      const give = { decision: 'match', appointment_id: person.appointmentId }
      const decided = await site.ask('POST', `${rowsUrl}/2/decision`, { as: clinician, body: give })
      expect(decided.body.code).toBe('not_their_sample')
      expect(
        await rows(`select state from lab_results where member_id = ${person.memberId}`),
      ).toEqual([{ state: 'discarded' }])
      const list = await site.ask('GET', '/api/office/result-imports', { as: clinician })
      expect(list.body.data[0]).toMatchObject({ id: body.id, rows: { quarantined: 1 } })
    },
  )

  test('not for a released result alone that the member has read', async () => {
    await releaseOne(site, opened, { person, band: 'Amber', retest_months: 3 })
    await readOwnResults(site, person.memberId)
    expect((await approve()).status).toBe(204)
  })
})
