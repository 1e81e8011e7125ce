// What changed of a member's identity after the sample is said on the review page, and a report that
// fits only the changed facts waits for a clinician.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  fileOf,
  giveNhsNumber,
  importLines,
  lineOf,
  openResult,
  openReviews,
  type SampledPerson,
  upload,
} from '../../../test/app/laboratory.ts'
import { importOne, pressOn, type Reviews } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { recordIdentityChange } from '../../members/identity/record-change.ts'
import { lockProfileOfUser, updateMember } from '../../members/members.queries.ts'
import { identityOf, openNhsNumber } from '../../members/user-profile.ts'

let site: TestApp
let reviews: Reviews
let person: SampledPerson
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  const at = new Date('2027-02-01T09:00:00Z')
  const people = [{ lastName: 'Wren', firstName: 'Ann' }, { lastName: 'Stone' }]
  reviews = await openReviews(site, { people, at })
  person = reviews.people[0] as SampledPerson
})
afterAll(() => site.close())

const query = async (text: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(text, values)).rows
const press = (result: { id: number; version: number }, path: string, body: object = {}) =>
  site.ask('POST', `/api/office/results/${result.id}/${path}`, {
    as: reviews.clinician,
    body: { version: result.version, ...body },
  })

/** As the member changes it in the profile. */
async function changeIdentity(changed: {
  lastName?: string
  dateOfBirth?: string
  gender?: string
}): Promise<void> {
  const [account] = await query('select user_id as id from members where id = $1', person.memberId)
  await site.deps.database.transaction(async (tx) => {
    const row = await lockProfileOfUser(tx, account.id)
    if (!row) throw new Error('there is no profile')
    const [before, after] = [row, { ...row, ...changed }].map((one) => identityOf(one, null))
    if (!before || !after) throw new Error('there is no identity')
    const now = site.deps.now()
    await recordIdentityChange(tx, site.deps, { row, before, after, now, actorUserId: account.id })
    await updateMember(tx, row.id, changed)
  })
}

/** As the member changes their NHS number in the profile. */
async function changeNumber(number: string): Promise<void> {
  const [account] = await query('select user_id as id from members where id = $1', person.memberId)
  await site.deps.database.transaction(async (tx) => {
    const row = await lockProfileOfUser(tx, account.id)
    if (!row) throw new Error('there is no profile')
    const before = identityOf(row, openNhsNumber(row, site.deps.fieldKeys))
    const after = { ...before, nhs_number: number }
    const now = site.deps.now()
    await recordIdentityChange(tx, site.deps, { row, before, after, now, actorUserId: account.id })
  })
  await giveNhsNumber(site, person, number)
}

/** The record as the venue makes it, of somebody who has no account. */
const withoutAccount = () =>
  query(
    'update members set seal_id = coalesce(seal_id, user_id), user_id = null where id = $1',
    person.memberId,
  )

const ready = async (written: Parameters<typeof importOne>[3] = {}) => {
  const result = await importOne(site, reviews, person, written)
  const body = { band: 'Green', comment: 'All well' }
  return pressOn(site, { result, path: 'review', as: reviews.clinician, body })
}

describe('the review page', () => {
  test.each([['with'], ['without']])(
    'says what changed after the sample, %s an account',
    async (how) => {
      const result = await ready()
      await changeIdentity({ lastName: 'Heron', gender: 'Other' })
      if (how === 'without') await withoutAccount()
      const opened = await openResult(site, result.id, reviews.clinician)
      expect(opened.changed_since).toEqual({
        sample_date: person.date,
        facts: [
          { fact: 'name', from: 'Ann Wren', to: 'Ann Heron', at: site.deps.now().toISOString() },
          { fact: 'sex', from: 'Male', to: 'Other', at: site.deps.now().toISOString() },
        ],
        report_has_former: ['name'],
      })
      // The report has the name of the sample: nothing is held.
      expect(opened.holds).toEqual([])
    },
  )

  test('says nothing of a change before the sample', async () => {
    const now = site.deps.now()
    site.moveTo(new Date(`${person.date}T08:00:00Z`))
    await changeIdentity({ lastName: 'Heron' })
    site.moveTo(now)
    const result = await ready({ Surname: 'HERON' })
    const opened = await openResult(site, result.id, reviews.clinician)
    expect([opened.changed_since.facts, opened.holds]).toEqual([[], []])
  })

  test('names another record with the same NHS number', async () => {
    const result = await ready()
    const other = reviews.people[1] as SampledPerson
    await giveNhsNumber(site, person, '9990000018')
    expect((await openResult(site, result.id, reviews.clinician)).shares_number_with).toEqual([])
    await giveNhsNumber(site, other, '9990000018')
    expect((await openResult(site, result.id, reviews.clinician)).shares_number_with).toEqual([
      {
        member_id: other.memberId,
        name: `${other.firstName} Stone`,
        date_of_birth: other.dateOfBirth,
      },
    ])
  })
})

describe('a report that fits only a birth date or name changed after the sample', () => {
  test.each([
    ['birth date', { dateOfBirth: '1961-03-04' }, { DOB: '04/03/1961' }],
    ['name', { lastName: 'Heron' }, { Surname: 'HERON' }],
  ])('(%s) is held from release until a clinician compared it', async (_, changed, written) => {
    await changeIdentity(changed)
    const result = await ready(written)
    expect(result.holds).toMatchObject([{ kind: 'identity_changed' }])
    expect((await press(result, 'release')).body.code).toBe('result_held')
    const compared = await press(result, 'same-person', { note: 'Rang them, passport seen' })
    expect([compared.status, compared.body.holds, compared.body.state]).toEqual([200, [], 'ready'])
    expect((await press(compared.body, 'same-person', { note: 'again' })).body.code).toBe(
      'no_choice_here',
    )
    expect((await press(compared.body, 'release')).status).toBe(200)
  })

  test('is held too when the member has no account', async () => {
    await changeIdentity({ dateOfBirth: '1961-03-04' })
    await withoutAccount()
    const result = await ready({ DOB: '04/03/1961' })
    expect(result.holds).toMatchObject([{ kind: 'identity_changed' }])
  })

  test('is held again after another change', async () => {
    await changeIdentity({ lastName: 'Heron' })
    const result = await ready({ Surname: 'HERON' })
    const { body } = await press(result, 'same-person', { note: 'Rang them' })
    site.moveTo(new Date('2027-02-01T09:05:00Z'))
    await changeIdentity({ dateOfBirth: '1961-03-04' })
    const again = await openResult(site, body.id, reviews.clinician)
    expect(again.holds).toMatchObject([{ kind: 'identity_changed' }])
  })
})

test('a report with the birth date of the sample is not held when it was changed since', async () => {
  const [line] = [lineOf(person)]
  const [result] = await importLines(site, {
    labId: reviews.labId,
    lines: line ? [line] : [],
    as: reviews.clinician,
  })
  await changeIdentity({ dateOfBirth: '1961-03-04' })
  expect((await openResult(site, result?.id ?? 0, reviews.clinician)).holds).toEqual([])
})

describe('a report under the identity of the sample, changed before the report came', () => {
  const rowsOf = async (written: Parameters<typeof lineOf>[1], more: object[] = []) => {
    const lines = [lineOf(person, written), ...more] as Record<string, string>[]
    const { labId, clinician } = reviews
    const { body } = await upload(site, { labId, bytes: fileOf(lines), as: clinician })
    const url = `/api/office/result-imports/${body.id}/rows`
    return (await site.ask('GET', url, { as: clinician })).body.data
  }

  test.each([
    ['name', 'name', { lastName: 'Heron', firstName: 'Anna' }],
    ['birth date', 'birth_date', { dateOfBirth: '1961-03-04' }],
  ])('fits under its former %s, which the review page says', async (_, fact, changed) => {
    await changeIdentity(changed)
    const result = await importOne(site, reviews, person)
    const opened = await openResult(site, result.id, reviews.clinician)
    expect([opened.changed_since.report_has_former, opened.holds]).toEqual([[fact], []])
  })

  test('without a tube waits for a person, who may decide it', async () => {
    await changeIdentity({ lastName: 'Heron', dateOfBirth: '1961-03-04' })
    const [row] = await rowsOf({ Barcode: '' })
    expect(row).toMatchObject({
      state: 'close',
      reason: 'no_code',
      candidates: [
        {
          appointment_id: person.appointmentId,
          may_decide: true,
          differs: [],
          former: ['name', 'birth_date'],
        },
      ],
    })
  })

  test('waits while it fits somebody else as they are now', async () => {
    const other = reviews.people[1] as SampledPerson
    await query(
      'update members set first_name = $2, last_name = $3, date_of_birth = $4 where id = $1',
      other.memberId,
      person.firstName,
      person.lastName,
      person.dateOfBirth,
    )
    await changeIdentity({ lastName: 'Heron', dateOfBirth: '1961-03-04' })
    const [row] = await rowsOf({})
    expect([row.state, row.reason]).toEqual(['quarantined', 'several_members'])
  })

  test('is not of them under a name that they had before the sample', async () => {
    const now = site.deps.now()
    site.moveTo(new Date(`${person.date}T08:00:00Z`))
    await changeIdentity({ lastName: 'Heron' })
    site.moveTo(now)
    const [row] = await rowsOf({})
    expect([row.state, row.reason]).toEqual(['quarantined', 'name_differs'])
  })

  test('fits under the former NHS number, unless somebody else has it now', async () => {
    const other = reviews.people[1] as SampledPerson
    await giveNhsNumber(site, person, '9990000018')
    await changeNumber('9990000026')
    const [row] = await rowsOf({ 'NHS No': '9990000018' })
    expect(row.state).toBe('matched')
    await giveNhsNumber(site, other, '9990000018')
    const [again] = await rowsOf({ 'NHS No': '9990000018', Result: '1.3', 'Lab no': 'other' })
    expect([again.state, again.reason]).toEqual(['quarantined', 'nhs_number_differs'])
  })
})
