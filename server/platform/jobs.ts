import { randomUUID } from 'node:crypto'
import { type JobResult, PgBoss } from 'pg-boss'
import { toError } from '../../auth/to-error.ts'
import type { Database, Queryable } from '../db/database.ts'
import { collectStatement, jobsDatabase, runStatement } from '../db/jobs-database.ts'
import { mailHandler } from '../mail-jobs/mail-handler.ts'
import type { TemplatedMail } from '../mail-jobs/mail-templates.ts'
import { sealMail, sealReason } from '../mail-jobs/sealed-mail.ts'
import type { FieldKeys } from './field-keys.ts'
import { type JobData, optionsFor, QUEUE_NAMES, type Supervision } from './job-queues.ts'
import { describeError } from './log.ts'
import { isMailRefused } from './mail.ts'

type Handle<Q extends keyof JobData> = (data: JobData[Q], id: string) => Promise<void>

/** A rejection means a retry with the same `id`. */
export type Handlers = { [Q in keyof JobData]?: Handle<Q> }

/** A mail with a template is rendered by the worker. */
type Enqueued<Q extends keyof JobData> = JobData[Q] | (Q extends 'mail' ? TemplatedMail : never)

export type Jobs = {
  enqueue<Q extends keyof JobData>(
    tx: Queryable,
    queue: Q,
    data: Enqueued<Q>,
    when?: { afterSeconds: number },
  ): Promise<void>
  /**
   * A function that adds the job in the caller's transaction `q` and starts its statement before
   * it returns (Database.sendTransaction).
   */
  prepare<Q extends keyof JobData>(
    queue: Q,
    data: Enqueued<Q>,
  ): Promise<(q: Queryable) => Promise<unknown>>
  /** Call after commit: this process fetches jobs at once instead of within a second. */
  kick(): void
  /** Whether every worker of this process polled recently or is running jobs. */
  ready(): boolean
  /** Waits for running jobs, 10 s at most. */
  stop(): Promise<void>
}

type BatchSizes = { [Q in keyof JobData]?: number }

const POLLING_SECONDS: Record<keyof JobData, number> = {
  mail: 1,
  sweep: 10,
  settle: 1,
  reconcilePayments: 2,
  advanceWaitingLists: 2,
  sendNotices: 5,
  remindOfTests: 10,
  sealRows: 10,
  checkChains: 10,
}
/** Seconds between runs, for all processes together. */
const SCHEDULE_SECONDS: { [Q in keyof JobData]?: number } = {
  sweep: 3_600,
  reconcilePayments: 15,
  advanceWaitingLists: 15,
  sendNotices: 60,
  remindOfTests: 3_600,
  sealRows: 60,
  checkChains: 86_400,
}
/** One mail only: mails in progress in a killed process are sent twice. */
const BATCH_SIZES: BatchSizes = { mail: 1 }
const BATCH_SIZE = 10
const STALE_MS = 20_000

/** `onError` gets faults of the queue itself; a failed job is stored and retried. */
export async function startJobs(
  database: Database,
  handlers: Handlers,
  {
    fieldKeys,
    onError,
    supervision,
    batchSizes = BATCH_SIZES,
  }: {
    fieldKeys: FieldKeys
    onError: (error: Error) => void
    supervision?: Supervision
    batchSizes?: BatchSizes
  },
): Promise<Jobs> {
  const boss = new PgBoss({ ...optionsFor(database.pool), ...supervision, migrate: false })
  const { mail: send } = handlers
  const mail = send && mailHandler({ database, fieldKeys, onError }, send)
  const all: Handlers = mail ? { ...handlers, mail } : handlers
  boss.on('error', onError)
  await boss.start()
  const workers: string[] = []
  const schedules: (() => void)[] = []
  for (const queue of QUEUE_NAMES) await startWorker(queue)

  return {
    async enqueue(tx, queue, data, { afterSeconds: startAfter } = { afterSeconds: 0 }) {
      const id = randomUUID()
      const stored = isMail(data) ? sealMail(fieldKeys, id, data) : data
      const options = { id, startAfter, db: jobsDatabase(tx) }
      if ((await boss.send(queue, stored, options)) === null)
        throw new Error(`The queue ${queue} took no job`)
    },
    async prepare(queue, data) {
      const id = randomUUID()
      const stored = isMail(data) ? sealMail(fieldKeys, id, data) : data
      const { db, collected } = collectStatement(id)
      await boss.send(queue, stored, { id, db })
      const [statement] = collected
      if (!statement || collected.length > 1) throw new Error('a job is not one statement')
      return (q) => runStatement(q, `insert_job_${queue}`, statement)
    },
    kick() {
      for (const worker of workers) boss.notifyWorker(worker)
    },
    ready() {
      const workersInProgress = boss.getWipData().filter(({ id }) => workers.includes(id))
      return workersInProgress.length === workers.length && workersInProgress.every(isPolling)
    },
    stop() {
      for (const stopSchedule of schedules) stopSchedule()
      return boss.stop({ timeout: 10_000, close: false })
    },
  }

  async function startWorker<Q extends keyof JobData>(queue: Q): Promise<void> {
    const handle: Handlers[Q] = all[queue]
    if (!handle) return
    const outputOf = queue === 'mail' ? sealedOutput : readableOutput
    const batchSize = batchSizes[queue] ?? BATCH_SIZE
    workers.push(await startWorkerOn(boss, queue, { handle, outputOf, batchSize }))
    const seconds = SCHEDULE_SECONDS[queue]
    if (seconds !== undefined) schedules.push(scheduleRuns(boss, { queue, seconds, onError }))
  }

  function sealedOutput(id: string, error: unknown): object {
    return sealReason(fieldKeys, id, toError(error).message)
  }
}

/** Every process tries six times a period, and the database accepts the first. */
function scheduleRuns(
  boss: PgBoss,
  schedule: { queue: keyof JobData; seconds: number; onError: (error: Error) => void },
): () => void {
  const { queue, seconds, onError } = schedule
  const run = () => {
    boss.send(queue, {}, { singletonSeconds: seconds }).catch(onError)
  }
  run()
  const again = setInterval(run, (seconds * 1_000) / 6)
  return () => clearInterval(again)
}

function isMail(data: Enqueued<keyof JobData>): data is Enqueued<'mail'> {
  return 'to' in data || 'template' in data
}

/** Without the values of rows, which may be personal data. */
function readableOutput(_id: string, error: unknown): object {
  return { message: describeError(error).message }
}

async function startWorkerOn<Q extends keyof JobData>(
  boss: PgBoss,
  queue: Q,
  {
    handle,
    outputOf,
    batchSize,
  }: {
    handle: Handle<Q>
    outputOf: (id: string, error: unknown) => object
    batchSize: number
  },
): Promise<string> {
  const options = {
    batchSize,
    burstWhenBatchFull: true,
    perJobResults: true,
    pollingIntervalSeconds: POLLING_SECONDS[queue],
  } as const
  let worker = ''
  worker = await boss.work<JobData[Q]>(queue, options, (jobs) => {
    // pg-boss does not poll at once after a batch of one.
    if (batchSize === 1 && worker !== '') boss.notifyWorker(worker)
    return Promise.all(
      jobs.map(({ id, data }) =>
        handle(data, id).then(
          (): JobResult => ({ id, status: 'completed' }),
          (error: unknown): JobResult => {
            const status = isMailRefused(error) ? 'deadletter' : 'failed'
            return { id, status, output: outputOf(id, error) }
          },
        ),
      ),
    )
  })
  return worker
}

// A worker that has just started has not polled yet.
function isPolling(stats: {
  createdOn: number
  lastFetchedOn: number | null
  count: number
}): boolean {
  return stats.count > 0 || Date.now() - (stats.lastFetchedOn ?? stats.createdOn) < STALE_MS
}
