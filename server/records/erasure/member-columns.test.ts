// A new column of a member is either erased or listed here, and is in the member's copy (CONTRIBUTING.md, 'A field').
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { namesOf } from '../../../domain/fields.ts'
import { CONTACT_FIELDS, PROFILE_FIELDS } from '../../../domain/member-fields.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

/** They say nothing of the person, or which record it is. */
const STAYS = ['created_at', 'id', 'merged_into']

test('an erasure overwrites every column of a member but these', async () => {
  const { rows } = await site.deps.database.pool.query(
    `select column_name from information_schema.columns where table_name = 'members'`,
  )
  const sql = readFileSync('server/platform/db/erasure/erase_member.sql', 'utf8')
  const [, written = ''] = /update members set (.*?)\bwhere id = any\(ids\)/s.exec(sql) ?? []
  const erased = [...written.matchAll(/(\w+) =/g)].map(([, column]) => column)
  const columns: string[] = rows.map(({ column_name: name }) => name)
  expect(columns.length).toBeGreaterThan(40)
  expect(columns.filter((column) => !erased.includes(column)).sort()).toEqual(STAYS)
})

test('a member’s copy has each field that they or the office enter', async () => {
  const member = await site.member()
  const { body } = await site.ask('GET', '/api/my-data', { as: member })
  const inCopy = Object.keys(body.profile)
  const fields = new Set([...namesOf(PROFILE_FIELDS), ...namesOf(CONTACT_FIELDS)])
  const missing = [...fields].filter((field) => !inCopy.includes(field))
  expect([missing, inCopy.includes('care_of_staff_may_open')]).toEqual([['staff_may_open'], true])
})
