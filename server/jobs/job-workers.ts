import { setTimeout as wait } from 'node:timers/promises'
import type { Job, PgBoss } from 'pg-boss'
import { failForGood } from '../messages/mail-jobs/mail-jobs.queries.ts'
import { HeldBack } from '../messages/mails/leaving.ts'
import type { Database } from '../platform/db/database.ts'
import { type JobData, pollSecondsOf } from '../platform/job-queues.ts'
import {
  describeDeliveryError,
  describeError,
  type ErrorLine,
  type JobLine,
} from '../platform/log.ts'
import { isMailRefused } from '../platform/mail.ts'
import { jobSeconds } from '../platform/metrics/registry.ts'
import { withRequestId } from '../platform/request-id.ts'
import { isSmsRefused } from '../platform/sms.ts'
import { inSpan } from '../platform/tracing/spans.ts'

export type Handle<Q extends keyof JobData> = (data: JobData[Q], id: string) => Promise<void>

/** The request that added a job, and the span that did (W3C Trace Context). */
export type JobOrigin = { requestId?: string; traceparent?: string }

const STALE_MS = 20_000
const STOP_MS = 10_000

/** `wake` lets one idle worker fetch; it wakes the next when it finds a job. */
export type Workers = { ids: string[]; wake: () => void }

/**
 * `count` workers that fetch `batchSize` jobs of `queue` at a time. `outputOf`: what is stored of a
 * failure.
 */
export async function startWorkersOn<Q extends keyof JobData>(
  boss: PgBoss,
  queue: Q,
  {
    database,
    handle,
    outputOf,
    onJob,
    batchSize,
    count,
  }: {
    database: Database
    handle: Handle<Q>
    outputOf: (id: string, error: unknown) => object
    onJob: (line: JobLine) => void
    batchSize: number
    count: number
  },
): Promise<Workers> {
  const options = {
    batchSize,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: pollSecondsOf(queue),
  } as const
  const ids: string[] = []
  const busy = new Set<string>()
  const wake = () => {
    const idle = ids.find((id) => !busy.has(id))
    if (idle !== undefined) boss.notifyWorker(idle)
  }
  for (let n = 0; n < count; n++) await startWorker()
  return { ids, wake }

  async function startWorker(): Promise<void> {
    const worker = await boss.work<JobData[Q]>(queue, options, async (jobs) => {
      busy.add(worker)
      wake()
      try {
        const results = await Promise.allSettled(jobs.map(run))
        const unsettled = results.find(({ status }) => status === 'rejected')
        if (unsettled?.status === 'rejected') throw unsettled.reason
      } finally {
        busy.delete(worker)
        // pg-boss does not poll at once after a batch of one.
        boss.notifyWorker(worker)
      }
    })
    ids.push(worker)
  }

  /**
   * A failed job is settled at once, and pg-boss completes those of the batch that are still active.
   * With `perJobResults` its statement would read every mail of the day for each batch.
   */
  async function run(job: Job<JobData[Q] & JobOrigin>): Promise<void> {
    const { id, data } = job
    const { requestId, traceparent: parent } = data
    const span = {
      name: `job ${queue}`,
      kind: 'consumer',
      attributes: { 'job.id': id },
      parent,
    } as const
    const begun = performance.now()
    const record = (outcome: 'done' | 'failed', error?: unknown) => {
      const ms = performance.now() - begun
      jobSeconds.observe({ queue, outcome }, ms / 1_000)
      onJob({
        queue,
        job: id,
        ...(requestId !== undefined && { reqId: requestId }),
        ms: Math.round(ms),
        ...(outcome === 'failed' && { err: errorLineOf(queue, error) }),
      })
    }
    try {
      await withRequestId(requestId, () => inSpan(span, () => handle(data, id)))
      record('done')
    } catch (error) {
      record('failed', error)
      const output = outputOf(id, error)
      const isFinal = isMailRefused(error) || isSmsRefused(error) || error instanceof HeldBack
      if (isFinal) await failForGood(database.db, { ...job, queue, output })
      else await boss.fail(queue, job, output)
    }
  }
}

function errorLineOf(queue: keyof JobData, error: unknown): ErrorLine {
  return queue === 'mail' || queue === 'sms' ? describeDeliveryError(error) : describeError(error)
}

/** A worker that has just started has not polled yet. */
export function isPolling(stats: {
  createdOn: number
  lastFetchedOn: number | null
  count: number
}): boolean {
  return stats.count > 0 || Date.now() - (stats.lastFetchedOn ?? stats.createdOn) < STALE_MS
}

/**
 * True unless jobs still run after ten seconds. pg-boss itself looks only every half second whether
 * its workers have ended.
 */
export async function endWorkers(boss: PgBoss, queues: Iterable<string>): Promise<boolean> {
  const limit = new AbortController()
  const ended = Promise.all(Array.from(queues, (queue) => boss.offWork(queue)))
  try {
    return await Promise.race([
      ended.then(() => true),
      wait(STOP_MS, false, { signal: limit.signal }),
    ])
  } finally {
    limit.abort()
  }
}
