// An account that has a profile of its own: an admin joins the two records, or does not.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addByOffice, BORN, LONELY, storeLetter } from '../../../test/app/claim-letters.ts'
import { mergeByAdmin } from '../../../test/app/merges.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'

const START = new Date('2027-01-12T09:00:00Z')
const ASKED = { state: 'asked', until: '2027-01-19' }
let site: TestApp
let admin: Awaited<ReturnType<TestApp['staff']>>
let own: TestMember
let recordId: number
let code: string
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  admin = await site.staff(['office', 'admin'])
  own = await site.member({ lastName: LONELY.last_name, dateOfBirth: BORN })
  recordId = await addByOffice(site, admin)
  code = await storeLetter(site, admin, recordId)
  await rows('delete from rate_limits')
})

const rows = async (query: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(query, values)).rows
const claim = (as = own, typed = code) =>
  site.ask('POST', '/api/record-claims', { as, body: { code: typed, date_of_birth: BORN } })
const asked = async (as = own) =>
  (await site.ask('GET', '/api/record-claims', { as })).body.requests
const listed = async () => {
  const { body } = await site.ask('GET', '/api/office/merge-requests', { as: admin })
  return body.data.filter(({ member }: { member: { id: number } }) => member.id === own.id)
}
const merge = () => mergeByAdmin(site, { keptId: own.id, mergedId: recordId, as: admin })
const mailsTo = (address: string | null) => site.mails.filter(({ to }) => to === address)

test('nothing is joined: the member reads until when the office looks at it', async () => {
  const before = await rows(
    'select * from members where id in ($1, $2) order by id',
    own.id,
    recordId,
  )
  const { status, body } = await claim()
  expect([status, body]).toEqual([200, ASKED])
  const after = await rows(
    'select * from members where id in ($1, $2) order by id',
    own.id,
    recordId,
  )
  expect(after).toEqual(before)
  expect(await asked()).toEqual([
    { asked_at: START.toISOString(), until: '2027-01-19', state: 'open' },
  ])
  const { body: profile } = await site.ask('GET', '/api/auth/profile', { as: own })
  expect(profile.userProfile).toMatchObject({ profileId: own.id, firstName: own.firstName })
})

test('the office sees the request with both records, and gets a mail with their numbers only', async () => {
  await claim()
  expect(await listed()).toMatchObject([
    {
      until: '2027-01-19',
      member: { id: own.id, has_account: true },
      other: { id: recordId, name: 'Albert Rungin', has_account: false },
    },
  ])
  const subject = `Member ${own.id} has asked to merge with record ${recordId}`
  await until(() => expect(site.mails.filter((mail) => mail.subject === subject)).toHaveLength(1))
  const mail = site.mails.find((one) => one.subject === subject)
  expect(mail?.text).not.toMatch(/Albert|Rungin|Carter|1955/)
  const audited = await rows(
    `select member_id from audit_log where action = 'merge of records asked for'
      and member_id in ($1, $2) order by member_id`,
    own.id,
    recordId,
  )
  expect(audited.map(({ member_id }) => Number(member_id))).toEqual([own.id, recordId])
})

test('the code is spent; asking again is the same request', async () => {
  await claim()
  expect((await claim()).body).toEqual(ASKED)
  expect(await asked()).toHaveLength(1)
  const other = await site.member({ dateOfBirth: BORN })
  expect((await claim(other)).status).toBe(400)
  const next = await storeLetter(site, admin, recordId)
  expect((await claim(own, next)).body).toEqual(ASKED)
  expect(await listed()).toHaveLength(1)
})

test('an admin who merges them closes the request, and the member gets a mail', async () => {
  await claim()
  expect((await merge()).status).toBe(200)
  expect(await listed()).toEqual([])
  expect(await asked()).toMatchObject([{ state: 'merged' }])
  await until(() =>
    expect(mailsTo(own.email).map(({ subject }) => subject)).toEqual([
      'A record has been linked to your account',
    ]),
  )
})

test('a merge that nobody had asked for sends no such mail', async () => {
  expect((await merge()).status).toBe(200)
  const email = 'another@example.org'
  const another = { ...own, cookie: await site.signIn(randomUUID(), email) }
  const code = await storeLetter(site, admin, await addByOffice(site, admin))
  expect((await claim(another, code)).body).toMatchObject({ state: 'linked' })
  await until(() => expect(mailsTo(email)).toHaveLength(1))
  expect(mailsTo(own.email)).toEqual([])
})

test('a record that was merged elsewhere meanwhile is shown as the one that it is part of', async () => {
  await claim()
  const third = await addByOffice(site, admin, { first_name: 'Bert' })
  const more = { fields: { first_name: 'kept' } }
  await mergeByAdmin(site, { keptId: third, mergedId: recordId, as: admin, more })
  expect(await listed()).toMatchObject([{ other: { id: third } }])
  recordId = third
  expect((await merge()).status).toBe(200)
  expect(await asked()).toMatchObject([{ state: 'merged' }])
})

test('an admin may refuse with a reason that stays in the office; the member is asked to ring', async () => {
  await claim()
  const [{ request_id: id }] = await listed()
  const refuse = (as = admin, reason = 'father and son') =>
    site.ask('POST', `/api/office/merge-requests/${id}/refusal`, { as, body: { reason } })
  const clerk = await site.staff(['office'])
  expect((await refuse(clerk)).body.code).toBe('not_permitted')
  expect((await refuse(admin, ' ')).status).toBe(400)
  expect((await refuse()).status).toBe(204)
  expect((await refuse()).body.code).toBe('not_open')
  expect(await asked()).toMatchObject([{ state: 'refused' }])
  await until(() => expect(mailsTo(own.email)).toHaveLength(1))
  expect(mailsTo(own.email)[0]?.text).not.toContain('father')
  const [audit] = await rows(
    `select details->>'reason' as reason from audit_log
      where member_id = $1 and action = 'merge of records refused'`,
    recordId,
  )
  expect(audit).toEqual({ reason: 'father and son' })
})

test('the request is in nobody else’s list', async () => {
  await claim()
  expect(await asked(await site.member())).toEqual([])
  expect(await asked({ ...own, cookie: await site.signIn() })).toEqual([])
})
