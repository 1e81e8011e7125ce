// An account that changes its address while its claim waits: nothing is decided about the former one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addByOffice, BORN, storeLetter } from '../../../test/app/claim-letters.ts'
import { type EmbeddedSite, openEmbeddedSite } from '../../../test/app/embedded-site.ts'
import { countUnfinished } from '../../../test/storms/mail/mail-storm.queries.ts'
import { until } from '../../../test/until.ts'
import { waitAnew, waitAnewIfSeen } from './wait-anew.ts'

const PASSWORD = 'heron-on-the-weir'
const DAY = 86_400
const FORMER = 'contact-from-before@example.org'
let site: EmbeddedSite
type Person = Awaited<ReturnType<EmbeddedSite['testApp']['staff']>>
let clinician: Person
/** Had no hand in the letter. */
let other: Person
beforeAll(async () => {
  site = await openEmbeddedSite((deps) => ({
    addressChanged: (account, q) => waitAnew(q, deps, account),
  }))
  clinician = await site.testApp.staff(['clinician'])
  other = await site.testApp.staff(['clinician'])
})
afterAll(() => site.close())

const rows = async (query: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(query, values)).rows
const ask = (url: string, body: object, cookie?: string) =>
  site.ask('POST', url, { body, ...(cookie && { cookie }) })
const mailsTo = (address: string) => site.testApp.mails.filter(({ to }) => to === address)
const keysTo = (address: string) =>
  mailsTo(address).flatMap(({ text }) => /#claim=([\w-]{22})/.exec(text)?.[1] ?? [])

const untilSent = () =>
  until(async () => expect(await countUnfinished(site.deps.database.db)).toBe(0))

async function waitingClaim(email: string, { lately }: { lately?: string } = {}) {
  const clerk = await site.testApp.staff(['office'])
  const recordId = await addByOffice(site.testApp, clerk)
  await rows('update members set email = $2 where id = $1', recordId, FORMER)
  await rows(
    `insert into results (member_id, sample_date, sealed, source, source_ref, released_at)
     values ($1, current_date, '\\x00', 'test', $2, now())`,
    recordId,
    `of ${email}`,
  )
  if (lately) {
    const [{ version }] = await rows('select version from members where id = $1', recordId)
    const changed = await site.testApp.ask('PUT', `/api/office/members/${recordId}`, {
      as: clerk,
      body: { version, email: lately, reason: 'They called' },
    })
    expect(changed.status).toBe(200)
  }
  const code = await storeLetter(site.testApp, clinician, recordId)
  const { id: userId } = await site.auth.createUser({ email, password: PASSWORD })
  const { cookies } = await site.signIn(email, PASSWORD)
  const { body } = await ask('/api/record-claims', { code, date_of_birth: BORN }, cookies)
  expect(body.state).toBe('waiting')
  await untilSent()
  const [{ id }] = await rows('select id::int as id from record_claims where user_id = $1', userId)
  return { id, recordId, userId }
}

async function changeAddress(from: string, to: string) {
  const { cookies: cookie, body } = await site.signIn(from, PASSWORD)
  const as = { cookie, token: body.access_token }
  expect((await site.ask('PUT', '/auth/v1/user', { ...as, body: { email: to } })).status).toBe(200)
  for (const address of [to, from]) {
    await site.auth.idle()
    const text = site.mails.findLast((mail) => mail.to === address)?.text ?? ''
    const token_hash = /token_hash=([\w-]+)/.exec(text)?.[1]
    await ask('/auth/v1/verify', { type: 'email_change', token_hash })
  }
}

const release = async (id: number) => {
  const as = {
    cookie: await site.testApp.signIn(other.userId, other.email, 'aal2'),
  }
  const body = { reason: 'They called from the number on record' }
  return site.testApp.ask('POST', `/api/office/record-claims/${id}/release`, { as, body })
}

test('a claim waits from anew when its account changes the address, and the record gets the new one', async () => {
  const [old, later] = ['before@example.org', 'after@example.org']
  const { id, recordId, userId } = await waitingClaim(old)
  await until(() => expect(keysTo(FORMER)).toHaveLength(1))
  const [first = ''] = keysTo(FORMER)
  site.pass(4 * DAY)
  await changeAddress(old, later)
  await until(() => expect(keysTo(FORMER)).toHaveLength(2))
  const [, second = ''] = keysTo(FORMER)
  expect(await rows('select email, ended_at from record_claims where id = $1', id)).toEqual([
    { email: later, ended_at: null },
  ])
  await until(() => {
    for (const address of [old, later])
      expect(mailsTo(address).map(({ subject }) => subject)).toContain(
        'Your email address changed, so we ask again',
      )
  })

  // What was asked about the former address decides nothing any more.
  const answer = (key: string) => ask('/api/claim-link/answer', { key, answer: 'me' })
  expect((await answer(first)).status).toBe(404)
  site.pass(2 * DAY)
  expect((await release(id)).body.code).toBe('claim_too_early')
  expect((await ask('/api/claim-link', { key: second })).body.masked_email).toContain('a•••')
  expect((await answer(second)).body.state).toBe('confirmed')
  expect(await rows('select user_id, email from members where id = $1', recordId)).toEqual([
    { user_id: userId, email: later },
  ])
  await until(() =>
    expect(mailsTo(later).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/record|account/i),
    ),
  )
})

test('a contact that the office entered lately does not become the former one by waiting from anew', async () => {
  const old = 'patient@example.org'
  const lately = 'entered-by-the-office@example.org'
  const { id, recordId, userId } = await waitingClaim(old, { lately })
  const [toFormer, toLately] = [keysTo(FORMER).length, keysTo(lately).length]
  expect(toLately).toBe(1)
  const changed = () =>
    rows('select is_contact_changed, notice from record_claims where id = $1', id)
  const before = await changed()
  site.pass(30 * DAY)
  await changeAddress(old, 'patient-later@example.org')
  expect(await changed()).toEqual(before)
  expect(before).toEqual([{ is_contact_changed: true, notice: 'message' }])
  await untilSent()
  expect([keysTo(FORMER).length, keysTo(lately).length]).toEqual([toFormer + 1, toLately + 1])
  const answered = await ask('/api/claim-link/answer', { key: keysTo(lately).at(-1), answer: 'me' })
  expect(answered.status).toBe(403)
  const as = { cookie: await site.testApp.signIn(other.userId, other.email, 'aal2') }
  const { body } = await site.testApp.ask('GET', '/api/office/record-claims', { as })
  const listed = body.data.find((one: { claim_id: number }) => one.claim_id === id)
  expect(JSON.stringify(listed)).toContain(FORMER)
  expect(await rows('select user_id from members where id = $1', recordId)).toEqual([
    { user_id: null },
  ])
  const claim = async () =>
    (await rows('select email, claimed_at from record_claims where id = $1', id))[0]
  const restarted = await claim()

  // The address that a hosted service says of the account; the same one again changes nothing.
  await waitAnewIfSeen(site.deps, { userId, email: 'Patient-Later@example.org' })
  expect(await claim()).toEqual(restarted)
  await waitAnewIfSeen(site.deps, { userId, email: 'seen@example.org' })
  expect((await claim()).email).toBe('seen@example.org')
})

test('a claim that has ended stays as it is', async () => {
  const old = 'ended@example.org'
  const { id } = await waitingClaim(old)
  const key = keysTo(FORMER).at(-1) ?? ''
  const answered = await ask('/api/claim-link/answer', { key, answer: 'not_me' })
  expect(answered.body.state).toBe('not_me')
  const ended = () => rows('select * from record_claims where id = $1', id)
  const before = await ended()
  await changeAddress(old, 'ended-later@example.org')
  expect(await ended()).toEqual(before)
})
