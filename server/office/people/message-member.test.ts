// The office's own words to one member: by a proven way, to nobody who died, and kept for the member's record.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmedPhone } from '../../../test/app/confirmed-phone.ts'
import { mergeByAdmin } from '../../../test/app/merges.ts'
import { everythingAsText } from '../../../test/app/test-app.queries.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'

let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
let member: TestMember
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  clerk = await site.staff(['office'])
  member = await site.member()
})
afterAll(() => site.close())

const EMAIL = {
  by: 'email',
  subject: 'Your question',
  message: 'Yes, on Saturday.\n\nPlease come.',
}
const TEXT = { by: 'sms', message: 'Yes, on Saturday – please come.' }
const send = (
  body: object,
  {
    who = member,
    as = clerk,
    key = randomUUID() as string,
  }: {
    who?: { id: number }
    as?: { cookie: string }
    key?: string
  } = {},
) =>
  site.ask('POST', `/api/office/members/${who.id}/messages`, {
    as,
    body,
    headers: { 'idempotency-key': key },
  })
const record = async () =>
  (await site.ask('GET', `/api/office/members/${member.id}`, { as: clerk })).body
const change = (query: string, ...values: unknown[]) => site.ownerPool.query(query, values)

test('an email goes to the address that signs in, once, and its words are kept sealed', async () => {
  const key = randomUUID()
  for (const _ of [1, 2]) {
    const { status, body } = await send(EMAIL, { key })
    expect([status, body]).toEqual([201, { sent_to: member.email }])
  }
  const mail = await until(() => {
    const found = site.mails.filter(
      ({ to, subject }) => to === member.email && subject === EMAIL.subject,
    )
    expect(found).toHaveLength(1)
    return found[0]
  })
  expect(mail?.text).toContain('Yes, on Saturday.\n\nPlease come.')
  await until(async () =>
    expect((await record()).mails).toMatchObject([
      {
        about: 'message from the office',
        state: 'completed',
        words: { subject: EMAIL.subject, text: expect.stringContaining('Yes, on Saturday.') },
      },
    ]),
  )
  expect(await everythingAsText(site.deps.database.db)).not.toContain('Yes, on Saturday')
  const { rows } = await change(
    `select actor_user_id as by, details from audit_log
      where member_id = $1 and action = 'message to the member'`,
    member.id,
  )
  expect(rows).toEqual([{ by: clerk.userId, details: { by: 'email' } }])
})

test('a text goes to a confirmed mobile alone, in the alphabet of texts', async () => {
  expect((await send(TEXT)).body.code).toMatch(/no_mobile|mobile_not_confirmed/)
  const { phone, provenPhone } = confirmedPhone('07700 900877')
  await change(
    'update members set phone = $2, proven_phone = $3 where id = $1',
    member.id,
    phone,
    provenPhone,
  )
  expect((await send(TEXT)).body).toEqual({ sent_to: '+447700900877' })
  const sms = await until(() => {
    const found = site.smses.find((one) => one.phone === '+447700900877')
    if (!found) throw new Error('no SMS')
    return found
  })
  expect(sms.text).toMatch(/^CHAPS: Yes, on Saturday - please come\. Questions: /)
})

test.each<[string, string, (id: number) => Promise<unknown>]>([
  ['has died', 'has_died', (id) => change('update members set died_at = now() where id = $1', id)],
  [
    'wants no messages',
    'wants_no_messages',
    (id) => change(`update members set wants_contact = 'none' where id = $1`, id),
  ],
  [
    'has an address that nobody has confirmed',
    'no_account',
    (id) => change('update members set seal_id = user_id, user_id = null where id = $1', id),
  ],
  [
    'is part of another record',
    'already_merged',
    async (id) => {
      const admin = await site.staff(['admin', 'office'])
      const { id: keptId } = await site.member()
      await mergeByAdmin(site, { keptId, mergedId: id, as: admin })
    },
  ],
])('nothing goes to somebody who %s', async (_name, code, make) => {
  await make(member.id)
  const before = site.mails.length
  const { status, body } = await send(EMAIL)
  expect([status, body.code]).toEqual([409, code])
  expect(site.mails.slice(before).filter(({ subject }) => subject === EMAIL.subject)).toEqual([])
})

test('nothing is sent from another role, without words, to nobody, or a sixth time in a day', async () => {
  for (const role of ['venue', 'clinician', 'treasurer', 'admin'] as const)
    expect((await send(EMAIL, { as: await site.staff([role]) })).status).toBe(403)
  expect((await send({ ...EMAIL, message: ' ' })).status).toBe(400)
  expect((await send({ ...TEXT, message: 'a'.repeat(381) })).status).toBe(400)
  expect((await send(EMAIL, { who: { id: 999_999 } })).status).toBe(404)
  for (let n = 0; n < 5; n++) expect((await send(EMAIL)).status).toBe(201)
  expect((await send(EMAIL)).status).toBe(429)
})
