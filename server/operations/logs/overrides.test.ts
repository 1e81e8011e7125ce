import { afterAll, beforeAll, expect, test } from 'vitest'
import { spanOf } from '../../../domain/office/overrides.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'

type Person = Awaited<ReturnType<TestApp['staff']>>

let site: TestApp
let clerk: Person
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-03-10T12:00:00Z') })
  clerk = await site.staff(['office'])
  const { db } = site.deps.database
  const at = new Date('2027-03-09T10:00:00Z')
  const entry = (subject: string, when = at) => ({ by: clerk, subject, at: when })
  await insertAudit(db, entry('appointment 1'), 'booked', { extraPlace: true })
  await insertAudit(db, entry('appointment 2'), 'booked', { extraPlace: false })
  await insertAudit(db, entry('appointment 3'), 'attendance undone', { reason: 'sealed' })
  await insertAudit(db, entry('member 4'), 'spelling corrected', { reason: 'A letter was missing' })
  await insertAudit(db, entry('member 5'), 'member added', { comparedWith: [] })
  await insertAudit(db, entry('member 6'), 'member added', { comparedWith: [5], reason: 'A twin' })
  await insertAudit(db, entry('result import 7'), 'result row decided', { decision: 'match' })
  await insertAudit(db, entry('result import 7'), 'result row decided', { decision: 'discard' })
  const before = new Date('2027-02-28T23:59:00Z')
  await insertAudit(db, entry('appointment 8', before), 'payment waived', { reason: 'A volunteer' })
})
afterAll(() => site.close())

const list = async (as: Person, query: Record<string, string> = {}) =>
  (await site.ask('GET', `/api/office/overrides?${new URLSearchParams(query)}`, { as })).body
const kinds = async (as: Person, query?: Record<string, string>) =>
  (await list(as, query)).data.map(({ kind }: { kind: string }) => kind)

test('an admin reads those of days and records, a clinician those of days and results', async () => {
  const admin = await site.staff(['admin'])
  expect(await kinds(admin)).toEqual([
    'price waived',
    'added beside a possible duplicate',
    'spelling corrected',
    'action undone',
    'extra place',
  ])
  expect(await kinds(await site.staff(['clinician']))).toEqual([
    'row matched by a person',
    'action undone',
    'extra place',
  ])
  expect((await list(admin)).data[1]).toMatchObject({
    by: clerk.name,
    about: 'member 6',
    reason: 'A twin',
  })
  expect((await site.ask('GET', '/api/office/overrides', { as: clerk })).status).toBe(403)
})

test('is narrowed by month and kind, and is a file', async () => {
  const admin = await site.staff(['admin'])
  expect(await kinds(admin, { month: '2027-02' })).toEqual(['price waived'])
  expect(await kinds(admin, { month: '2027-03', kind: 'extra place' })).toEqual(['extra place'])
  expect(await kinds(admin, { kind: 'row matched by a person' })).toEqual([])
  const file = await site.app.inject({
    method: 'GET',
    url: '/api/office/overrides?month=2027-02',
    headers: { cookie: admin.cookie, accept: 'text/csv', 'sec-fetch-site': 'same-origin' },
  })
  expect(file.body).toContain('A volunteer')
})

test('a month ends where the next begins, and without one it is twelve', () => {
  expect(spanOf('2026-12', '2027-03-10')).toEqual({ from: '2026-12-01', until: '2027-01-01' })
  expect(spanOf(undefined, '2027-03-10')).toEqual({ from: '2026-04-01', until: '2027-04-01' })
})
