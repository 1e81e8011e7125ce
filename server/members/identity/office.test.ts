// The queue 'Who is this?': what a person compares and decides, who cannot, and which change needs nobody.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'
import { insertResult } from '../../facts/results.queries.ts'
import { sealResult } from '../../facts/sealed-result.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
let clinician: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp({ now: START })
  clerk = await site.staff(['office'])
  clinician = await site.staff(['clinician'])
})
afterAll(() => site.close())

type Row = { review_id: number; record: { id: number }; [name: string]: unknown }

const queue = async (as: { cookie: string }, tab = 'open'): Promise<Row[]> =>
  (await site.ask('GET', `/api/office/identity-reviews?tab=${tab}`, { as })).body.data

async function reviewOf(member: { id: number }, as = clinician, tab = 'open'): Promise<Row> {
  const row = (await queue(as, tab)).find(({ record }) => record.id === member.id)
  if (!row) throw new Error(`no review of ${member.id}`)
  return row
}

const decide = (as: { cookie: string }, id: number, body: object) =>
  site.ask('POST', `/api/office/identity-reviews/${id}/decision`, { as, body })

const record = async (member: { id: number }) =>
  (await site.ask('GET', `/api/office/members/${member.id}`, { as: clerk })).body

async function consenting() {
  const member = await site.member({ lastName: 'Blenkinsop' })
  await site.consent(member, await site.event())
  return member
}

async function correct(member: TestMember, body: object) {
  const { version } = await record(member)
  const answer = await site.ask('PUT', `/api/office/members/${member.id}`, {
    as: clerk,
    body: { ...body, version },
  })
  expect(answer.status).toBe(200)
  return answer.body
}

describe('a changed identity', () => {
  test('is compared by a clinician or an admin, who sees what changed, and decided once', async () => {
    const member = await consenting()
    const path = `/api/auth/profile?email=${member.email}`
    await site.ask('PUT', path, { as: member, body: { last_name: 'Smith' } })
    const before = await record(member)
    expect(before.being_checked).toMatchObject([{ withholds: false, fields: ['last_name'] }])
    const admin = await site.staff(['admin'])
    const review = await reviewOf(member, admin)
    expect(review).toMatchObject({
      about: 'changed identity',
      due_at: '2027-01-14T17:00:00.000Z',
      is_overdue: false,
      record: { name: 'James Smith', results: 0 },
      changes: [
        { by: 'the member', fields: [{ field: 'last_name', from: 'Blenkinsop', to: 'Smith' }] },
      ],
      against: null,
    })
    site.moveTo(new Date('2027-01-15T09:00:00Z'))
    expect((await reviewOf(member)).is_overdue).toBe(true)
    const today = await site.ask('GET', '/api/office/today', { as: clinician })
    expect(today.body.identity_reviews.overdue).toBeGreaterThan(0)
    site.moveTo(START)
    const answers = await Promise.all([
      decide(clinician, review.review_id, { outcome: 'rejected', reason: 'Not on the passport' }),
      decide(admin, review.review_id, { outcome: 'confirmed', reason: 'Passport seen' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
    expect((await record(member)).being_checked).toEqual([])
    expect(await reviewOf(member, admin, 'decided')).toMatchObject({
      decided: { by: expect.stringMatching(/^Staff/) },
    })
  })

  test('that is rejected tells the office to call, without the reason', async () => {
    const member = await consenting()
    await site.ask('PUT', `/api/auth/profile?email=${member.email}`, {
      as: member,
      body: { date_of_birth: '1961-03-04' },
    })
    const { review_id: id } = await reviewOf(member)
    expect((await decide(clinician, id, { outcome: 'rejected', reason: ' ' })).status).toBe(400)
    const reason = 'His passport says 1968'
    expect((await decide(clinician, id, { outcome: 'rejected', reason })).status).toBe(204)
    await until(() =>
      expect(
        site.mails.filter(({ subject }) => subject.includes(`${member.id} are wrong`)),
      ).toEqual([expect.objectContaining({ text: expect.not.stringContaining('1968') })]),
    )
  })

  test('a clerk, the person who changed it and the person it is about cannot decide it', async () => {
    const member = await consenting()
    await correct(member, { last_name: 'Smith', reason: 'They married' })
    const { review_id: id } = await reviewOf(member)
    const body = { outcome: 'confirmed', reason: 'It is right' }
    expect((await decide(clerk, id, body)).status).toBe(403)
    const both = await site.staff(['office', 'clinician'])
    const theirs = await consenting()
    const { version } = await record(theirs)
    await site.ask('PUT', `/api/office/members/${theirs.id}`, {
      as: both,
      body: { last_name: 'Jones', version },
    })
    const own = await reviewOf(theirs, both)
    expect(own.against).toContain('second person')
    const refused = await decide(both, own.review_id, body)
    expect([refused.status, refused.body.code]).toEqual([403, 'same_person'])
    expect((await decide(clinician, own.review_id, body)).status).toBe(204)
    expect((await decide(clinician, 999_999, body)).status).toBe(404)
  })
})

describe('a spelling that a clerk corrects before any sample', () => {
  test('needs nobody, and is audited with the reason', async () => {
    const member = await consenting()
    await correct(member, { last_name: 'Blenkinsopp', reason: 'Spelt it on the phone' })
    expect((await record(member)).being_checked).toEqual([])
    expect((await queue(clinician)).map(({ record: { id } }) => id)).not.toContain(member.id)
    expect(await reviewOf(member, clinician, 'decided')).toMatchObject({
      decided: { by: 'the site', outcome: 'confirmed' },
    })
    const { rows } = await site.deps.database.db.execute(
      `select details from audit_log where member_id = ${member.id} and action = 'spelling corrected'`,
    )
    expect(rows).toEqual([{ details: { reason: 'Spelt it on the phone' } }])
  })

  test.each([
    ['without a reason', { last_name: 'Blenkinsopp' }, false],
    ['of another name', { last_name: 'Marsh', reason: 'A slip' }, false],
    ['of a date of birth', { date_of_birth: '1968-05-15', reason: 'A slip' }, false],
    ['after a result', { last_name: 'Blenkinsopp', reason: 'A slip' }, true],
  ])('does not include a change %s', async (_, change, hasResult) => {
    const member = await consenting()
    if (hasResult) await addResult(member)
    await correct(member, change)
    expect(await reviewOf(member)).toMatchObject({ decided: null })
  })
})

test('a shared number shows both records, never the number, and says what is held back', async () => {
  const [first, second] = [await site.member(), await site.member({ firstName: 'John' })]
  const give = (who: TestMember) =>
    site.ask('PUT', `/api/auth/profile?email=${who.email}`, {
      as: who,
      body: { nhs_number: '9990000018' },
    })
  await give(first)
  await addResult(first)
  await give(second)
  const review = await reviewOf(second)
  expect(review).toMatchObject({
    about: 'shared nhs number',
    withholds: true,
    record: { id: second.id },
    others: [{ id: first.id, results: 1 }],
  })
  expect(JSON.stringify(await queue(clinician))).not.toContain('9990000018')
  expect((await record(second)).being_checked).toMatchObject([
    { about: 'shared nhs number', withholds: true },
  ])
  expect((await record(first)).being_checked).toMatchObject([{ withholds: false }])
  const { rows } = await site.deps.database.db.execute(
    `select distinct member_id::int as id from access_log
      where actor_user_id = '${clinician.userId}' and member_id in (${first.id}, ${second.id})`,
  )
  expect(rows).toHaveLength(2)
})

async function addResult(of: { id: number }) {
  const origin = { source: 'test', sourceRef: randomUUID() }
  const found = { test_result: '1.02', test_unit: 'ng/ml', comments: 'Sample.' }
  await insertResult(site.deps.database.db, {
    ...origin,
    memberId: of.id,
    sampleDate: '2027-01-10',
    releasedAt: site.deps.now(),
    recordedAt: site.deps.now(),
    sealed: sealResult(site.deps.fieldKeys, origin, found),
  })
}
