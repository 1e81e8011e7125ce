import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

// In London it is still the 12th.
const START = new Date('2027-01-12T23:30:00Z')
let site: TestApp
let count = 0
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())

async function account(email = `new-${++count}@example.org`) {
  const userId = randomUUID()
  return { userId, email, cookie: await site.signIn(userId, email) }
}

const form = (email: string, more: Record<string, unknown> = {}) => ({
  first_name: 'James',
  last_name: 'Carter',
  gender: 'Male',
  date_of_birth: '1968-05-14',
  ethnicity: 'White - British',
  occupation: null,
  phone: '447700900118',
  email,
  home_address: '14 Sample Street, Colchester, CO1 1AA, United Kingdom',
  nhs_number: '9990000018',
  ...more,
})

const create = (body: object, as?: { cookie: string }, on = site) =>
  on.ask('POST', '/api/auth/profile', { ...(as && { as }), body })

const read = (as?: { cookie: string }, query = '') =>
  site.ask('GET', `/api/auth/profile${query}`, { ...(as && { as }) })

async function refused(body: object, as?: { cookie: string }, on = site) {
  const before = await on.stored()
  const answer = await create(body, as, on)
  expect(await on.stored()).toEqual(before)
  return answer
}

async function rowOf(userId: string, on = site) {
  const { rows } = await on.deps.database.db.execute(
    `select * from members where user_id = '${userId}'`,
  )
  return rows[0]
}

describe('a profile', () => {
  test('is made for the signed-in account, and readable by it alone', async () => {
    const member = await account()
    const { status, body, headers } = await create(form(member.email), member)
    expect(status).toBe(201)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toEqual({
      status: 'success',
      userProfile: {
        profileId: expect.any(Number),
        firstName: 'James',
        lastName: 'Carter',
        gender: 'Male',
        dateOfBirth: '1968-05-14',
        ethnicity: 'White - British',
        occupation: null,
        phone: '447700900118',
        email: member.email,
        homeAddress: '14 Sample Street, Colchester, CO1 1AA, United Kingdom',
        billingAddress: null,
        nhsNumber: '9990000018',
        isVerified: false,
        isActive: true,
      },
    })
    const again = await read(member)
    expect(again).toMatchObject({ status: 200, body: { userProfile: body.userProfile } })
    expect(again.headers['cache-control']).toBe('no-store')
  })

  test('stores the NHS number sealed, and searchable only with the keys', async () => {
    const member = await account()
    await create(form(member.email), member)
    const row = await rowOf(member.userId)
    expect(JSON.stringify(row)).not.toContain('9990000018')
    expect(String(row?.nhs_number)).not.toContain('9990000018')
    expect(row?.nhs_number_index).toEqual(
      site.deps.fieldKeys.blindIndex('9990000018', 'nhs_number'),
    )
    expect(row?.nhs_confirmed_at).toBeNull()
  })

  test('may do without NHS number and occupation', async () => {
    const member = await account()
    const { body } = await create(
      form(member.email, { nhs_number: undefined, occupation: ' ' }),
      member,
    )
    expect(body.userProfile).toMatchObject({ nhsNumber: null, occupation: null })
  })

  test('trap 4: ignores fields that the server sets', async () => {
    const member = await account()
    const other = await account()
    const { body } = await create(
      form(member.email, {
        user_id: other.userId,
        id: 1,
        profileId: 1,
        is_verified: true,
        is_active: false,
        role: 'admin',
        nhs_confirmed_at: '2027-01-01',
        ni_number: 'QQ123456C',
      }),
      member,
    )
    expect(body.userProfile).toMatchObject({ isVerified: false, isActive: true })
    expect(await rowOf(other.userId)).toBeUndefined()
    expect(await rowOf(member.userId)).toMatchObject({ ni_number: null, nhs_confirmed_at: null })
  })

  test('is plain text in small letters where it must be', async () => {
    const member = await account(`Mixed-${++count}@Example.org`)
    const typed = { first_name: ' Ja\u0000mes\r\nBcc: x ', email: member.email.toUpperCase() }
    const { body } = await create(form(member.email, typed), member)
    expect(body.userProfile).toMatchObject({
      firstName: 'Ja mes Bcc: x',
      email: member.email.toLowerCase(),
    })
  })

  test('stays as it is when sign-up is repeated', async () => {
    const member = await account()
    const first = await create(form(member.email), member)
    const again = await refused(
      form(member.email, { first_name: 'Someone', nhs_number: null }),
      member,
    )
    expect([again.status, again.body]).toEqual([200, first.body])
  })

  test('is made once, however many tabs ask at once', async () => {
    const member = await account()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create(form(member.email), member)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
    expect(new Set(answers.map(({ body }) => body.userProfile.profileId)).size).toBe(1)
  })

  test.each([
    ['a man of 40 today', '1987-01-12', 201],
    ['a man of 40 tomorrow', '1987-01-13', 400],
    ['a man of 80 until tomorrow', '1946-01-13', 201],
    ['a man of 81 today', '1946-01-12', 400],
    ['a man not born yet', '2030-01-01', 400],
  ])('for %s', async (_, date_of_birth, status) => {
    const member = await account()
    const answer = await create(form(member.email, { date_of_birth }), member)
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.body.code).toBe('age_out_of_range')
  })
})

describe('a profile is refused', () => {
  test('to a visitor, before the request is read', async () => {
    const member = await account()
    for (const body of [{}, form(member.email, { user_id: member.userId })]) {
      expect(await refused(body)).toMatchObject({ status: 401, body: { code: 'sign_in_required' } })
    }
    expect((await read()).status).toBe(401)
  })

  test('for an e-mail address that is not the account’s', async () => {
    const member = await account()
    expect(await refused(form('victim@example.org'), member)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: [{ field: 'email' }] },
    })
  })

  test.each([
    ['a day that is on no calendar', { date_of_birth: '1970-02-30' }],
    ['nine digits', { nhs_number: '999000001' }],
    ['a name of nothing visible', { first_name: '\u0000' }],
    ['a missing name', { last_name: undefined }],
    ['a gender off the list', { gender: 'male' }],
    ['an ethnicity off the list', { ethnicity: 'Asian or Asian British - Pakistani' }],
    ['an address beyond measure', { home_address: 'a'.repeat(401) }],
  ])('for %s', async (_, more) => {
    const member = await account()
    expect(await refused(form(member.email, more), member)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
  })

  test('trap 3: as not found while there is none, whatever e-mail is asked about', async () => {
    const other = await account()
    await create(form(other.email), other)
    const member = await account()
    for (const query of ['', `?email=${other.email}`]) {
      expect(await read(member, query)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    const theirs = await read(other, `?email=${member.email}`)
    expect(theirs.body.userProfile.email).toBe(other.email)
  })
})

describe('where a new address must be confirmed by mail', () => {
  const MINUTES = 60_000
  let strict: TestApp
  beforeAll(async () => {
    strict = await openTestApp({ now: START, confirmEmail: true })
  })
  afterAll(() => strict.close())

  function signedUp(more: { confirmed?: boolean; minutesAgo?: number } = {}) {
    const { confirmed = false, minutesAgo = 1 } = more
    const user_id = randomUUID()
    const email = `fresh-${++count}@example.org`
    const createdAt = new Date(START.getTime() - minutesAgo * MINUTES)
    strict.users.set(user_id, { email, confirmed, createdAt })
    return { user_id, email }
  }

  test('a profile follows sign-up without a session', async () => {
    const { user_id, email } = signedUp()
    const answer = await create(form(email, { user_id }), undefined, strict)
    expect([answer.status, answer.body]).toEqual([200, { status: 'success' }])
    expect(await rowOf(user_id, strict)).toBeUndefined()
    const { rows } = await strict.deps.database.db.execute('select * from pending_profiles')
    expect(rows).toMatchObject([{ user_id }])
    for (const told of ['James', email, '9990000018'])
      expect(String(rows[0]?.form)).not.toContain(told)

    // Hosted services do not report confirmations; the account's first session shows it.
    const as = { cookie: await strict.signIn(user_id, email) }
    const own = await strict.ask('GET', '/api/auth/profile', { as })
    expect(own.body.userProfile).toMatchObject({ email, firstName: 'James' })
    expect(await rowOf(user_id, strict)).toMatchObject({ email, first_name: 'James' })
    await strict.ask('GET', '/api/auth/profile', { as })
    const left = await strict.deps.database.db.execute('select * from pending_profiles')
    expect(left.rows).toEqual([])
  })

  test('anything else gets the same answer, and nothing is written', async () => {
    const done = signedUp()
    await create(form(done.email, { user_id: done.user_id }), undefined, strict)
    const late = signedUp({ minutesAgo: 10 })
    const confirmed = signedUp({ confirmed: true })
    const other = signedUp()
    const situations = [
      form('unknown@example.org', { user_id: randomUUID() }),
      form(late.email, { user_id: late.user_id }),
      form(confirmed.email, { user_id: confirmed.user_id }),
      form('victim@example.org', { user_id: other.user_id }),
      form(done.email, { user_id: done.user_id, first_name: 'Someone' }),
    ]
    for (const situation of situations) {
      const answer = await refused(situation, undefined, strict)
      expect([answer.status, answer.body]).toEqual([200, { status: 'success' }])
    }
  })

  test('a form that is wrong is refused the same for every account', async () => {
    const fresh = signedUp()
    for (const user_id of [fresh.user_id, randomUUID()]) {
      const young = form(fresh.email, { user_id, date_of_birth: '2000-01-01' })
      expect((await refused(young, undefined, strict)).body.code).toBe('age_out_of_range')
    }
  })

  test('without an account’s id one has to sign in', async () => {
    const { email } = signedUp()
    expect((await refused(form(email), undefined, strict)).status).toBe(401)
  })
})
