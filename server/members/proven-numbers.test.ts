// Whose number counts as confirmed: what the migration keeps, and what staff and members change.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditAction } from '../../domain/office/audit-actions.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { readMigrations } from '../platform/db/migrate.ts'

let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp()
  clerk = await site.staff(['office'])
})
afterAll(() => site.close())

const PHONE = '07700 900123'

async function proven(id: number): Promise<string | null> {
  const { rows } = await site.ownerPool.query<{ proven: string | null }>(
    'select proven_phone as proven from members where id = $1',
    [id],
  )
  return rows[0]?.proven ?? null
}

async function officeChange(member: { id: number }, body: object) {
  const url = `/api/office/members/${member.id}`
  const { version } = (await site.ask('GET', url, { as: clerk })).body
  return site.ask('PUT', url, { as: clerk, body: { version, ...body } })
}

async function ownChange(member: TestMember, body: object) {
  const url = `/api/auth/profile?email=${encodeURIComponent(member.email)}`
  expect((await site.ask('PUT', url, { as: member, body })).status).toBe(200)
}

test('a number that staff write down counts as confirmed; one that the member types does not', async () => {
  const member = await site.member({ phone: '01206 500100' })
  const changed = await officeChange(member, { phone: PHONE })
  expect(changed.body).toMatchObject({ phone: PHONE, texts_to: '+447700900123' })
  await ownChange(member, { phone: '+44 7700 900123' })
  expect(await proven(member.id)).toBe(PHONE)
  await ownChange(member, { phone: '07700 900124' })
  expect(await proven(member.id)).toBeNull()
  await ownChange(member, { phone: PHONE })
  expect(await proven(member.id)).toBeNull()
})

test('staff note that the member confirmed the number, which the audit log has', async () => {
  const member = await site.member({ phone: PHONE })
  const before = await site.ask('GET', `/api/office/members/${member.id}`, { as: clerk })
  expect(before.body.texts_to).toBeNull()
  const after = await officeChange(member, { phone_confirmed: true, reason: 'said so in a call' })
  expect(after.body).toMatchObject({ phone: PHONE, texts_to: '+447700900123' })
  const { rows } = await site.ownerPool.query(
    `select actor_user_id as by, details->'changed' as changed from audit_log
      where member_id = $1 and action = 'profile changed'`,
    [member.id],
  )
  expect(rows).toEqual([{ by: clerk.userId, changed: ['provenPhone'] }])
  const again = await officeChange(member, { phone_confirmed: true })
  expect(again.body.version).toBe(after.body.version)
})

test('a member cannot confirm the own number by the profile', async () => {
  const member = await site.member({ phone: PHONE })
  await ownChange(member, { phone_confirmed: true, proven_phone: PHONE, occupation: 'Baker' })
  expect(await proven(member.id)).toBeNull()
})

test('the migration keeps numbers that staff took and leaves typed ones to be confirmed', async () => {
  const migration = (await readMigrations()).find(({ tag }) => tag.endsWith('_proven_numbers'))
  const audit = (member: TestMember, by: string, action: AuditAction, changed: string[] = []) =>
    insertAudit(
      site.deps.database.db,
      { by: by, memberId: member.id, at: site.deps.now() },
      action,
      { changed },
    )
  const [typed, claimed, typedSince, takenSince, unknown] = await Promise.all(
    Array.from({ length: 5 }, () => site.member({ phone: PHONE })),
  )
  if (!typed || !claimed || !typedSince || !takenSince || !unknown) throw new Error('no members')
  const changedPhone = ['profile changed', ['phone']] as const
  await audit(typed, typed.userId, 'profile created')
  await audit(typed, clerk.userId, 'profile changed', ['lastName'])
  await audit(claimed, clerk.userId, 'member added')
  await audit(typedSince, clerk.userId, 'member added')
  await audit(typedSince, typedSince.userId, changedPhone[0], [...changedPhone[1]])
  await audit(takenSince, takenSince.userId, 'profile created')
  await audit(takenSince, clerk.userId, changedPhone[0], [...changedPhone[1]])
  for (const sql of migration?.statements ?? []) await site.ownerPool.query(sql)
  const kept = await Promise.all(
    [typed, claimed, typedSince, takenSince, unknown].map(({ id }) => proven(id)),
  )
  expect(kept).toEqual([null, PHONE, null, PHONE, null])
})
