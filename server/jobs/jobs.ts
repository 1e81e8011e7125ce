import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { toError } from '../../auth/to-error.ts'
import type { Charity } from '../../domain/charity.ts'
import { isMailOfTheDead, isMobileOfTheDead } from '../members/reach.queries.ts'
import { messageHandler } from '../messages/mail-jobs/mail-handler.ts'
import { type Gate, isNumberCode, openGate } from '../messages/mails/leaving.ts'
import type { Outgoing } from '../messages/mails/letter.ts'
import type { TemplatedMail } from '../messages/mails/mail-templates.ts'
import {
  MESSAGE_QUEUES,
  type MessageQueue,
  openMailJob,
  openSmsJob,
  sealMail,
  sealReason,
  sealSms,
} from '../messages/mails/sealed-mail.ts'
import type { Database, Queryable } from '../platform/db/database.ts'
import { collectStatement, runStatement } from '../platform/db/jobs-database.ts'
import {
  everySecondsOf,
  type JobData,
  optionsFor,
  QUEUE_NAMES,
  type Supervision,
} from '../platform/job-queues.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { describeError, type JobLine } from '../platform/log.ts'
import { watchProcessLoad } from '../platform/process-load.ts'
import { noteQueue } from '../platform/queues-of-work.ts'
import { currentRequestId } from '../platform/request-id.ts'
import type { SmsDraft } from '../platform/sms.ts'
import { currentSpan } from '../platform/tracing/spans.ts'
import {
  endWorkers,
  type Handle,
  isPolling,
  type JobOrigin,
  startWorkersOn,
  type Workers,
} from './job-workers.ts'

/** A rejection means a retry with the same `id`. */
export type Handlers = { [Q in keyof JobData]?: Handle<Q> }

/** The worker writes drafts; a mail without a recipient is not sent. */
type Enqueued<Q extends keyof JobData> =
  | JobData[Q]
  | (Q extends 'mail' ? Outgoing | TemplatedMail : never)
  | (Q extends 'sms' ? SmsDraft : never)

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
  /**
   * Call after commit: this process fetches the jobs of `queues`, of all unless given, at once and
   * not within a second.
   */
  kick(queues?: Iterable<keyof JobData>): void
  /** Whether every worker of this process polled recently or is running jobs. */
  ready(): boolean
  /** Waits for running jobs, 10 s at most. */
  stop(): Promise<void>
}

const BATCH_SIZE = 10
/** Mails that one worker fetches together and sends at once. */
const MAILS_OF_A_WORKER = 4
/** SMS that a process sends at once. */
const SMS_AT_ONCE = 4

/**
 * `onError` gets faults of the queue itself, `onJob` each job that ran; a failed one is stored and
 * retried. `mailsAtOnce` mails are sent at a time; those in progress in a killed process are sent
 * twice.
 */
export async function startJobs(
  database: Database,
  handlers: Handlers,
  {
    fieldKeys,
    charity,
    onError,
    onJob = () => undefined,
    supervision,
    mailsAtOnce = 1,
    gate = openGate,
  }: {
    fieldKeys: FieldKeys
    /** What mails and SMS say of the charity when they are sent. */
    charity: () => Charity | Promise<Charity>
    onError: (error: Error) => void
    onJob?: (line: JobLine) => void
    supervision?: Supervision
    mailsAtOnce?: number
    /** What mails and SMS pass before they are sent: passGate of jobs/message-gate.ts. */
    gate?: Gate
  },
): Promise<Jobs> {
  const boss = new PgBoss({ ...optionsFor(database.pool), ...supervision, migrate: false })
  const { mail: send, sms: sendSms } = handlers
  const load = watchProcessLoad(database)
  const sendWhenCalm: typeof send =
    send &&
    (async (message, id) => {
      await load.waitWhileBusy()
      await send(message, id)
    })
  const jobDeps = { database, fieldKeys, charity, onError, gate }
  const all: Handlers = {
    ...handlers,
    ...(sendWhenCalm && {
      mail: messageHandler(jobDeps, {
        queue: 'mail',
        open: openMailJob,
        addressOf: ({ to }) => to,
        isToTheDead: ({ to }) => isMailOfTheDead(database.db, to),
        send: sendWhenCalm,
      }),
    }),
    ...(sendSms && {
      sms: messageHandler(jobDeps, {
        queue: 'sms',
        open: openSmsJob,
        addressOf: ({ phone }) => phone,
        // A number may have another owner since: the code asks who.
        isToTheDead: async ({ phone, about }) =>
          !isNumberCode(about) && isMobileOfTheDead(database.db, phone),
        send: sendSms,
      }),
    }),
  }
  boss.on('error', onError)
  await boss.start()
  const workers = new Map<keyof JobData, Workers>()
  const schedules: (() => void)[] = []
  for (const queue of QUEUE_NAMES) await startWorkers(queue)

  return {
    prepare,
    async enqueue(tx, queue, data, when) {
      const addJob = await prepare(queue, data, when)
      await addJob(tx)
    },
    kick(queues = workers.keys()) {
      for (const queue of queues) workers.get(queue)?.wake()
    },
    ready() {
      const ids = [...workers.values()].flatMap((started) => started.ids)
      const workersInProgress = boss.getWipData().filter(({ id }) => ids.includes(id))
      return workersInProgress.length === ids.length && workersInProgress.every(isPolling)
    },
    async stop() {
      for (const stopSchedule of schedules) stopSchedule()
      load.stop()
      await boss.stop({ close: false, graceful: await endWorkers(boss, workers.keys()) })
    },
  }

  async function prepare<Q extends keyof JobData>(
    queue: Q,
    data: Enqueued<Q>,
    { afterSeconds: startAfter } = { afterSeconds: 0 },
  ) {
    if (isMail(data) && recipientOf(data) === null) return async () => undefined
    const id = randomUUID()
    const stored = { ...sealed(id, data), ...originOfJob() }
    const { db, collected } = collectStatement(id)
    await boss.send(queue, stored, { id, startAfter, db })
    const [statement] = collected
    if (!statement || collected.length > 1) throw new Error('a job is not one statement')
    return (q: Queryable) => {
      noteQueue(queue)
      return runStatement(q, `insert_job_${queue}`, statement)
    }
  }

  async function startWorkers<Q extends keyof JobData>(queue: Q): Promise<void> {
    const handle: Handlers[Q] = all[queue]
    if (!handle) return
    const outputOf = isMessageQueue(queue) ? sealedOutputOf(queue) : readableOutput
    const { batchSize, count } = atOnceIn(queue)
    workers.set(
      queue,
      await startWorkersOn(boss, queue, { database, handle, outputOf, onJob, batchSize, count }),
    )
    const seconds = everySecondsOf(queue)
    if (seconds !== null) schedules.push(scheduleRuns(boss, { queue, seconds, onError }))
  }

  function atOnceIn(queue: keyof JobData): { batchSize: number; count: number } {
    if (queue === 'sms') return { batchSize: SMS_AT_ONCE, count: 1 }
    if (queue !== 'mail') return { batchSize: BATCH_SIZE, count: 1 }
    const batchSize = Math.min(mailsAtOnce, MAILS_OF_A_WORKER)
    return { batchSize, count: Math.floor(mailsAtOnce / batchSize) }
  }

  function sealed(id: string, data: Enqueued<keyof JobData>) {
    if (isSms(data)) return sealSms(fieldKeys, id, data)
    return isMail(data) ? sealMail(fieldKeys, id, data) : data
  }

  function sealedOutputOf(queue: MessageQueue) {
    return (id: string, error: unknown): object =>
      sealReason(fieldKeys, { queue, id }, toError(error).message)
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

/** What the log and the traces know the cause of a job by. */
function originOfJob(): JobOrigin {
  const requestId = currentRequestId()
  const traceparent = currentSpan()?.traceparent
  return {
    ...(requestId !== undefined && { requestId }),
    ...(traceparent !== undefined && { traceparent }),
  }
}

function isMessageQueue(queue: keyof JobData): queue is MessageQueue {
  const queues: readonly string[] = MESSAGE_QUEUES
  return queues.includes(queue)
}

function isSms(data: Enqueued<keyof JobData>): data is Enqueued<'sms'> {
  return 'phone' in data
}

function isMail(data: Enqueued<keyof JobData>): data is Enqueued<'mail'> {
  return 'to' in data || 'template' in data
}

function recipientOf(mail: Enqueued<'mail'>): string | null {
  return 'template' in mail ? mail.params.member.email : mail.to
}

/** Without the values of rows, which may be personal data. */
function readableOutput(_id: string, error: unknown): object {
  return { message: describeError(error).message }
}
