// A claim of a record with anything of health waits: nothing opens by the letter's code alone.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../domain/durations.ts'
import { addByOffice, BORN, postLetter, storeLetter } from '../../../test/app/claim-letters.ts'
import { openReviews } from '../../../test/app/laboratory.ts'
import { mergeByAdmin } from '../../../test/app/merges.ts'
import { type Reviews, releaseOne } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'

const WAIT = 5 * DAY_MS + 60_000
let site: TestApp
let reviews: Reviews
let start: Date
let clerk: Awaited<ReturnType<TestApp['staff']>>
let clinician: Awaited<ReturnType<TestApp['staff']>>
let recordId: number
let former: string
beforeAll(async () => {
  site = await openTestApp({})
  reviews = await openReviews(site, {
    people: [{ firstName: 'Amos', dateOfBirth: BORN }, { firstName: 'Boris' }],
  })
  const [person] = reviews.people
  if (!person) throw new Error('nobody was sampled')
  await releaseOne(site, reviews, { person, band: 'Green' })
  start = site.deps.now()
})
afterAll(() => site.close())
beforeEach(async () => {
  start = new Date(start.getTime() + 100 * DAY_MS)
  site.moveTo(start)
  await rows('delete from rate_limits')
  clerk = await site.staff(['office'])
  clinician = await site.staff(['clinician'])
  recordId = await sampledRecord()
  former = `former-${recordId}@example.org`
  await rows('update members set email = $2 where id = $1', recordId, former)
})

const rows = async (query: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(query, values)).rows

/** A member without an account, with a result; the result of the one whom the laboratory reported. */
async function sampledRecord(): Promise<number> {
  const id = await addByOffice(site, clerk)
  await rows(
    `insert into results (member_id, sample_date, sealed, source, source_ref, released_at)
      select $1::bigint, r.sample_date, r.sealed, r.source, 'copy ' || $1::bigint, r.released_at
      from results r order by r.id limit 1`,
    id,
  )
  return id
}

async function account() {
  const userId = randomUUID()
  const email = `${userId}@example.org`
  return { userId, email, cookie: await site.signIn(userId, email) }
}
type Account = Awaited<ReturnType<typeof account>>
const claim = (as: Account | { cookie: string }, code: string) =>
  site.ask('POST', '/api/record-claims', { as, body: { code, date_of_birth: BORN } })
const claims = async (as: Account) =>
  (await site.ask('GET', '/api/record-claims', { as })).body.claims
const owner = async () =>
  (await rows('select user_id from members where id = $1', recordId))[0].user_id
/** A session ends long before the five days. */
const signedIn = async (by: typeof clinician) => ({
  cookie: await site.signIn(by.userId, by.email, 'aal2'),
})
const listed = async (by = clinician) =>
  (await site.ask('GET', '/api/office/record-claims', { as: await signedIn(by) })).body.data.find(
    ({ record }: { record: { id: number } }) => record.id === recordId,
  )
const decide = async (act: 'release' | 'refusal', by = clinician) => {
  const as = await signedIn(by)
  const [{ id }] = await rows('select id from record_claims where member_id = $1', recordId)
  const url = `/api/office/record-claims/${id}/${act}`
  return site.ask('POST', url, { as, body: { reason: 'They called from the number on record' } })
}
const answer = (key: string, given: 'me' | 'not_me') =>
  site.ask('POST', '/api/claim-link/answer', { body: { key, answer: given } })
const open = (key: string) => site.ask('POST', '/api/claim-link', { body: { key } })
const mailsTo = (address: string) => site.mails.filter(({ to }) => to === address)

/** The key of the link that was mailed to this address. */
async function keyTo(address: string): Promise<string> {
  const keys = () =>
    mailsTo(address).flatMap(({ text }) => /#claim=([\w-]{22})/.exec(text)?.[1] ?? [])
  await until(() => expect(keys().length).toBeGreaterThan(0))
  return keys().at(-1) ?? ''
}

async function waiting(): Promise<Account> {
  const man = await account()
  const { body } = await claim(man, await storeLetter(site, clinician, recordId))
  expect(body.state).toBe('waiting')
  return man
}

test('whoever has the letter’s code and the date of birth reads nothing of health, and the old contact gets a message', async () => {
  const stranger = await account()
  const code = await postLetter(site, clerk, recordId)
  const { status, body } = await claim(stranger, code)
  expect([status, body.state]).toEqual([200, 'waiting'])
  expect(await owner()).toBeNull()
  expect((await site.ask('GET', '/api/auth/profile', { as: stranger })).status).toBe(404)
  for (const url of [`/api/medical/results/${recordId}`, '/api/medical/consents', '/api/my-data']) {
    const answer = await site.ask('GET', url, { as: stranger })
    expect([url, JSON.stringify(answer.body)]).toEqual([
      url,
      expect.not.stringMatching(/ng\/ml|Green|Albert/),
    ])
  }
  expect((await claim(stranger, code)).body).toEqual(body)
  expect((await claim(await account(), code)).status).toBe(400)
  expect(await claims(stranger)).toMatchObject([{ state: 'waiting', until: body.until }])
  await keyTo(former)
  const mail = mailsTo(former).at(-1)
  expect(mail?.subject).toBe('Is this you? An online account has asked to see your record')
  expect(mail?.text).not.toContain(stranger.email)
  expect(mail?.text).not.toMatch(/result|PSA|prostate|clinic/i)
})

test('opening the link decides nothing; pressing "me" links the record, and the account sees it then', async () => {
  const man = await waiting()
  const key = await keyTo(former)
  for (let n = 0; n < 2; n++)
    expect((await open(key)).body).toMatchObject({
      state: 'open',
      first_name: 'Albert',
      masked_email: expect.stringContaining('•••'),
      may_confirm: true,
    })
  expect(await owner()).toBeNull()
  expect((await answer(key, 'me')).body).toMatchObject({ state: 'confirmed' })
  expect(await owner()).toBe(man.userId)
  expect(await claims(man)).toMatchObject([{ state: 'released' }])
  expect((await site.ask('GET', '/api/auth/profile', { as: man })).status).toBe(200)
  expect((await answer(key, 'not_me')).body.state).toBe('confirmed')
})

test('"not me" ends the claim for good, tells the admins, and no clinician can release it', async () => {
  const admin = await site.staff(['admin'])
  const man = await waiting()
  const key = await keyTo(former)
  expect((await answer(key, 'not_me')).body.state).toBe('not_me')
  site.moveTo(new Date(start.getTime() + WAIT))
  expect((await decide('release')).body.code).toBe('claim_decided')
  expect((await answer(key, 'me')).body.state).toBe('not_me')
  expect(await owner()).toBeNull()
  expect(await claims(man)).toMatchObject([{ state: 'refused' }])
  const subject = `A claim to record ${recordId} was made by a stranger`
  await until(() => expect(mailsTo(admin.email).map((one) => one.subject)).toContain(subject))
})

test('a clinician releases it after five days and not before; who asked for or printed the letter never', async () => {
  const both = await site.staff(['office', 'clinician'])
  const man = await account()
  await site.ask('POST', `/api/office/members/${recordId}/claim-letters`, { as: both })
  const code = await storeLetter(site, clinician, recordId)
  await claim(man, code)
  const other = await site.staff(['clinician'])
  expect((await decide('release', other)).body.code).toBe('claim_too_early')
  expect(await listed(other)).toMatchObject({
    notice: 'message',
    against_release: expect.any(String),
    account: { email: man.email, own: null },
    record: { former: { email: former } },
  })
  site.moveTo(new Date(start.getTime() + WAIT))
  for (const handler of [both, clinician])
    expect([
      (await decide('release', handler)).body.code,
      (await decide('refusal', handler)).body.code,
    ]).toEqual(['claim_handler', 'claim_handler'])
  for (const role of ['office', 'venue', 'treasurer', 'admin'] as const)
    expect((await decide('release', await site.staff([role]))).status).toBe(403)
  expect(await owner()).toBeNull()
  expect((await decide('release', other)).status).toBe(200)
  expect(await owner()).toBe(man.userId)
  const audited = await rows(
    `select action, actor_user_id from audit_log where member_id = $1 and action like 'record claim%' order by id`,
    recordId,
  )
  expect(audited).toEqual([
    { action: 'record claim waits', actor_user_id: man.userId },
    { action: 'record claim released', actor_user_id: other.userId },
    { action: 'record claimed', actor_user_id: man.userId },
  ])
})

test('a contact that the office entered lately can say "not me" and never "me"; the one before can', async () => {
  const lately = `lately-${recordId}@example.org`
  const [{ version }] = await rows('select version from members where id = $1', recordId)
  const url = `/api/office/members/${recordId}`
  const changed = await site.ask('PUT', url, {
    as: clerk,
    body: { version, email: lately, reason: 'They called' },
  })
  expect(changed.status).toBe(200)
  const man = await waiting()
  const [oldKey, newKey] = [await keyTo(former), await keyTo(lately)]
  expect((await open(newKey)).body).toMatchObject({ state: 'open', may_confirm: false })
  expect((await answer(newKey, 'me')).status).toBe(403)
  expect(await owner()).toBeNull()
  expect(await listed()).toBeDefined()
  expect((await answer(oldKey, 'me')).body.state).toBe('confirmed')
  expect(await owner()).toBe(man.userId)
})

test('without mail or mobile the letter to the old address comes first, then five days', async () => {
  await rows(`update members set email = null, phone = '' where id = $1`, recordId)
  const man = await account()
  await claim(man, await storeLetter(site, clinician, recordId))
  const other = await site.staff(['clinician'])
  site.moveTo(new Date(start.getTime() + 20 * DAY_MS))
  expect((await decide('release', other)).body.code).toBe('contact_not_told')
  const { claim_id: id } = await listed(other)
  const printed = await site.app.inject({
    method: 'POST',
    url: `/api/office/record-claims/${id}/letter`,
    headers: { 'sec-fetch-site': 'same-origin', ...(await signedIn(other)) },
  })
  expect([printed.statusCode, printed.headers['content-type']]).toEqual([201, 'application/pdf'])
  expect((await decide('release', other)).body.code).toBe('claim_too_early')
  site.moveTo(new Date(start.getTime() + 20 * DAY_MS + WAIT))
  expect((await decide('release', other)).status).toBe(200)
  expect(await owner()).toBe(man.userId)
})

test('the number of a tube opens nothing by itself, and shortens the wait for a clinician', async () => {
  const [, boris] = reviews.people
  recordId = boris?.memberId ?? 0
  await rows(
    `update members set seal_id = user_id, user_id = null, email = null, phone = '', contact_by = 'post',
      address_lines = '{3 Mill Lane}', town = 'Bures', postcode = 'CO8 5AA', date_of_birth = $2 where id = $1`,
    recordId,
    BORN,
  )
  const man = await account()
  await claim(man, await storeLetter(site, clinician, recordId))
  const tube = (typed: string) =>
    site.ask('POST', '/api/record-claims/tube', { as: man, body: { tube_code: typed } })
  const codeOf = async (id = recordId) =>
    (
      await rows(
        `select t.code from tubes t join appointments a on a.id = t.appointment_id where a.member_id = $1`,
        id,
      )
    )[0].code
  expect((await tube(await codeOf(reviews.people[0]?.memberId))).status).toBe(400)
  const proven = await tube(await codeOf())
  expect([proven.status, proven.body.claims]).toEqual([
    200,
    [expect.objectContaining({ state: 'waiting' })],
  ])
  expect(await owner()).toBeNull()
  const other = await site.staff(['clinician'])
  expect((await decide('release', other)).status).toBe(200)
  expect(await owner()).toBe(man.userId)
})

test('a member of staff who changed the record claims nothing for their own account, and the admins get a message', async () => {
  const admin = await site.staff(['admin'])
  const code = await storeLetter(site, clinician, recordId)
  const cookie = await site.signIn(clerk.userId, `${clerk.userId}@example.org`)
  expect((await claim({ cookie }, code)).status).toBe(400)
  const subject = `A claim to record ${recordId} by a member of staff was refused`
  await until(() => expect(mailsTo(admin.email).map((one) => one.subject)).toContain(subject))
  expect(await owner()).toBeNull()
})

test('a claim waits while no other letter is made, and ends when the record is merged or its member died', async () => {
  await waiting()
  const url = `/api/office/members/${recordId}/claim-letters`
  expect((await site.ask('POST', url, { as: clerk })).body.code).toBe('claim_waits')
  const kept = await site.member({ dateOfBirth: BORN, lastName: 'Rungin' })
  const admin = await site.staff(['admin', 'office'])
  const merged = await mergeByAdmin(site, { keptId: kept.id, mergedId: recordId, as: admin })
  expect(merged.status).toBe(200)
  const key = await keyTo(former)
  expect((await answer(key, 'me')).body.state).toBe('over')
  expect((await decide('release')).body.code).not.toBeUndefined()
  expect(await owner()).toBeNull()
})

test('a recorded death ends a waiting claim: no link and no clinician opens the record, also once the death is revoked', async () => {
  const man = await waiting()
  const key = await keyTo(former)
  const stops = `/api/office/members/${recordId}/contact-stops`
  const [{ version }] = await rows('select version from members where id = $1', recordId)
  const died = { kind: 'died', version, told_by: 'A daughter' }
  expect((await site.ask('POST', stops, { as: clerk, body: died })).status).toBe(200)
  const ended = 'select ended_at, ended_because from record_claims where member_id = $1'
  const end = { ended_at: start, ended_because: 'record changed' }
  expect(await rows(ended, recordId)).toEqual([end])
  expect(await claims(man)).toMatchObject([{ state: 'refused' }])
  expect(await listed()).toBeUndefined()
  expect((await open(key)).body.state).toBe('over')

  const { body: shown } = await site.ask('GET', stops, { as: clinician })
  const revocation = { reason: 'A namesake', restart: [] }
  const url = `${stops}/${shown.stops[0].id}/revocation`
  expect((await site.ask('POST', url, { as: clinician, body: revocation })).status).toBe(200)
  expect((await answer(key, 'me')).body.state).toBe('over')
  site.moveTo(new Date(start.getTime() + WAIT))
  const other = await site.staff(['clinician'])
  expect((await decide('release', other)).body.code).toBe('claim_decided')
  expect(await rows(ended, recordId)).toEqual([end])
  expect(await owner()).toBeNull()
  expect((await site.ask('GET', `/api/medical/results/${recordId}`, { as: man })).status).not.toBe(
    200,
  )
})

test('an erasure that was asked for, or an account by other means, stands against a release', async () => {
  await waiting()
  await rows('insert into erasure_requests (member_id, asked_at) values ($1, $2)', recordId, start)
  site.moveTo(new Date(start.getTime() + WAIT))
  const other = await site.staff(['clinician'])
  expect((await decide('release', other)).body.code).toBe('claimed_record_changed')
  expect((await answer(await keyTo(former), 'me')).body.state).toBe('over')
  expect(await owner()).toBeNull()
})

test('an account with a record of its own waits too; afterwards an admin compares the two', async () => {
  const own = await site.member({ dateOfBirth: BORN })
  const { body } = await claim(own, await storeLetter(site, clinician, recordId))
  expect(body.state).toBe('waiting')
  expect(await rows('select 1 from merge_requests where other_id = $1', recordId)).toEqual([])
  expect((await answer(await keyTo(former), 'me')).body.state).toBe('confirmed')
  expect(await owner()).toBeNull()
  expect(
    await rows('select member_id::int from merge_requests where other_id = $1', recordId),
  ).toEqual([{ member_id: own.id }])
})

test('of "not me", "me" and a release at once one counts', async () => {
  for (let round = 0; round < 4; round++) {
    site.moveTo(start)
    recordId = await sampledRecord()
    former = `former-${recordId}@example.org`
    await rows('update members set email = $2 where id = $1', recordId, former)
    await rows('delete from rate_limits')
    const man = await waiting()
    const key = await keyTo(former)
    const other = await site.staff(['clinician'])
    site.moveTo(new Date(start.getTime() + WAIT))
    await Promise.all([answer(key, 'not_me'), decide('release', other), answer(key, 'me')])
    const [ended] = await rows(
      'select ended_because from record_claims where member_id = $1',
      recordId,
    )
    const isLinked = ['confirmed', 'released'].includes(ended.ended_because)
    expect(await owner()).toBe(isLinked ? man.userId : null)
    const linked = await rows(
      `select 1 from audit_log where member_id = $1 and action = 'record claimed'`,
      recordId,
    )
    expect(linked).toHaveLength(isLinked ? 1 : 0)
  }
})
