// A merge that closes an account, or gives one another record, is waiting for a second admin.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmByAnother, mergeByAdmin, proposeMerge } from '../../../test/app/merges.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'
import { updateMember } from '../../members/members.queries.ts'

const LIST = '/api/office/merge-requests'
type Admin = Awaited<ReturnType<TestApp['staff']>>
let site: TestApp
let admin: Admin
let second: Admin
let kept: TestMember
let merged: TestMember
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  admin = await site.staff(['admin'])
  second = await site.staff(['admin'])
  kept = await site.member()
  merged = await site.member()
})

const rows = async (query: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(query, values)).rows
const propose = (more: object = {}) =>
  proposeMerge(site, { keptId: kept.id, mergedId: merged.id, as: admin, more })
const confirm = (id: number, as = second) => confirmByAnother(site, id, as)
const proposed = async (): Promise<number> => (await propose()).body.request_id
const isMerged = async () => {
  const [row] = await rows('select merged_into from members where id = $1', merged.id)
  return row.merged_into !== null
}
const removeAccount = ({ id }: TestMember) =>
  rows('update members set seal_id = user_id, user_id = null where id = $1', id)
const subjectsTo = (to: string) =>
  site.mails.filter((mail) => mail.to === to).map(({ subject }) => subject)

test('one admin alone merges nothing, and both members and every admin get a mail before', async () => {
  const answer = await propose()
  expect([answer.status, answer.body]).toEqual([
    202,
    { member_id: kept.id, request_id: expect.any(Number) },
  ])
  expect(await isMerged()).toBe(false)
  for (const { email } of [kept, merged])
    await until(() => expect(subjectsTo(email)).toEqual(['We are about to merge two records']))
  const subject = `A merge of records ${kept.id} and ${merged.id} is waiting for a second admin`
  for (const { email } of [admin, second])
    await until(() => expect(subjectsTo(email)).toContain(subject))
  const again = await propose()
  expect(again.body.request_id).toBe(answer.body.request_id)
  const own = await confirm(answer.body.request_id, admin)
  expect([own.status, own.body.code]).toEqual([403, 'same_person'])
  expect(await isMerged()).toBe(false)
  const today = await site.ask('GET', '/api/office/today', { as: admin })
  expect(today.body.own_requests).toEqual([
    { kind: 'merge', id: String(answer.body.request_id), about: null, pence: null },
  ])
})

test('the second admin reads the two records as they are now, the choices and who proposed them', async () => {
  const id = (await propose({ fields: { phone: 'merged' } })).body.request_id
  const read = async (as: Admin) => (await site.ask('GET', `${LIST}/${id}`, { as })).body
  expect(await read(second)).toMatchObject({
    proposed_by: admin.name,
    reason: 'the same man',
    may_confirm: true,
    is_outdated: false,
    chosen: { phone: 'merged' },
    account: 'kept',
    preview: { kept: { id: kept.id }, merged: { id: merged.id }, needs_second: true },
  })
  expect(await read(admin)).toMatchObject({ may_confirm: false })
  const looks = await rows(
    `select member_id from access_log where actor_user_id = $1 order by member_id`,
    second.userId,
  )
  expect(looks.map((row) => Number(row.member_id))).toEqual([kept.id, merged.id])
  await updateMember(site.deps.database.db, kept.id, { phone: '447700900778' })
  expect(await read(second)).toMatchObject({ is_outdated: true })
  expect((await confirm(id)).body.code).toBe('changed_meanwhile')
  const clerk = await site.staff(['office'])
  expect((await site.ask('GET', `${LIST}/${id}`, { as: clerk })).status).toBe(403)
  expect((await site.ask('GET', `${LIST}/999999`, { as: second })).status).toBe(404)
})

test('another admin sees what was chosen and confirms it once', async () => {
  const id = await proposed()
  const listed = async (as: Admin) =>
    (await site.ask('GET', LIST, { as })).body.data.find(
      (row: { request_id: number }) => row.request_id === id,
    )
  const shown = { by: admin.name, reason: 'the same man', kept_id: kept.id }
  expect(await listed(second)).toMatchObject({
    proposal: shown,
    may_confirm: true,
    is_of_member: false,
  })
  expect(await listed(admin)).toMatchObject({ proposal: shown, may_confirm: false })
  const answers = await Promise.all([confirm(id), confirm(id, await site.staff(['admin']))])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await isMerged()).toBe(true)
  expect(await listed(second)).toBeUndefined()
  const [log] = await rows(
    `select details from audit_log where action = 'records merged' and member_id = $1`,
    kept.id,
  )
  expect(log.details).toMatchObject({ merged: merged.id, confirmed_by: expect.any(String) })
  const as = await site.staff(['office'])
  const { body } = await site.ask('GET', `/api/office/members/${kept.id}`, { as })
  expect(body.merged_records).toMatchObject([
    { member_id: merged.id, by: admin.name, confirmed_by: log.details.confirmed_by },
  ])
})

describe('a proposal is not confirmed', () => {
  test.each(['kept', 'merged'] as const)(
    'by an admin whose record is the %s one',
    async (which) => {
      const id = await proposed()
      const own = which === 'kept' ? kept : merged
      await removeAccount(own)
      await rows('update members set user_id = $2 where id = $1', own.id, second.userId)
      const { status, body } = await confirm(id)
      expect([status, body.code]).toEqual([403, 'own_record'])
      expect(await isMerged()).toBe(false)
    },
  )

  test('when a record is another one by then', async () => {
    const id = await proposed()
    await updateMember(site.deps.database.db, merged.id, { phone: '447700900777' })
    await rows('update members set version = version + 1 where id = $1', merged.id)
    expect((await confirm(id)).body.code).toBe('changed_meanwhile')
    expect(await isMerged()).toBe(false)
  })

  test('when it was refused, and no member gets a mail that they are not joined', async () => {
    const id = await proposed()
    const url = `${LIST}/${id}/refusal`
    const body = { reason: 'Different people' }
    expect((await site.ask('POST', url, { as: second, body })).status).toBe(204)
    expect((await confirm(id)).body.code).toBe('not_open')
    expect(subjectsTo(kept.email)).not.toContain('We have not merged your two records')
  })

  test('when the admin who proposed it works here no more', async () => {
    const id = await proposed()
    await rows(`update staff set roles = '{office}' where id = $1`, admin.id)
    expect((await confirm(id)).body.code).toBe('not_open')
  })
})

describe('a second admin is needed', () => {
  test('when the account moves to a record that had none', async () => {
    await removeAccount(kept)
    expect((await propose()).status).toBe(202)
  })

  test('when an NHS number was taken away within 30 days', async () => {
    await removeAccount(merged)
    await rows(
      `insert into identity_changes (member_id, actor_user_id, fields, before, after, at)
       values ($1, $2, '{nhs_number}', '', '', $3)`,
      kept.id,
      kept.userId,
      site.deps.now(),
    )
    expect((await propose()).status).toBe(202)
  })

  test('but not for a record without account and results, nor for two without account', async () => {
    await removeAccount(merged)
    expect((await propose()).status).toBe(200)
    merged = await site.member()
    for (const one of [kept, merged]) await removeAccount(one)
    const answer = await mergeByAdmin(site, { keptId: kept.id, mergedId: merged.id, as: admin })
    expect(answer.status).toBe(200)
  })
})
