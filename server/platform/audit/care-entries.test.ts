// What an admin reads in the audit log of a member's care: that something was done, and no more.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CARE_ACTIONS, CARE_WORDS } from '../../../domain/office/care-audit.ts'
import { LOOP_KINDS } from '../../../domain/office/care-loops.ts'
import type { Role } from '../../../domain/office/permissions.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { insertAudit } from './audit.queries.ts'

let site: TestApp
let member: TestMember
beforeAll(async () => {
  site = await openTestApp()
  member = await site.member()
  const entry = { memberId: member.id, at: site.deps.now() }
  const { db } = site.deps.database
  for (const [n, kind] of LOOP_KINDS.entries()) {
    await insertAudit(db, { ...entry, subject: `care loop ${n}` }, 'care loop closed', { kind })
  }
  for (const action of CARE_ACTIONS)
    await insertAudit(db, { ...entry, subject: 'result 77' }, action, { after: 'second' })
  await insertAudit(db, { ...entry, subject: 'laboratory result 9' }, 'result released')
})
afterAll(() => site.close())

async function logOf(roles: Role[], q = ''): Promise<{ action: string }[]> {
  const as = await site.staff(roles)
  const url = `/api/office/audit?member_id=${member.id}&q=${encodeURIComponent(q)}`
  const { body } = await site.ask('GET', url, { as })
  expect(body.total).toBe(body.data.length)
  return body.data
}

test('an admin reads neutral words, and the way of the sample as it was', async () => {
  const rows = await logOf(['admin'])
  const text = JSON.stringify(rows)
  for (const told of ['gp_told', 'repeat_test', 'second', 'follow-up', 'result 77'])
    expect(text).not.toContain(told)
  for (const kept of ['lab_to_result', 'sample_to_lab', 'booked_to_attended', 'result released'])
    expect(text).toContain(kept)
  const hidden = rows.filter(({ action }) => action === CARE_WORDS.action)
  expect(hidden).toHaveLength(CARE_ACTIONS.length + LOOP_KINDS.length - 3)
  for (const row of hidden) expect(row).toMatchObject({ subject: CARE_WORDS.subject, details: {} })
})

test('no search of an admin finds what is hidden', async () => {
  for (const action of CARE_ACTIONS)
    for (const found of await logOf(['admin'], action)) expect(found).toMatchObject({ action })
  expect(await logOf(['admin'], 'follow-up')).toEqual([])
  expect(await logOf(['admin'], 'result 77')).toEqual([])
  expect((await logOf(['admin'], CARE_WORDS.action)).length).toBeGreaterThan(8)
})

test('nor does the file say more than the list', async () => {
  const as = await site.staff(['admin'])
  const { rawPayload } = await site.app.inject({
    url: `/api/office/audit?member_id=${member.id}`,
    headers: { accept: 'text/csv', cookie: as.cookie, 'sec-fetch-site': 'same-origin' },
  })
  expect(String(rawPayload)).toContain(CARE_WORDS.action)
  expect(String(rawPayload)).not.toMatch(/gp_told|follow-up|reviewed again/)
})

test('an admin who is a clinician too reads what was done', async () => {
  const rows = await logOf(['admin', 'clinician'])
  expect(JSON.stringify(rows)).toContain('gp_told')
  expect(rows.map(({ action }) => action)).toContain('follow-up answered')
})
