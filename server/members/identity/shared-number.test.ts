// NHS numbers given by several members: only the office is notified, nothing changes for whoever had
// it before, and what is recorded for a newcomer waits until a person has decided.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'
import { insertResult } from '../../facts/results.queries.ts'
import { sealResult } from '../../facts/sealed-result.ts'
import { decideReview } from './decide-review.ts'
import { listOpenReviews } from './identity.queries.ts'

const START = new Date('2027-01-12T09:00:00Z')
const LATER = new Date('2027-01-14T09:00:00Z')
const OFFICE = 'office@example.org'
let site: TestApp
let number: string
let count = 0
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(() => {
  site.moveTo(START)
  count += 1
  number = `9990${String(count).padStart(6, '0')}`
})

const form = (email: string) => ({
  first_name: 'James',
  last_name: 'Carter',
  gender: 'Male',
  date_of_birth: '1968-05-14',
  ethnicity: 'Not stated',
  phone: '447700900118',
  email,
  nhs_number: number,
  home_address: '14 Sample Street, Colchester, CO1 1AA, United Kingdom',
})

type Answer = { status: number; body: { userProfile: { profileId: number } } }

async function signUp() {
  const userId = randomUUID()
  const email = `${userId}@example.org`
  const cookie = await site.signIn(userId, email)
  const answer: Answer = await site.ask('POST', '/api/auth/profile', {
    as: { cookie },
    body: form(email),
  })
  return { cookie, userId, email, answer, id: answer.body.userProfile.profileId }
}
type Person = { id: number; cookie: string; email: string }

const change = (who: Person, nhs_number: string | null) =>
  site.ask('PUT', `/api/auth/profile?email=${who.email}`, { as: who, body: { nhs_number } })

async function addResult(of: { id: number }, recordedAt: Date) {
  const origin = { source: 'test', sourceRef: randomUUID() }
  const found = { test_result: '1.02', test_unit: 'ng/ml', comments: 'Sample.' }
  await insertResult(site.deps.database.db, {
    ...origin,
    memberId: of.id,
    sampleDate: '2027-01-10',
    releasedAt: recordedAt,
    recordedAt,
    sealed: sealResult(site.deps.fieldKeys, origin, found),
  })
}

const results = async (of: Person) =>
  (await site.ask('GET', `/api/medical/results/${of.id}`, { as: of })).body

async function openReviews() {
  const reviews = await listOpenReviews(site.deps.database.db)
  return reviews.filter(({ kind }) => kind === 'shared nhs number')
}

const reviewsOf = async (...people: { id: number }[]) => {
  const ids = people.map(({ id }) => id)
  return (await openReviews()).filter(({ memberId }) => ids.includes(memberId))
}

async function audit(of: { id: number }) {
  const { rows } = await site.deps.database.db.execute(
    `select action, details from audit_log where member_id = ${of.id} order by id`,
  )
  return rows
}

const mailsAbout = (...people: { id: number }[]) =>
  site.mails.filter(
    ({ to, subject }) => to === OFFICE && people.every(({ id }) => subject.includes(String(id))),
  )

async function decide(of: Person, outcome: 'confirmed' | 'rejected') {
  const [review] = await reviewsOf(of)
  return decideReview(site.deps, {
    reviewId: review?.id ?? 0,
    outcome,
    decidedBy: 'Ann Example',
    note: null,
  })
}

describe('a number that another member has', () => {
  test('trap 6: is flagged for the office when a profile is made, and its owner is answered as ever', async () => {
    const first = await signUp()
    expect(await audit(first)).toEqual([{ action: 'profile created', details: {} }])
    const second = await signUp()
    expect(second.answer.status).toBe(201)
    expect(Object.keys(second.answer.body)).toEqual(Object.keys(first.answer.body))
    expect(JSON.stringify(second.answer.body)).not.toContain(String(first.id))
    expect(await audit(second)).toEqual([
      { action: 'profile created', details: { nhsNumberAlsoOf: [first.id] } },
    ])
    expect(await reviewsOf(first, second)).toMatchObject([
      { memberId: first.id, others: [second.id] },
      { memberId: second.id, others: [first.id] },
    ])
    await until(() => expect(mailsAbout(first, second)).toHaveLength(1))
    expect(JSON.stringify(mailsAbout(first, second))).not.toContain(number)
  })

  test('is flagged when it is taken by a change, once however often', async () => {
    const first = await signUp()
    const other = await site.member()
    await change(other, number)
    await change(other, null)
    await change(other, number)
    expect((await reviewsOf(first, other)).map(({ memberId }) => memberId)).toEqual([
      first.id,
      other.id,
    ])
    await until(() => expect(mailsAbout(first, other)).toHaveLength(1))
  })

  test('is flagged for both when two profiles are made at once', async () => {
    for (let n = 0; n < 10; n++) {
      number = `9991${String(n).padStart(6, '0')}`
      const [one, two] = await Promise.all([signUp(), signUp()])
      expect([one.answer.status, two.answer.status]).toEqual([201, 201])
      expect(await reviewsOf(one, two)).toHaveLength(2)
    }
  })

  test('is flagged once the address is confirmed, with the same answer, and never before', async () => {
    const strict = await openTestApp({ now: START, confirmEmail: true })
    const accounts = [randomUUID(), randomUUID()]
    for (const user_id of accounts) {
      const email = `${user_id}@example.org`
      strict.users.set(user_id, { email, confirmed: false, createdAt: START })
      const body = { ...form(email), user_id }
      const answer = await strict.ask('POST', '/api/auth/profile', { body })
      expect([answer.status, answer.body]).toEqual([200, { status: 'success' }])
    }
    // Sign-up is open to anyone, so an unconfirmed one must not withhold others' results.
    expect(await listOpenReviews(strict.deps.database.db)).toEqual([])
    for (const id of accounts) {
      const as = { cookie: await strict.signIn(id, `${id}@example.org`) }
      expect((await strict.ask('GET', '/api/auth/profile', { as })).status).toBe(200)
    }
    expect(await listOpenReviews(strict.deps.database.db)).toHaveLength(2)
    await strict.close()
  })
})

describe('V1: what one member types', () => {
  test('hides no result of another, recorded before or after, in no list, address, mail or copy', async () => {
    const first = await signUp()
    await addResult(first, START)
    const before = await results(first)
    site.moveTo(LATER)
    await signUp()
    const other = await site.member()
    await change(other, number)
    expect(await results(first)).toEqual(before)
    const [{ result }] = before.data
    const one = `/api/medical/results/${first.id}/${result.result_id}`
    expect((await site.ask('GET', one, { as: first })).status).toBe(200)
    await addResult(first, LATER)
    expect((await results(first)).data).toHaveLength(2)
    expect(await results(first)).not.toHaveProperty('being_checked')
    const copy = await site.ask('GET', '/api/my-data', { as: first })
    expect(copy.body.results).toHaveLength(2)
    expect(JSON.stringify(copy.body)).not.toMatch(/shared nhs number|nhsNumberAlsoOf/)
  })

  test('hides nothing of a member who gives the same number later, either', async () => {
    const stranger = await signUp()
    const owner = await signUp()
    await addResult(owner, LATER)
    site.moveTo(LATER)
    await change(stranger, null)
    await change(stranger, number)
    expect((await results(owner)).data).toHaveLength(1)
    expect(await results(owner)).not.toHaveProperty('being_checked')
  })

  test('hides nothing of their own from before, so that numbers cannot be probed', async () => {
    const first = await signUp()
    await addResult(first, START)
    const prober = await site.member()
    await addResult(prober, START)
    site.moveTo(LATER)
    await change(prober, number)
    const answer = await results(prober)
    expect(answer.data).toHaveLength(1)
    expect(answer).not.toHaveProperty('being_checked')
    expect(await reviewsOf(first, prober)).toHaveLength(2)
  })
})

describe('a result of a member whose number was another’s before', () => {
  async function newcomerWithResult() {
    const first = await signUp()
    await addResult(first, START)
    site.moveTo(LATER)
    const second = await signUp()
    await addResult(second, LATER)
    return { first, second }
  }

  test('is withheld in words of its own, in no mail and in no copy, until a person decides', async () => {
    const { second } = await newcomerWithResult()
    expect(await results(second)).toEqual({
      data: [
        {
          appointment: null,
          result: null,
          withheld: true,
          steps: [
            { step: 'Booked', state: 'unknown', on: null },
            { step: 'Sample taken', state: 'done', on: '2027-01-10' },
            { step: 'At the lab', state: 'done', on: null },
            { step: 'Result ready', state: 'now', on: null },
          ],
        },
      ],
      being_checked: true,
    })
    const copy = await site.ask('GET', '/api/my-data', { as: second })
    expect(copy.body.results).toEqual([])
    expect(await decide(second, 'confirmed')).toEqual({ memberId: second.id, shown: 1 })
    expect((await results(second)).data).toMatchObject([{ result: { test_result: '1.02' } }])
    await until(() =>
      expect(site.mails.filter(({ to }) => to === second.email)).toMatchObject([
        { subject: 'We have checked your record' },
      ]),
    )
  })

  test('stays withheld once the number was rejected, or removed meanwhile', async () => {
    const { second } = await newcomerWithResult()
    site.moveTo(new Date(LATER.getTime() + 1))
    await change(second, null)
    expect((await results(second)).data).toMatchObject([{ result: null, withheld: true }])
    expect(await decide(second, 'rejected')).toEqual({ memberId: second.id, shown: 0 })
    expect((await results(second)).data).toMatchObject([{ result: null, withheld: true }])
  })

  test('confirmed as the member’s once, is not withheld when another gives the number', async () => {
    const { second } = await newcomerWithResult()
    await decide(second, 'confirmed')
    const third = await signUp()
    expect((await results(second)).data).toHaveLength(1)
    expect(await reviewsOf(second)).toEqual([])
    expect(await reviewsOf(third)).toHaveLength(1)
  })
})

test('a review is decided once, with who did it', async () => {
  const first = await signUp()
  const second: TestMember = await site.member()
  await change(second, number)
  await decide(second, 'rejected')
  expect(await decide(second, 'confirmed')).toBeNull()
  expect((await audit(second)).at(-1)).toMatchObject({
    action: 'identity review decided',
    details: { outcome: 'rejected', decidedBy: 'Ann Example' },
  })
  expect(await reviewsOf(first)).toHaveLength(1)
})
