// Each metric that an alert or the dashboard names is seen here at a value that is not zero.

import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../../domain/durations.ts'
import { book, hold } from '../../../test/app/bookings.ts'
import { alertRules, dashboardPanels } from '../../../test/app/monitoring-files.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'
import { ownMetrics } from '../../operations/metrics/cluster-metrics.ts'
import { openMetrics, toText } from '../../operations/metrics/read-metrics.ts'
import { cacheCounts } from './registry.ts'

const SELECTOR = /\b((?:chaps|http|nodejs|process)_[a-z_]+)(?:\{([^}]*)\})?/g
const MATCHER = /([a-z_]+)(=~|!~|!=|=)"([^"]*)"/g
const LINE = /^([a-z_]+)(?:\{(.*)\})? ([^ ]+)$/

const fail = (error: Error) => {
  throw error
}
type Series = { name: string; labels: Map<string, string>; value: number }
type Problem = { alert: string; makeProblem: (site: TestApp) => Promise<unknown> }

// SiteDown and DatabaseDown ring at zero: `up` is Prometheus's own, and the other has its own test
// in metrics.test.ts. Processes are ended in scripts/start.test.ts.
const PROBLEMS: Problem[] = [
  { alert: 'UnexpectedErrors', makeProblem: answerWithFault },
  { alert: 'ServerErrors', makeProblem: answerWithFault },
  { alert: 'BookingsSlow', makeProblem: bookAndHold },
  { alert: 'MailsWait', makeProblem: (site) => addJob(site, 'mail', 'retry') },
  { alert: 'MessagesFailed', makeProblem: (site) => addJob(site, 'sms', 'failed') },
  { alert: 'ManySms', makeProblem: (site) => addJob(site, 'sms', 'completed') },
  { alert: 'JobsFailed', makeProblem: (site) => addJob(site, 'settle', 'failed') },
  { alert: 'LoopLate', makeProblem: (site) => addJob(site, 'reconcilePayments', 'created') },
  { alert: 'CareLoopsOverdue', makeProblem: leaveSampleWaiting },
  { alert: 'PaymentsStuck', makeProblem: (site) => addPayment(site, 'capturing') },
  { alert: 'RefundsFailed', makeProblem: failRefund },
  { alert: 'ManyRefusals', makeProblem: floodWithRequests },
]
const NOW_MEASURED = ['EventLoopSlow', 'ConnectionsWait', 'MemoryHigh']
const ELSEWHERE = ['SiteDown', 'DatabaseDown', 'ServerProcessesEnd', 'ServerProcessHangs']

let site: TestApp
let member: TestMember
beforeAll(async () => {
  site = await openTestApp({ settings: { rateLimitScale: 1 } })
  member = await site.member()
})
afterAll(() => site.close())

test.each(PROBLEMS)('$alert has its metrics at more than zero', async ({ alert, makeProblem }) => {
  await makeProblem(site)
  const { expr } = alertRules.find((rule) => rule.alert === alert) ?? { expr: '' }
  expect(expr).not.toBe('')
  // The gauges of the database are read at most once in 15 seconds by one reader.
  const series = await readSeries(site)
  expect(silentSelectors(expr, series)).toEqual([])
})

test('what this process measures is at more than zero for its alerts', async () => {
  const series = await readSeries(site, { beforeRead: keepBusy })
  for (const { alert, expr } of alertRules)
    if (NOW_MEASURED.includes(alert))
      expect([alert, silentSelectors(expr, series)]).toEqual([alert, []])
})

test('every alert is among those', () => {
  const tested = [...PROBLEMS.map(({ alert }) => alert), ...NOW_MEASURED, ...ELSEWHERE]
  expect(tested.toSorted()).toEqual(alertRules.map(({ alert }) => alert).toSorted())
})

test('every number of the dashboard is seen at more than zero', async () => {
  await bookAndHold(site)
  await addPayment(site, 'finalised')
  await addJob(site, 'sendNotices', 'completed')
  cacheCounts.hit += 1
  const series = await readSeries(site, { beforeRead: keepBusy })
  const primary = ownMetrics()
  primary.processes.set({ state: 'running' }, 1)
  series.push(...parseSeries(await toText([await primary.registry.getMetricsAsJSON()])))
  for (const { title, targets } of dashboardPanels)
    for (const { expr } of targets)
      expect([title, silentSelectors(expr, series)]).toEqual([title, []])
})

async function readSeries(
  { deps }: TestApp,
  { beforeRead = async () => async () => undefined }: { beforeRead?: typeof keepBusy } = {},
): Promise<Series[]> {
  const build = { version: '1', migration: '1', node: '1' }
  const metrics = openMetrics(deps, { build, onError: fail })
  const stored = await metrics.read({ withDatabase: true })
  const end = await beforeRead()
  const measured = await metrics.read({ withDatabase: false })
  metrics.stop()
  await end()
  const text = await toText([stored])
  return [...parseSeries(text), ...parseSeries(await toText([measured]))]
}

/** Every connection taken and one request more; the event loop held up. */
async function keepBusy(): Promise<() => Promise<unknown>> {
  const { pool } = site.deps.database
  await wait(50)
  const queries = Array.from({ length: 12 }, () => pool.query('select pg_sleep(0.3)'))
  const until = performance.now() + 200
  while (performance.now() < until);
  await wait(50)
  return () => Promise.all(queries)
}

function parseSeries(text: string): Series[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? []
    if (name === undefined) return []
    const pairs = [...labels.matchAll(/([a-z_]+)="([^"]*)"/g)].map(
      ([, key = '', text = '']) => [key, text] as const,
    )
    return [{ name, labels: new Map(pairs), value: Number(value) }]
  })
}

/** Of the selectors of an expression, those of which no series is above zero. */
function silentSelectors(expression: string, series: Series[]): string[] {
  return [...expression.matchAll(SELECTOR)]
    .filter(([, name, matchers = '']) => {
      const rules = [...matchers.matchAll(MATCHER)]
      return !series.some(
        (one) =>
          one.name === name &&
          one.value > 0 &&
          rules.every(([, label = '', operator, pattern = '']) => {
            const isMatch = new RegExp(`^(?:${pattern})$`).test(one.labels.get(label) ?? '')
            return operator?.startsWith('!') ? !isMatch : isMatch
          }),
      )
    })
    .map(([selector]) => selector)
}

async function answerWithFault({ ask, ownerPool }: TestApp): Promise<void> {
  await ownerPool.query('alter table events rename to events_elsewhere')
  const { status } = await ask('GET', '/api/events/7')
  await ownerPool.query('alter table events_elsewhere rename to events')
  expect(status).toBe(500)
}

async function bookAndHold(site: TestApp): Promise<void> {
  const [event, another] = [await site.event(), await site.event()]
  const booker = await site.member()
  await site.consent(booker, event)
  expect((await book(site, booker, event, '10:00')).status).toBe(201)
  expect((await hold(site, await site.member(), another, '10:20')).status).toBe(201)
  await until(() => expect(site.mails.length).toBeGreaterThan(0))
}

async function addJob({ ownerPool }: TestApp, queue: string, state: string): Promise<void> {
  await ownerPool.query(
    `insert into jobs.job (name, state, data, retry_limit, retry_count, created_on, start_after,
         started_on, completed_on)
       select $1, $2::text::jobs.job_state, '{}', 1, (case when $2 = 'retry' then 1 else 0 end),
         now() - interval '2 hours',
         (case when $2 = 'retry' then now() + interval '1 hour' else now() - interval '2 hours' end),
         null, (case when $2 in ('completed', 'failed') then now() end)`,
    [queue, state],
  )
}

async function leaveSampleWaiting({ ownerPool, deps }: TestApp): Promise<void> {
  const event = await site.event()
  const patient = await site.member()
  await site.consent(patient, event)
  const { body } = await book(site, patient, event, '10:00')
  await ownerPool.query(
    `insert into care_loops (kind, owner, urgency, member_id, appointment_id, opened_at, due_at, next_step_at)
       values ('sample_to_lab', 'office', 1, $1, $2, $3, $3, $3)`,
    [patient.id, body.appointment.appointment_id, new Date(deps.now().getTime() - HOUR_MS)],
  )
}

async function addPayment({ ownerPool, deps }: TestApp, state: string): Promise<string> {
  const event = await site.event()
  const { rows } = await ownerPool.query(
    `insert into payments (id, member_id, event_id, slot_starts_at, state, amount_pence, description,
         invoice_id, create_request_id, created_at, updated_at)
       values (gen_random_uuid(), $1, $2, $3, $4, 2500, 'test', gen_random_uuid(),
         gen_random_uuid(), $3, $3) returning id`,
    [member.id, event.event_id, deps.now(), state],
  )
  return rows[0].id
}

async function failRefund(site: TestApp): Promise<void> {
  const payment = await addPayment(site, 'refund failed')
  await site.ownerPool.query(
    `insert into refunds (id, payment_id, amount_pence, reason, state, request_id, created_at, updated_at)
       values (gen_random_uuid(), $1, 2500, 'slot lost', 'failed', gen_random_uuid(), $2, $2)`,
    [payment, site.deps.now()],
  )
}

async function floodWithRequests({ ask }: TestApp): Promise<void> {
  const asked = Array.from({ length: 241 }, () => ask('POST', '/api/nowhere', { body: {} }))
  const answers = await Promise.all(asked)
  expect(answers.some(({ status }) => status === 429)).toBe(true)
  // The next minute, so that later tests are not refused.
  site.moveTo(new Date(site.deps.now().getTime() + 2 * 60_000))
}
