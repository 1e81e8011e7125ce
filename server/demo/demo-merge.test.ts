import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmByAnother, proposeMerge } from '../../test/app/merges.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { addDemoData } from './demo-data.ts'

const START = new Date('2027-03-15T08:07:00Z')
const ADMINS = ['admin@example.org', 'second.admin@example.org'] as const

let site: TestApp
const ids = new Map<string, string>()
beforeAll(async () => {
  site = await openTestApp({ now: START })
  const accounts = {
    createUser: async ({ email }: { email: string }) => {
      const id = ids.get(email) ?? randomUUID()
      ids.set(email, id)
      return { id }
    },
  }
  const { database, fieldKeys, now } = site.deps
  await database.pool.query('delete from products')
  expect(await addDemoData({ database, fieldKeys, now }, accounts)).toBe(true)
})
afterAll(() => site.close())

test('two possible duplicates of the demo are merged by its two admins', async () => {
  const [admin, second] = await Promise.all(
    ADMINS.map(async (email) => ({
      email,
      cookie: await site.signIn(ids.get(email) ?? '', email, 'aal2'),
    })),
  )
  if (!admin || !second) throw new Error('the demo has no two admins')
  const { body } = await site.ask('GET', '/api/office/doubles', { as: admin })
  const [pair] = body.data
  expect(pair).toBeDefined()
  const [keptId, mergedId] = [pair.one.id, pair.other.id]

  const answer = await proposeMerge(site, { keptId, mergedId, as: admin })
  expect([200, 202]).toContain(answer.status)
  if (answer.status === 202)
    expect((await confirmByAnother(site, answer.body.request_id, second)).status).toBe(200)
  const { rows } = await site.deps.database.pool.query(
    'select merged_into::int from members where id = $1',
    [mergedId],
  )
  expect(rows).toEqual([{ merged_into: keptId }])
})
