// The office asks for a letter and never sees its code; somebody who may read results prints it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addByOffice,
  BORN,
  codeIn,
  postLetter,
  printLetter,
  requestFor,
  storeLetter,
} from '../../../test/app/claim-letters.ts'
import { readPdf } from '../../../test/app/read-pdf.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'

const START = new Date('2027-01-12T09:00:00Z')
const LIST = '/api/office/claim-letter-requests'
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
let clinician: typeof clerk
let memberId: number
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.deps.database.pool.query('delete from rate_limits')
  clerk = await site.staff(['office'])
  clinician = await site.staff(['clinician'])
  memberId = await addByOffice(site, clerk)
})

const path = () => `/api/office/members/${memberId}/claim-letters`
const askFor = (as = clerk) => site.ask('POST', path(), { as })
const listed = async (as = clinician) => {
  const { body } = await site.ask('GET', LIST, { as })
  return body.data.filter((row: { member_id: number }) => row.member_id === memberId)
}
const print = async (as = clinician) => printLetter(site, as, await requestFor(site, memberId))
const claim = (as: { cookie: string }, code: string) =>
  site.ask('POST', '/api/record-claims', { as, body: { code, date_of_birth: BORN } })
async function account(userId: string = randomUUID()) {
  const email = `${userId}@example.org`
  return { userId, email, cookie: await site.signIn(userId, email) }
}
const rows = async (query: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(query, values)).rows

/** Addresses on a sheet of their own. */
const LABELS = '/api/office/address-labels'

test('the office alone gets no code in any answer, so an account of its own opens no record', async () => {
  const headers = { 'sec-fetch-site': 'same-origin', cookie: clerk.cookie }
  const answer = await site.app.inject({ method: 'POST', url: path(), headers })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    201,
    expect.stringContaining('application/json'),
  ])
  expect(answer.json()).toMatchObject({
    letters: [],
    requested: { asked_at: START.toISOString(), asked_by: clerk.name },
  })
  const request = await requestFor(site, memberId)
  expect((await print(clerk)).json().code).toBe('not_permitted')
  const code = codeIn(await readPdf((await print()).rawPayload))
  const urls = (site.officeRoutes as { method: string; url: string }[])
    .filter(({ method }) => method === 'GET')
    .map(({ url }) =>
      url.replace('members/:id', `members/${memberId}`).replaceAll(/:\w+/g, String(request)),
    )
  expect(urls).toContain(path())
  for (const url of urls) {
    const seen = await site.app.inject({ url, headers })
    expect(seen.body.replaceAll('-', '')).not.toContain(code.replaceAll('-', ''))
    const isLetter = seen.headers['content-type'] === 'application/pdf' && url !== LABELS
    expect([url, isLetter]).toEqual([url, false])
  }
  expect(
    await rows('select 1 from members where id = $1 and user_id is not null', memberId),
  ).toEqual([])
})

test('who asked prints it with no role, and the list says so', async () => {
  const both = await site.staff(['office', 'clinician'])
  await askFor(both)
  const refused = await print(both)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'own_letter_request'])
  expect(await listed(both)).toMatchObject([{ against: refused.json().error }])
  expect(await rows('select 1 from claim_letters where member_id = $1', memberId)).toEqual([])
  expect((await print()).statusCode).toBe(201)
})

test('a clinician sees what is to be printed, and prints it again with a new code until it is posted', async () => {
  await askFor()
  expect(await listed()).toEqual([
    {
      request_id: await requestFor(site, memberId),
      member_id: memberId,
      name: 'Albert Rungin',
      address: ['Rose Cottage', '3 Mill Lane', 'Bures', 'CO8 5AA'],
      is_large_print: false,
      asked_at: START.toISOString(),
      asked_by: clerk.name,
      printed_at: null,
      against: null,
    },
  ])
  const first = await print()
  expect(first.headers['cache-control']).toBe('no-store')
  const second = await print()
  expect(await listed()).toMatchObject([{ printed_at: START.toISOString() }])
  const [old, code] = await Promise.all(
    [first, second].map(async ({ rawPayload }) => codeIn(await readPdf(rawPayload))),
  )
  const { body } = await site.ask('GET', path(), { as: clerk })
  expect(body).toMatchObject({ requested: null, letters: [{ code: 'open' }, { code: 'replaced' }] })
  await site.ask('PUT', `${path()}/${body.letters[0].letter_id}`, {
    as: clerk,
    body: { step: 'posted' },
  })
  expect(await listed()).toEqual([])
  expect((await print()).json().code).toBe('letter_request_over')
  expect((await claim(await account(), String(old))).status).toBe(400)
  expect((await claim(await account(), String(code))).body.state).toBe('linked')
})

test('asking twice is one request; the office can cancel it, and then nobody prints it', async () => {
  const [one, two] = await Promise.all([askFor(), askFor()])
  expect([one.status, two.status]).toEqual([201, 201])
  expect(await listed()).toHaveLength(1)
  const cancelled = await site.ask('POST', `${path()}/cancellation`, { as: clerk })
  expect(cancelled.body).toMatchObject({ requested: null })
  expect(await listed()).toEqual([])
  expect((await print()).json().code).toBe('letter_request_over')
  expect(
    await rows(
      `select action from audit_log where member_id = $1 and action like 'claim letter %' order by id`,
      memberId,
    ),
  ).toEqual([{ action: 'claim letter asked for' }, { action: 'claim letter cancelled' }])
})

test('no letter is printed for a member who has an account meanwhile', async () => {
  await askFor()
  await rows(
    `update members set user_id = $2, email = 'meanwhile@example.org' where id = $1`,
    memberId,
    randomUUID(),
  )
  expect((await print()).json().code).toBe('has_account')
})

test('the account of who asked for, printed or posted a letter claims nothing with it, and is counted', async () => {
  const poster = await site.staff(['office'])
  const code = await postLetter(site, clerk, memberId)
  const [made] = await rows('select id, made_by from claim_letters where member_id = $1', memberId)
  await site.ask('PUT', `${path()}/${made.id}`, { as: poster, body: { step: 'posted' } })
  const [printer] = await rows('select user_id from staff where id = $1', made.made_by)
  for (const userId of [clerk.userId, printer.user_id, poster.userId]) {
    const { status, body } = await claim(await account(userId), code)
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  }
  expect(await rows('select tries from claim_letters where id = $1', made.id)).toEqual([
    { tries: 3 },
  ])
  expect((await claim(await account(), code)).body.state).toBe('linked')
})

test('a claim tells the address and the mobile that the record had before', async () => {
  const before = `before-${memberId}@example.org`
  await rows(
    'update members set email = $2, phone = $3, proven_phone = $3 where id = $1',
    memberId,
    before,
    '07700 900123',
  )
  const man = await account()
  expect((await claim(man, await storeLetter(site, clerk, memberId))).status).toBe(200)
  await until(() => {
    expect(site.mails.filter(({ to }) => to === before)).toMatchObject([
      { subject: 'An online account was connected to your record' },
    ])
  })
  await until(() =>
    expect(site.smses.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/connected to your record today\. If this was not you, call/),
    ),
  )
  expect(site.mails.find(({ to }) => to === before)?.text).not.toContain(man.email)
})

test('a claim with the address that the record has tells it once', async () => {
  const man = await account()
  await rows('update members set email = $2 where id = $1', memberId, man.email)
  await claim(man, await storeLetter(site, clerk, memberId))
  await until(() => expect(site.mails.filter(({ to }) => to === man.email)).toHaveLength(1))
})
