import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addByOffice,
  BORN,
  printLetter,
  requestFor,
  storeLetter,
} from '../../../test/app/claim-letters.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { brokenInvariants } from '../../../test/invariants/booking-invariants.queries.ts'

const START = new Date('2027-01-12T09:00:00Z')
const ROUNDS = Number(process.env.ROUNDS ?? 8)
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp({ now: START })
  clerk = await site.staff(['office'])
})
afterAll(async () => {
  expect(await brokenInvariants(site.deps.database.db, START)).toEqual([])
  await site.close()
})

async function account() {
  const userId = randomUUID()
  return { userId, cookie: await site.signIn(userId, `${userId}@example.org`) }
}
type Account = Awaited<ReturnType<typeof account>>
const claim = (as: Account, code: string) =>
  site.ask('POST', '/api/record-claims', { as, body: { code, date_of_birth: BORN } })
const query = async (text: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(text, values)).rows
const fresh = () => query('delete from rate_limits')

test('of two accounts that claim one record at once, one gets it and the other learns nothing', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await fresh()
    const recordId = await addByOffice(site, clerk)
    const code = await storeLetter(site, clerk, recordId)
    const men = await Promise.all([account(), account()])
    const answers = await Promise.all(men.map((man) => claim(man, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const winner = men[answers.findIndex(({ status }) => status === 200)]
    expect(await query('select user_id from members where id = $1', recordId)).toEqual([
      { user_id: winner?.userId },
    ])
    const claimed = await query(
      `select 1 from audit_log where member_id = $1 and action = 'record claimed'`,
      recordId,
    )
    expect(claimed).toHaveLength(1)
  }
})

test('an account that claims two records at once gets one, and an admin is asked about the other', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await fresh()
    const man = await account()
    const ids = [await addByOffice(site, clerk), await addByOffice(site, clerk)]
    const codes = await Promise.all(ids.map((id) => storeLetter(site, clerk, id)))
    const answers = await Promise.all(codes.map((code) => claim(man, code)))
    expect(answers.map(({ body }) => body.state).sort()).toEqual(['asked', 'linked'])
    const [owned] = await query('select count(*) from members where user_id = $1', man.userId)
    expect(owned).toEqual({ count: 1 })
  }
})

test('a claim at the moment of a sign-up’s profile is a link or a request, and never a fault', async () => {
  const form = {
    first_name: 'Albert',
    last_name: 'Rungin',
    gender: 'Male',
    date_of_birth: BORN,
    ethnicity: 'White - British',
    occupation: null,
    phone: '01206 496010',
    home_address: '3 Mill Lane, Bures, CO8 5AA',
    nhs_number: null,
  }
  for (let round = 0; round < ROUNDS; round++) {
    await fresh()
    const man = await account()
    const recordId = await addByOffice(site, clerk)
    const code = await storeLetter(site, clerk, recordId)
    const body = { ...form, user_id: man.userId, email: `${man.userId}@example.org` }
    const [claimed, made] = await Promise.all([
      claim(man, code),
      site.ask('POST', '/api/auth/profile', { as: man, body }),
    ])
    expect([200, 201]).toContain(made.status)
    expect(claimed.body.state).toBe(made.status === 201 ? 'asked' : 'linked')
    const profile = await site.ask('GET', '/api/auth/profile', { as: man })
    expect(profile.body.userProfile.profileId === recordId).toBe(made.status === 200)
  }
})

test('a new letter at the moment of a claim leaves no code for a record that has an account', async () => {
  const clinician = await site.staff(['clinician'])
  for (let round = 0; round < ROUNDS; round++) {
    await fresh()
    const recordId = await addByOffice(site, clerk)
    const code = await storeLetter(site, clerk, recordId)
    const man = await account()
    await site.ask('POST', `/api/office/members/${recordId}/claim-letters`, { as: clerk })
    const request = await requestFor(site, recordId)
    const [claimed, made] = await Promise.all([
      claim(man, code),
      printLetter(site, clinician, request),
    ])
    expect([claimed.status, made.statusCode]).toSatisfy(
      ([one, other]) => (one === 200 && other === 409) || (one === 400 && other === 201),
    )
  }
})
