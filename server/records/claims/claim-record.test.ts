import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { claimCodeOf, readClaimCode } from '../../../domain/claim-code.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import {
  addByOffice,
  BORN,
  LONELY,
  postLetter,
  storeLetter,
} from '../../../test/app/claim-letters.ts'
import { bookedOnBehalf } from '../../../test/app/claimed-history.ts'
import { mergeByAdmin } from '../../../test/app/merges.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'

const START = new Date('2027-01-12T09:00:00Z')
const WRONG = {
  code: 'invalid_request',
  fields: [{ field: 'code', message: 'This code and date of birth do not match a record.' }],
}
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
let recordId: number
let count = 0
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  clerk = await site.staff(['office', 'admin'])
  recordId = await addByOffice(site, clerk)
})

const rows = async (query: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(query, values)).rows
const post = (memberId = recordId) => storeLetter(site, clerk, memberId)

async function account(email?: string) {
  count += 1
  const own = email ?? `own-${count}@example.org`
  const userId = randomUUID()
  return { userId, email: own, cookie: await site.signIn(userId, own) }
}
type Account = Awaited<ReturnType<typeof account>>

const claim = (as: Account | { cookie: string }, code: string, more: object = {}) =>
  site.ask('POST', '/api/record-claims', {
    as,
    body: { code, date_of_birth: BORN },
    ...more,
  })
const wrongly = (as: Account, code: string, date = '1955-02-04') =>
  claim(as, code, { body: { code, date_of_birth: date } })
const ownerOf = async (id = recordId) =>
  (await rows('select user_id, email, seal_id from members where id = $1', id))[0]
const letters = (id = recordId) =>
  rows('select tries, closed_because from claim_letters where member_id = $1 order by id', id)
const mailsTo = (address: string) => site.mails.filter(({ to }) => to === address)

beforeEach(() => site.deps.database.pool.query('delete from rate_limits'))

describe('the code of the letter and the date of birth', () => {
  test('give the account the record, with what was there before', async () => {
    const event = await site.event()
    const appointmentId = await bookedOnBehalf(site, { clerk, memberId: recordId, event })
    const before = await ownerOf()
    const man = await account()
    const code = await post()
    expect((await site.ask('GET', '/api/auth/profile', { as: man })).status).toBe(404)
    const answer = await claim(man, code.toLowerCase().replaceAll('-', ' '))
    expect([answer.status, answer.body]).toEqual([200, { state: 'linked', until: null }])
    expect(await ownerOf()).toEqual({ ...before, user_id: man.userId, email: man.email })

    const { body } = await site.ask('GET', '/api/auth/profile', { as: man })
    expect(body.userProfile).toMatchObject({
      profileId: recordId,
      firstName: 'Albert',
      email: man.email,
      homeAddress: 'Rose Cottage, 3 Mill Lane, Bures, CO8 5AA',
    })
    const url = `/api/appointments/upcoming-appointments/user/${recordId}`
    const booked = await site.ask('GET', url, { as: man })
    expect(booked.body.appointments).toMatchObject([{ appointment_id: appointmentId }])
    const consents = await site.ask('GET', '/api/medical/consents', { as: man })
    expect(consents.body.consents).toHaveLength(1)
  })

  test('are written to the audit log, with the address before and after, and mailed', async () => {
    const man = await account()
    await claim(man, await postLetter(site, clerk, recordId))
    const found = await rows(
      `select action, actor_user_id, details from audit_log where member_id = $1 order by id`,
      recordId,
    )
    expect(found.map(({ action }) => action)).toEqual([
      'member added',
      'claim letter asked for',
      'claim letter made',
      'record claimed',
      'profile changed',
    ])
    expect(found[3]).toMatchObject({
      actor_user_id: man.userId,
      details: { before: { account: null }, after: { account: man.userId } },
    })
    const story = await site.ask('GET', `/api/office/members/${recordId}`, { as: clerk })
    expect(story.body).toMatchObject({ has_account: true })
    expect(story.body.changes).toMatchObject([
      { by: 'the member', changed: ['email'], before: { email: '' }, after: { email: man.email } },
    ])
    await until(() => expect(mailsTo(man.email)).toHaveLength(1))
    expect(mailsTo(man.email)[0]?.subject).toBe('A record has been linked to your account')
  })

  test('leave the session as it is, and open a second one', async () => {
    const man = await account()
    const other = { cookie: await site.signIn(man.userId, man.email) }
    await claim(man, await post())
    for (const as of [man, other])
      expect((await site.ask('GET', '/api/auth/profile', { as })).status).toBe(200)
  })

  test('are in the copy of all data, without a code', async () => {
    const man = await account()
    const code = await post()
    await claim(man, code)
    const { body } = await site.ask('GET', '/api/my-data', { as: man })
    expect(JSON.stringify(body)).toContain('record claimed')
    expect(JSON.stringify(body)).not.toContain(code)
  })

  test('keep the NHS number, and an identity review open', async () => {
    const number = '9990000018'
    const twin = await site.member()
    await site.ask('PUT', `/api/auth/profile?email=${twin.email}`, {
      as: twin,
      body: { nhs_number: number },
    })
    const shared = await addByOffice(site, clerk, { nhs_number: number })
    const open = () =>
      rows('select id from identity_reviews where member_id = $1 and decided_at is null', shared)
    const before = await open()
    expect(before).toHaveLength(1)
    const man = await account()
    await claim(man, await post(shared))
    const { body } = await site.ask('GET', '/api/auth/profile', { as: man })
    expect(body.userProfile).toMatchObject({ profileId: shared, nhsNumber: number })
    expect(await open()).toEqual(before)
  })
})

describe('the same answer, which shows nothing of the record, for', () => {
  const never = claimCodeOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  const cases: [string, (man: Account) => Promise<{ code: string; date?: string }>][] = [
    ['a code that was never posted', async () => ({ code: never })],
    ['another date of birth', async () => ({ code: await post(), date: '1955-02-04' })],
    [
      'a code that is over',
      async () => {
        const code = await post()
        site.moveTo(new Date(START.getTime() + 60 * DAY_MS))
        return { code }
      },
    ],
    [
      'a code that somebody else has spent',
      async () => {
        const code = await post()
        await claim(await account(), code)
        return { code }
      },
    ],
    [
      'a code that a newer letter replaced',
      async () => {
        const code = await post()
        await post()
        return { code }
      },
    ],
    [
      'the code of a letter that came back',
      async () => {
        const code = await post()
        const path = `/api/office/members/${recordId}/claim-letters`
        const { body } = await site.ask('GET', path, { as: clerk })
        const url = `${path}/${body.letters[0].letter_id}`
        await site.ask('PUT', url, { as: clerk, body: { step: 'returned' } })
        return { code }
      },
    ],
    [
      'a record that has got an account by other means',
      async () => {
        const code = await post()
        await rows(
          `update members set user_id = $2, email = 'else@example.org' where id = $1`,
          recordId,
          randomUUID(),
        )
        return { code }
      },
    ],
    [
      'a record that was merged into another',
      async () => {
        const code = await post()
        const kept = await site.member({ lastName: LONELY.last_name, dateOfBirth: BORN })
        const merged = await mergeByAdmin(site, { keptId: kept.id, mergedId: recordId, as: clerk })
        expect(merged.status).toBe(200)
        return { code }
      },
    ],
    [
      'a record that is out of use',
      async () => {
        const code = await post()
        await rows('update members set is_active = false where id = $1', recordId)
        return { code }
      },
    ],
    [
      'a record whose erasure is asked for',
      async () => {
        const code = await post()
        await rows(
          'insert into erasure_requests (member_id, asked_at) values ($1, $2)',
          recordId,
          START,
        )
        return { code }
      },
    ],
    [
      'a record that was erased',
      async () => {
        const code = await post()
        await rows(
          `update members set erased_at = $2, is_active = false, first_name = 'Erased' where id = $1`,
          recordId,
          START,
        )
        return { code }
      },
    ],
  ]

  test.each(cases)('%s', async (_, prepare) => {
    const man = await account()
    const { code, date = BORN } = await prepare(man)
    const before = await ownerOf()
    const { status, body } = await wrongly(man, code, date)
    expect([status, body]).toEqual([400, { ...body, ...WRONG }])
    expect(JSON.stringify(body)).not.toMatch(/Albert|Rungin|Bures|CO8/)
    expect(await ownerOf()).toEqual(before)
    expect((await site.ask('GET', '/api/auth/profile', { as: man })).status).toBe(404)
  })

  test('each of them, after the same statements in the same order', async () => {
    const seen = new Set<string>()
    for (const [, prepare] of cases) {
      clerk = await site.staff(['office', 'admin'])
      site.moveTo(START)
      recordId = await addByOffice(site, clerk)
      const man = await account()
      const { code, date = BORN } = await prepare(man)
      await rows('delete from rate_limits')
      seen.add(JSON.stringify(await statementsOf(() => wrongly(man, code, date))))
    }
    expect(seen.size).toBe(1)
    expect([...seen][0]).toContain('claim_letters')
  })
})

const ofTheWork = new AsyncLocalStorage<true>()

/** What the work asks of the tables that a claim is about; jobs ask meanwhile, too. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  spy.mockImplementation(function (this: pg.Client, ...asked: unknown[]) {
    const [first] = asked
    const text = typeof first === 'string' ? first : String(Object(first).text)
    const isAbout = /members|claim_letters|merge_requests|rate_limits|erasure/.test(text)
    if (isAbout && ofTheWork.getStore()) texts.push(text.replaceAll(/\s+/g, ' '))
    return Reflect.apply(query, this, asked)
  })
  try {
    await ofTheWork.run(true, work)
  } finally {
    spy.mockRestore()
  }
  return texts
}

test('a code that was misread is no attempt', async () => {
  const man = await account()
  const code = await post()
  const misread = `${code.slice(0, -1)}${code.endsWith('3') ? '4' : '3'}`
  expect(readClaimCode(misread)).toBeNull()
  for (let n = 0; n < 12; n++) expect((await claim(man, misread)).body).toMatchObject(WRONG)
  expect(await letters()).toMatchObject([{ tries: 0 }])
  expect((await claim(man, code)).status).toBe(200)
})

describe('guesses', () => {
  test('of the date of birth end the code after five, also from five accounts', async () => {
    const code = await post()
    for (let n = 0; n < 5; n++) {
      await rows('delete from rate_limits')
      expect((await wrongly(await account(), code)).body).toMatchObject(WRONG)
    }
    expect(await letters()).toEqual([{ tries: 5, closed_because: 'tried out' }])
    await rows('delete from rate_limits')
    expect((await claim(await account(), code)).body).toMatchObject(WRONG)
  })

  test('at once are no more than five', async () => {
    const code = await post()
    const men = await Promise.all(Array.from({ length: 12 }, () => account()))
    await Promise.all(men.map((man) => wrongly(man, code)))
    expect(await letters()).toEqual([{ tries: 5, closed_because: 'tried out' }])
  })

  test('with one code are refused alike, whether it was posted or not', async () => {
    const codes = [await post(), claimCodeOf([9, 9, 9, 9, 9, 9, 9, 9, 9, 9, count % 23])]
    const answers = []
    for (const code of codes) {
      const statuses = []
      for (let n = 0; n < 6; n++) statuses.push((await wrongly(await account(), code)).status)
      answers.push(statuses)
    }
    expect(answers[0]).toEqual([400, 400, 400, 400, 400, 429])
    expect(answers[1]).toEqual(answers[0])
  })

  test('of one account end after ten', async () => {
    const man = await account()
    const statuses = []
    for (let n = 0; n < 11; n++) {
      const code = claimCodeOf([n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      statuses.push((await wrongly(man, code)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429])
  })

  test('of one network end after thirty, whatever the account', async () => {
    const statuses = []
    for (let n = 0; n < 31; n++) {
      const code = claimCodeOf([n % 23, 2, n % 7, 3, 4, 5, 6, 7, 8, 9, 10])
      statuses.push((await wrongly(await account(), code)).status)
    }
    expect(statuses).toEqual([...Array(30).fill(400), 429])
  })
})

describe('an account', () => {
  test('whose address nobody has confirmed claims nothing', async () => {
    const man = await account()
    site.accounts.set(man.userId, { email_confirmed_at: null })
    const code = await post()
    const { status, body } = await claim(man, code)
    expect([status, body.fields[0].message]).toEqual([
      400,
      'Please confirm the email address of your account first.',
    ])
    expect(await letters()).toEqual([{ tries: 0, closed_because: null }])
  })

  test('gets the address that the service has now, not that of its session', async () => {
    const man = await account()
    site.accounts.set(man.userId, { email: 'Newer@Example.org' })
    await claim(man, await post())
    expect(await ownerOf()).toMatchObject({ email: 'newer@example.org' })
  })

  test('of a stranger with the same address as the record gets nothing without the code', async () => {
    const theirs = await addByOffice(site, clerk, { email: 'victim@example.org' })
    const stranger = await account('victim@example.org')
    expect((await site.ask('GET', '/api/auth/profile', { as: stranger })).status).toBe(404)
    const guess = claimCodeOf([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    expect((await claim(stranger, guess)).body).toMatchObject(WRONG)
    expect(await ownerOf(theirs)).toMatchObject({ user_id: null })
  })

  test('gets the same answer again when it repeats the claim, in another tab or under a key', async () => {
    const man = await account()
    const code = await post()
    const headers = { 'idempotency-key': 'k1' }
    const [first, tab] = await Promise.all([claim(man, code, { headers }), claim(man, code)])
    const again = await claim(man, code, { headers })
    for (const { status, body } of [first, tab, again])
      expect([status, body]).toEqual([200, { state: 'linked', until: null }])
    expect(
      await rows(
        `select 1 from audit_log where member_id = $1 and action = 'record claimed'`,
        recordId,
      ),
    ).toHaveLength(1)
    await until(() => expect(mailsTo(man.email)).toHaveLength(1))
  })
})
