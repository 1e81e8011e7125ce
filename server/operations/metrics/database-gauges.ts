import { setTimeout as wait } from 'node:timers/promises'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import { LOOP_KINDS, type LoopKind } from '../../../domain/office/care-loops.ts'
import { isLate } from '../../../domain/office/job-schemas.ts'
import type { Deps } from '../../deps.ts'
import { everySecondsOf, QUEUE_NAMES } from '../../platform/job-queues.ts'
import {
  type DatabaseNumbers as Counted,
  type QueueNumbers,
  readDatabaseNumbers,
} from '../../platform/metrics/metrics.queries.ts'
import { Gauge, Registry } from '../../platform/metrics/prom-client.ts'
import { listOverdue } from '../../tasks/chase.queries.ts'

type DatabaseNumbers = Counted & { overdueLoops: Map<LoopKind, number> }
export type Metrics = MetricObjectWithValues<MetricValue<string>>[]

type DatabaseGauges = { read(): Promise<Metrics> }

const PERIOD_MS = 15_000
const PATIENCE_MS = 1_000
const LIVE_PAYMENTS = [
  'created',
  'approved',
  'capturing',
  'pending review',
  'paid',
  'refund failed',
] as const
const ENDED_PAYMENTS = ['finalised', 'declined', 'expired', 'refunded'] as const
const LIVE_REFUNDS = ['queued', 'sent', 'failed'] as const

/**
 * What only the database knows. It is asked at most once in 15 seconds; without an answer within a
 * second chaps_database_up is 0 and the others are missing. `onError` gets the reason.
 */
export function createDatabaseGauges(
  { database, fieldKeys, now }: Pick<Deps, 'database' | 'fieldKeys' | 'now'>,
  { onError, clock = () => performance.now() }: Options,
): DatabaseGauges {
  const { registry, show } = addGauges()
  let numbers: DatabaseNumbers | null = null
  let startedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  return {
    async read() {
      if (!reading && clock() - startedAt >= PERIOD_MS) {
        startedAt = clock()
        numbers = null
        reading = ask().finally(() => {
          reading = null
        })
      }
      if (reading) await Promise.race([reading, wait(PATIENCE_MS, undefined, { ref: false })])
      show(numbers, new Date())
      return registry.getMetricsAsJSON()
    },
  }

  async function ask(): Promise<void> {
    try {
      const counted = await readDatabaseNumbers(database.db, {
        now: now(),
        livePayments: LIVE_PAYMENTS,
        endedPayments: ENDED_PAYMENTS,
        liveRefunds: LIVE_REFUNDS,
      })
      const late = Map.groupBy(
        await listOverdue(database.db, { fieldKeys }, now()),
        (one) => one.kind,
      )
      const overdueLoops = new Map([...late].map(([kind, all]) => [kind, all.length]))
      numbers = { ...counted, overdueLoops }
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

type Options = { onError: (error: Error) => void; clock?: () => number }

function addGauges() {
  const registry = new Registry()
  const registers = [registry]
  const plain = (name: string, help: string) => new Gauge({ name, help, registers })
  const by = (label: string, name: string, help: string) =>
    new Gauge({ name, help, labelNames: [label], registers })

  const up = plain(
    'chaps_database_up',
    'Whether the database answered when it was last asked, at most 15 seconds ago.',
  )
  const holds = plain('chaps_holds', 'Places held for members who are booking or paying.')
  const smsOfDay = plain('chaps_sms_last_day', 'SMS that were sent within 24 hours.')
  const payments = by(
    'state',
    'chaps_payments',
    'Payments in states where money may be moving or the office must act.',
  )
  const ended = by('state', 'chaps_payments_last_hour', 'Payments that ended within an hour.')
  const refunds = by('state', 'chaps_refunds', 'Refunds that are not done, by state.')
  const overdue = by(
    'kind',
    'chaps_care_loops_overdue',
    'Care loops that are overdue, by kind: samples, results and recalls that wait for somebody.',
  )
  const waiting = by('queue', 'chaps_jobs_waiting', 'Jobs that wait, by queue.')
  const running = by('queue', 'chaps_jobs_running', 'Jobs that run, by queue.')
  const failed = by('queue', 'chaps_jobs_failed', 'Jobs that failed for good, by queue.')
  const oldest = by(
    'queue',
    'chaps_jobs_oldest_seconds',
    'Age of the oldest job that should have begun, by queue; 0 without one.',
  )
  const lastRun = by(
    'queue',
    'chaps_loop_last_run_timestamp_seconds',
    'When the last round of a loop ended well, Unix time; missing when none is stored.',
  )
  const late = by(
    'queue',
    'chaps_loop_late',
    'Whether three rounds of a loop in a row are missing.',
  )

  return { registry, show }

  function show(numbers: DatabaseNumbers | null, at: Date): void {
    registry.resetMetrics()
    up.set(numbers ? 1 : 0)
    if (!numbers) {
      holds.remove()
      smsOfDay.remove()
      return
    }
    holds.set(numbers.holds)
    smsOfDay.set(numbers.smsOfDay)
    for (const state of LIVE_PAYMENTS) payments.set({ state }, numbers.payments[state] ?? 0)
    for (const state of ENDED_PAYMENTS) ended.set({ state }, numbers.endedPayments[state] ?? 0)
    for (const state of LIVE_REFUNDS) refunds.set({ state }, numbers.refunds[state] ?? 0)
    for (const kind of LOOP_KINDS) overdue.set({ kind }, numbers.overdueLoops.get(kind) ?? 0)
    for (const queue of QUEUE_NAMES) {
      const known = numbers.queues.find((row) => row.queue === queue)
      waiting.set({ queue }, known?.waiting ?? 0)
      running.set({ queue }, known?.running ?? 0)
      failed.set({ queue }, known?.failed ?? 0)
      oldest.set({ queue }, Math.max(0, known?.oldestSeconds ?? 0))
      const everySeconds = everySecondsOf(queue)
      if (everySeconds === null) continue
      if (known?.doneAt) lastRun.set({ queue }, known.doneAt)
      late.set({ queue }, isLate({ everySeconds, lastSignAt: signOf(known) }, at) ? 1 : 0)
    }
  }
}

/** The same sign of life as in the office's list of jobs. */
function signOf(numbers: QueueNumbers | undefined): Date | null {
  if (!numbers) return null
  const { doneAt, runningSince, dueAt } = numbers
  const at = Math.max(doneAt ?? 0, runningSince ?? 0) || dueAt
  return at === null ? null : new Date(at * 1_000)
}
