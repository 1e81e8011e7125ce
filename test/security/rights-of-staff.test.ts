// The rights of staff, and how results come in and lists go out.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPermission, PERMISSIONS, ROLES } from '../../domain/office/permissions.ts'
import { fileOf, lineOf, openReviews, upload } from '../app/laboratory.ts'
import { importOne, pressOn } from '../app/reviewed.ts'
import { openTestApp, type TestApp } from '../app/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

const PEOPLE = [
  { firstName: 'Amos', lastName: 'Firth', dateOfBirth: '1951-02-03' },
  { firstName: 'Boris', lastName: 'Gant', dateOfBirth: '1962-03-04' },
]

describe('trap 48: staff', () => {
  test('have no right that no role was given, and no role has all', () => {
    for (const permission of PERMISSIONS) expect(hasPermission([], permission)).toBe(false)
    for (const role of ROLES)
      expect(PERMISSIONS.every((permission) => hasPermission([role], permission))).toBe(false)
    expect(ROLES.filter((role) => hasPermission([role], 'results.review'))).toEqual(['clinician'])
  })

  test('release a red result only when two of them have said so', async () => {
    const reviews = await openReviews(site, { people: PEOPLE })
    const [person] = reviews.people
    if (!person) throw new Error('nobody was sampled')
    const body = { band: 'Red', retest_months: null }
    const result = await importOne(site, reviews, person)
    const reviewed = await pressOn(site, { result, path: 'review', as: reviews.clinician, body })
    const url = `/api/office/results/${result.id}`
    const version = { version: reviewed.version }
    const alone = { as: reviews.clinician, body: { ...version, ...body } }
    expect((await site.ask('POST', `${url}/second-review`, alone)).body.code).toBe('same_person')
    const released = await site.ask('POST', `${url}/release`, { ...alone, body: version })
    expect(released.body.code).toBe('not_ready_for_release')
  })

  test('match a row of a laboratory only by two things that identify the member', async () => {
    const { labId, people, clinician } = await openReviews(site, { people: PEOPLE })
    const [one, other] = people
    if (!one || !other) throw new Error('nobody was sampled')
    const lines = [
      lineOf(one, { DOB: '11/11/1955', 'Lab no': 'tube alone' }),
      lineOf(other, { Barcode: '', 'Lab no': 'name and birth date alone' }),
    ]
    const { body } = await upload(site, { labId, bytes: fileOf(lines), as: clinician })
    expect(body.rows).toMatchObject({ matched: 0, close: 1, quarantined: 1 })
  })

  test('export names that a spreadsheet would take for a formula as text', async () => {
    await site.member({ firstName: '=HYPERLINK("https://example.org")', lastName: 'Hale' })
    const office = await site.staff(['office'])
    const answer = await site.app.inject({
      method: 'GET',
      url: '/api/office/members?q=hale',
      headers: { cookie: office.cookie, accept: 'text/csv' },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain(`'=HYPERLINK`)
  })
})
