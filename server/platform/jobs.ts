import { randomUUID } from 'node:crypto'
import { type Job, type JobResult, PgBoss } from 'pg-boss'
import { toError } from '../../auth/to-error.ts'
import type { Database, Queryable } from '../db/database.ts'
import { collectStatement, runStatement } from '../db/jobs-database.ts'
import { mailHandler } from '../mail-jobs/mail-handler.ts'
import type { TemplatedMail } from '../mail-jobs/mail-templates.ts'
import { sealMail, sealReason } from '../mail-jobs/sealed-mail.ts'
import type { FieldKeys } from './field-keys.ts'
import { type JobData, optionsFor, QUEUE_NAMES, type Supervision } from './job-queues.ts'
import { describeError } from './log.ts'
import { isMailRefused } from './mail.ts'
import { watchProcessLoad } from './process-load.ts'

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
    when?: { afterSeconds: number },
  ): Promise<(q: Queryable) => Promise<unknown>>
  /** Call after commit: this process fetches what it enqueued at once, not within a second. */
  kick(): void
  /** Whether every worker of this process polled recently or is running jobs. */
  ready(): boolean
  /** Waits for running jobs, 10 s at most. */
  stop(): Promise<void>
}

const POLLING_SECONDS: Record<keyof JobData, number> = {
  mail: 1,
  sweep: 10,
  settle: 1,
  reconcilePayments: 2,
  advanceWaitingLists: 2,
  sendNotices: 5,
  remindOfTests: 10,
  bulkActions: 1,
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
  bulkActions: 15,
  sealRows: 60,
  checkChains: 86_400,
}
const BATCH_SIZE = 10
/** Mails that one worker fetches together and sends at once. */
const MAILS_OF_A_WORKER = 4
const STALE_MS = 20_000

/**
 * `onError` gets faults of the queue itself; a failed job is stored and retried. `mailsAtOnce` mails
 * are sent at a time; those in progress in a killed process are sent twice.
 */
export async function startJobs(
  database: Database,
  handlers: Handlers,
  {
    fieldKeys,
    onError,
    supervision,
    mailsAtOnce = 1,
  }: {
    fieldKeys: FieldKeys
    onError: (error: Error) => void
    supervision?: Supervision
    mailsAtOnce?: number
  },
): Promise<Jobs> {
  const boss = new PgBoss({ ...optionsFor(database.pool), ...supervision, migrate: false })
  const { mail: send } = handlers
  const load = watchProcessLoad()
  const sendWhenCalm: typeof send =
    send &&
    (async (message, id) => {
      await load.waitWhileBusy()
      await send(message, id)
    })
  const mail = sendWhenCalm && mailHandler({ database, fieldKeys, onError }, sendWhenCalm)
  const all: Handlers = mail ? { ...handlers, mail } : handlers
  boss.on('error', onError)
  await boss.start()
  const workers = new Map<keyof JobData, Workers>()
  const enqueued = new Set<keyof JobData>()
  const schedules: (() => void)[] = []
  for (const queue of QUEUE_NAMES) await startWorkers(queue)

  return {
    prepare,
    async enqueue(tx, queue, data, when) {
      const addJob = await prepare(queue, data, when)
      await addJob(tx)
    },
    kick() {
      for (const queue of enqueued) workers.get(queue)?.wake()
    },
    ready() {
      const ids = [...workers.values()].flatMap((started) => started.ids)
      const workersInProgress = boss.getWipData().filter(({ id }) => ids.includes(id))
      return workersInProgress.length === ids.length && workersInProgress.every(isPolling)
    },
    stop() {
      for (const stopSchedule of schedules) stopSchedule()
      load.stop()
      return boss.stop({ timeout: 10_000, close: false })
    },
  }

  async function prepare<Q extends keyof JobData>(
    queue: Q,
    data: Enqueued<Q>,
    { afterSeconds: startAfter } = { afterSeconds: 0 },
  ) {
    const id = randomUUID()
    const stored = isMail(data) ? sealMail(fieldKeys, id, data) : data
    const { db, collected } = collectStatement(id)
    await boss.send(queue, stored, { id, startAfter, db })
    const [statement] = collected
    if (!statement || collected.length > 1) throw new Error('a job is not one statement')
    enqueued.add(queue)
    return (q: Queryable) => runStatement(q, `insert_job_${queue}`, statement)
  }

  async function startWorkers<Q extends keyof JobData>(queue: Q): Promise<void> {
    const handle: Handlers[Q] = all[queue]
    if (!handle) return
    const sendsMails = queue === 'mail'
    const outputOf = sendsMails ? sealedOutput : readableOutput
    const batchSize = sendsMails ? Math.min(mailsAtOnce, MAILS_OF_A_WORKER) : BATCH_SIZE
    const count = sendsMails ? Math.floor(mailsAtOnce / batchSize) : 1
    workers.set(queue, await startWorkersOn(boss, queue, { handle, outputOf, batchSize, count }))
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

/** `wake` lets one idle worker fetch; it wakes the next when it finds a job. */
type Workers = { ids: string[]; wake: () => void }

async function startWorkersOn<Q extends keyof JobData>(
  boss: PgBoss,
  queue: Q,
  {
    handle,
    outputOf,
    batchSize,
    count,
  }: {
    handle: Handle<Q>
    outputOf: (id: string, error: unknown) => object
    batchSize: number
    count: number
  },
): Promise<Workers> {
  const options = {
    batchSize,
    burstWhenBatchFull: true,
    perJobResults: true,
    pollingIntervalSeconds: POLLING_SECONDS[queue],
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
        return await Promise.all(jobs.map(resultOf))
      } finally {
        busy.delete(worker)
        // pg-boss does not poll at once after a batch of one.
        boss.notifyWorker(worker)
      }
    })
    ids.push(worker)
  }

  function resultOf({ id, data }: Job<JobData[Q]>): Promise<JobResult> {
    return handle(data, id).then(
      () => ({ id, status: 'completed' }),
      (error: unknown) => {
        const status = isMailRefused(error) ? 'deadletter' : 'failed'
        return { id, status, output: outputOf(id, error) }
      },
    )
  }
}

// A worker that has just started has not polled yet.
function isPolling(stats: {
  createdOn: number
  lastFetchedOn: number | null
  count: number
}): boolean {
  return stats.count > 0 || Date.now() - (stats.lastFetchedOn ?? stats.createdOn) < STALE_MS
}
