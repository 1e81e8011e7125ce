import { afterAll, beforeAll, expect, test } from 'vitest'
import { canariesOf, canaryMember, canaryNumber } from '../../../test/app/canaries.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

test('the office makes a copy of all data but health data, and says so', async () => {
  const member = await canaryMember(site)
  const clerk = await site.staff(['office'])
  const url = `/api/office/members/${member.id}/copy`
  const { status, body } = await site.ask('POST', url, { as: clerk })
  expect(status).toBe(200)
  const text = JSON.stringify(body)
  const health = ['177.7731', 'Kestrel remark', canaryNumber(member)]
  const shown = canariesOf(member).filter((mark) => !health.includes(mark))
  expect(shown.filter((mark) => !text.includes(mark))).toEqual([])
  for (const mark of [...health, 'Siskin detail', 'Combodart']) expect(text).not.toContain(mark)
  expect(body.consents).toHaveLength(1)
  expect(body.not_included.join()).toContain('a clinician will send them')

  const { rows } = await site.deps.database.pool.query(
    `select (select reason from access_log where member_id = $1 and actor_user_id = $2) as reason,
       (select action from audit_log where member_id = $1 and actor_user_id = $2) as action`,
    [member.id, clerk.userId],
  )
  expect(rows).toEqual([{ reason: 'request of the man', action: 'copy of all data made' }])
})

test('there is no copy of nobody', async () => {
  const clerk = await site.staff(['office'])
  const { status } = await site.ask('POST', '/api/office/members/999999/copy', { as: clerk })
  expect(status).toBe(404)
})
