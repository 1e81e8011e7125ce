// A member who has lost the address of their account gets the record with another account, never at once.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../domain/durations.ts'
import { codeIn, printLetter, requestFor, storeLetter } from '../../../test/app/claim-letters.ts'
import { readPdf } from '../../../test/app/read-pdf.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'

const WAIT = 5 * DAY_MS + 60_000
const BORN = '1955-02-03'
type Person = Awaited<ReturnType<TestApp['staff']>>

let site: TestApp
let start: Date
let clerk: Person
let clinician: Person
/** Printed the letter, so that they decide about nothing that comes of it. */
let printer: Person
let member: TestMember
beforeAll(async () => {
  site = await openTestApp()
  start = site.deps.now()
})
afterAll(() => site.close())
beforeEach(async () => {
  start = new Date(start.getTime() + 30 * DAY_MS)
  site.moveTo(start)
  await rows('delete from rate_limits')
  clerk = await site.staff(['office'])
  clinician = await site.staff(['clinician'])
  printer = await site.staff(['clinician'])
  member = await site.member({
    dateOfBirth: BORN,
    addressLines: ['3 Mill Lane'],
    town: 'Bures',
    postcode: 'CO8 5AA',
  })
})

const rows = async (query: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(query, values)).rows
const owner = async () =>
  (await rows('select user_id from members where id = $1', member.id))[0].user_id
const profile = async (as: { cookie: string }) =>
  (await site.ask('GET', '/api/auth/profile', { as })).status
const ask = (body?: object, as = clerk) =>
  site.ask('POST', `/api/office/members/${member.id}/claim-letters`, { as, ...(body && { body }) })
const claim = (as: { cookie: string }, code: string) =>
  site.ask('POST', '/api/record-claims', { as, body: { code, date_of_birth: BORN } })

async function account() {
  const userId = randomUUID()
  const email = `${userId}@example.org`
  return { userId, email, cookie: await site.signIn(userId, email) }
}

/** A new account has entered the code of a letter that replaces the member's. */
async function waiting() {
  const own = await account()
  const { body } = await claim(own, await storeLetter(site, printer, member.id, member.userId))
  expect(body.state).toBe('waiting')
  return own
}

async function release() {
  const as = { cookie: await site.signIn(clinician.userId, clinician.email, 'aal2') }
  const [row] = await rows('select id from record_claims where member_id = $1', member.id)
  const body = { reason: 'They called from the number on record' }
  return site.ask('POST', `/api/office/record-claims/${row.id}/release`, { as, body })
}

async function answerAtOldAddress(answer: 'me' | 'not_me') {
  const keys = () =>
    site.mails
      .filter(({ to }) => to === member.email)
      .flatMap(({ text }) => /#claim=([\w-]{22})/.exec(text)?.[1] ?? [])
  await until(() => expect(keys()).toHaveLength(1))
  return site.ask('POST', '/api/claim-link/answer', { body: { key: keys()[0], answer } })
}

test('the office asks for a letter only for a lost address, and a clinician prints its code', async () => {
  expect((await ask()).body.code).toBe('has_account')
  expect((await ask({ lost_address: false })).body.code).toBe('has_account')
  const asked = await ask({ lost_address: true })
  expect([asked.status, asked.body.has_account, asked.body.against]).toEqual([201, true, null])
  const printed = await printLetter(site, printer, await requestFor(site, member.id))
  const pages = await readPdf(printed.rawPayload)
  expect(
    pages
      .flat()
      .map(({ text }) => text)
      .join(' '),
  ).toContain('your new address')
  const own = await account()
  expect((await claim(own, codeIn(pages))).body.state).toBe('waiting')
})

test('nothing is shown and the old account stays until a clinician releases it after five days', async () => {
  const note = await rows('select nhs_number from members where id = $1', member.id)
  const own = await waiting()
  expect([await owner(), await profile(own), await profile(member)]).toEqual([
    member.userId,
    404,
    200,
  ])
  expect((await release()).body.code).toBe('claim_too_early')
  site.moveTo(new Date(start.getTime() + WAIT))
  expect((await release()).status).toBe(200)
  expect([await owner(), await profile(own), await profile(member)]).toEqual([own.userId, 200, 401])
  expect(await rows('select nhs_number from members where id = $1', member.id)).toEqual(note)
  expect(await rows('select seal_id, email from members where id = $1', member.id)).toEqual([
    { seal_id: member.userId, email: own.email },
  ])
})

test('the old address moves the record at once, or ends the claim for good', async () => {
  const own = await waiting()
  expect((await answerAtOldAddress('me')).body.state).toBe('confirmed')
  expect(await owner()).toBe(own.userId)
})

test('who says at the old address that it was not them keeps the account', async () => {
  const own = await waiting()
  expect((await answerAtOldAddress('not_me')).body.state).toBe('not_me')
  site.moveTo(new Date(start.getTime() + WAIT))
  expect((await release()).body.code).toBe('claim_decided')
  expect([await owner(), await profile(own)]).toEqual([member.userId, 404])
})

test('a code is worth nothing to the account that it replaces, or once the record has another', async () => {
  const code = await storeLetter(site, printer, member.id, member.userId)
  expect((await claim(member, code)).body.code).toBe('invalid_request')
  await rows('update members set user_id = $2 where id = $1', member.id, randomUUID())
  expect((await claim(await account(), code)).body.code).toBe('invalid_request')
  const ordinary = await storeLetter(site, printer, member.id)
  expect((await claim(await account(), ordinary)).body.code).toBe('invalid_request')
})

test('a claim that waits ends with what it replaces', async () => {
  const own = await waiting()
  await rows('update members set user_id = $2 where id = $1', member.id, randomUUID())
  site.moveTo(new Date(start.getTime() + WAIT))
  expect((await release()).body.code).toBe('claimed_record_changed')
  expect((await answerAtOldAddress('me')).body.state).toBe('over')
  expect(await owner()).not.toBe(own.userId)
})

test('nobody who asked for, printed or posted the letter claims with it', async () => {
  await ask({ lost_address: true })
  const code = await storeLetter(site, printer, member.id, member.userId)
  for (const by of [clerk, printer])
    expect((await claim({ cookie: await site.signIn(by.userId, by.email) }, code)).status).toBe(400)
})
