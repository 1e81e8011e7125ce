import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLate } from '../../../domain/office/job-schemas.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { QUEUE_WORDS } from '../../../web/office/duties/job-text.ts'
import { QUEUE_NAMES } from '../../platform/job-queues.ts'

let site: TestApp
let admin: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp()
  admin = await site.staff(['admin'])
})
afterAll(() => site.close())

const queues = async () => (await site.ask('GET', '/api/office/jobs', { as: admin })).body.data
const queueOf = async (name: string) =>
  (await queues()).find(({ queue }: { queue: string }) => queue === name)
const run = (queue: string) => site.ask('POST', `/api/office/jobs/${queue}/run`, { as: admin })
const write = (queue: string, state: string, agoSeconds: number, output: object | null = null) =>
  site.deps.database.db.execute(`insert into jobs.job (id, name, data, state, created_on, started_on,
      start_after, completed_on, output)
    select gen_random_uuid(), '${queue}', '{}', '${state}', at, at, at,
      case when '${state}' in ('completed', 'failed') then at end, ${output ? `'${JSON.stringify(output)}'::jsonb` : 'null'}
    from (select now() - interval '${agoSeconds} seconds' as at) t`)

test('a round that has not ended for three times its interval is late, and Today says so', async () => {
  await write('sealRows', 'completed', 20)
  await write('reconcilePayments', 'completed', 900)
  expect(await queueOf('sealRows')).toMatchObject({ is_late: false, every_seconds: 60 })
  expect(await queueOf('reconcilePayments')).toMatchObject({ is_late: true, failed: 0 })
  const today = await site.ask('GET', '/api/office/today', { as: admin })
  expect(today.body.late_jobs).toBe(1)
  await write('reconcilePayments', 'active', 5)
  expect(await queueOf('reconcilePayments')).toMatchObject({ is_late: false, running: 1 })
})

test('a failed job shows its problem, and begins again', async () => {
  await write('settle', 'failed', 60, { message: 'the provider does not answer' })
  expect(await queueOf('settle')).toMatchObject({
    failed: 1,
    last_problem: { message: 'the provider does not answer' },
  })
  expect((await run('settle')).status).toBe(204)
  expect(await queueOf('settle')).toMatchObject({ failed: 0, waiting: 1, last_problem: null })
  const { rows } = await site.deps.database.db.execute(
    `select details from audit_log where action = 'jobs run again'`,
  )
  expect(rows).toEqual([{ details: { failed: 1 } }])
})

test('a job of the clock that has run since is not failed, and shows what happened', async () => {
  await write('sweep', 'failed', 60, { message: 'interrupted' })
  expect(await queueOf('sweep')).toMatchObject({ failed: 1 })
  await write('sweep', 'completed', 30)
  expect(await queueOf('sweep')).toMatchObject({
    failed: 0,
    last_problem: { message: 'interrupted' },
  })
})

test('a round is run now; mails have their own screen', async () => {
  expect((await run('sweep')).status).toBe(204)
  expect(await queueOf('sweep')).toMatchObject({ waiting: 1 })
  for (const queue of ['mail', 'sms', 'nothing']) expect((await run(queue)).status).toBe(404)
})

test('a job that needs data is not begun without any', async () => {
  expect((await run('alertNear')).status).toBe(204)
  expect(await queueOf('alertNear')).toMatchObject({ waiting: 0 })
})

test('every job has a name on the screen', () => {
  expect(QUEUE_NAMES.filter((queue) => QUEUE_WORDS[queue] === undefined)).toEqual([])
})

test('the reasons of failed mails are not shown', async () => {
  await write('mail', 'failed', 60, { message: 'james@example.org is unknown' })
  expect(JSON.stringify(await queues())).not.toContain('james@')
})

test.each([
  [15, 160, false],
  [15, 170, true],
  [3_600, 10_000, false],
  [3_600, 11_000, true],
  [null, 99_999, false],
])('every %s s, last sign %i s ago: late %s', (everySeconds, ago, late) => {
  const now = new Date('2027-01-12T09:00:00Z')
  const lastSignAt = new Date(now.getTime() - ago * 1_000)
  expect(isLate({ everySeconds, lastSignAt }, now)).toBe(late)
})
