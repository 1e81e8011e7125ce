import { randomUUID } from 'node:crypto'
import { type JobResult, PgBoss } from 'pg-boss'
import type { Database, Queryable } from '../db/database.ts'
import { jobsDatabase } from '../db/jobs-database.ts'
import { mailHandler } from '../mail-jobs/mail-handler.ts'
import { sealMail, sealReason } from '../mail-jobs/sealed-mail.ts'
import type { FieldKeys } from './field-keys.ts'
import { type JobData, optionsFor, QUEUE_NAMES, type Supervision } from './job-queues.ts'
import { describeError } from './log.ts'
import type { Message } from './mail.ts'

type Handle<Q extends keyof JobData> = (data: JobData[Q], id: string) => Promise<void>

/**
 * What does the work of each queue; a rejection means: try again later. `id` stays the same then. A
 * process without the handler of a queue leaves its work to others.
 */
export type Handlers = { [Q in keyof JobData]?: Handle<Q> }

/** Work that must happen once a transaction has been committed, and never when it was not. */
export type Jobs = {
  /** Adds a job in the caller's transaction `tx`, for now or for so many seconds later. */
  enqueue<Q extends keyof JobData>(
    tx: Queryable,
    queue: Q,
    data: JobData[Q],
    when?: { afterSeconds: number },
  ): Promise<void>
  /** Called after the commit, lets this process look for work at once instead of in a second. */
  kick(): void
  /** Whether this process has looked for work lately, or is at work. */
  ready(): boolean
  /** Finishes what has begun, 10 s at most. */
  stop(): Promise<void>
}

const LOOK_EVERY_SECONDS: Record<keyof JobData, number> = {
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
/** Work that comes round by itself, once in so many seconds for all processes together. */
const EVERY_SECONDS: { [Q in keyof JobData]?: number } = {
  sweep: 3_600,
  reconcilePayments: 15,
  advanceWaitingLists: 15,
  sendNotices: 60,
  remindOfTests: 3_600,
  sealRows: 60,
  checkChains: 86_400,
}
/**
 * What a process takes at once. Of mail, one: the mail server may have taken each of those that are
 * under way when the process is killed, and nobody can know, so that they go out twice.
 */
const AT_ONCE: { [Q in keyof JobData]?: number } = { mail: 1 }
const MOST_AT_ONCE = 10
const STALE_MS = 20_000

/**
 * Starts working on the queues that prepareJobs made, in the database's own pool. `onError` is told
 * of faults of the queue itself; a job's own fault is kept with the job and tried again. Mails are
 * sealed with `fieldKeys` until they are sent.
 * `supervision` says how soon jobs of a process that died are noticed, pg-boss's own when left out.
 */
export async function startJobs(
  database: Database,
  handlers: Handlers,
  {
    fieldKeys,
    onError,
    supervision,
  }: { fieldKeys: FieldKeys; onError: (error: Error) => void; supervision?: Supervision },
): Promise<Jobs> {
  // Tables and queues are there: the site's role may not make any.
  const boss = new PgBoss({ ...optionsFor(database.pool), ...supervision, migrate: false })
  const { mail: send } = handlers
  const mail = send && mailHandler({ database, fieldKeys, onError }, send)
  const all: Handlers = mail ? { ...handlers, mail } : handlers
  boss.on('error', onError)
  await boss.start()
  const workers: string[] = []
  const rounds: (() => void)[] = []
  for (const queue of QUEUE_NAMES) await begin(queue)

  return {
    async enqueue(tx, queue, data, { afterSeconds: startAfter } = { afterSeconds: 0 }) {
      const id = randomUUID()
      const stored = isMail(data) ? sealMail(fieldKeys, id, data) : data
      const options = { id, startAfter, db: jobsDatabase(tx) }
      if ((await boss.send(queue, stored, options)) === null)
        throw new Error(`The queue ${queue} took no job`)
    },
    kick() {
      for (const worker of workers) boss.notifyWorker(worker)
    },
    ready() {
      const looks = boss.getWipData().filter(({ id }) => workers.includes(id))
      return looks.length === workers.length && looks.every(isAtWork)
    },
    stop() {
      for (const stopAsking of rounds) stopAsking()
      return boss.stop({ timeout: 10_000, close: false })
    },
  }

  async function begin<Q extends keyof JobData>(queue: Q): Promise<void> {
    const handle: Handlers[Q] = all[queue]
    if (!handle) return
    const outputOf = queue === 'mail' ? sealedOutput : readableOutput
    workers.push(await work(boss, queue, { handle, outputOf }))
    const seconds = EVERY_SECONDS[queue]
    if (seconds !== undefined) rounds.push(askForRounds(boss, { queue, seconds, onError }))
  }

  function sealedOutput(id: string, error: unknown): object {
    return sealReason(fieldKeys, id, error instanceof Error ? error.message : String(error))
  }
}

/**
 * Sees to it that the queue is given one job in each of its rounds: every process asks, now and six
 * times a round, and the database takes the first. So none is missed because the processes start
 * anew at the wrong moment, which a timetable would be.
 */
function askForRounds(
  boss: PgBoss,
  round: { queue: keyof JobData; seconds: number; onError: (error: Error) => void },
): () => void {
  const { queue, seconds, onError } = round
  const ask = () => {
    boss.send(queue, {}, { singletonSeconds: seconds }).catch(onError)
  }
  ask()
  const again = setInterval(ask, (seconds * 1_000) / 6)
  return () => clearInterval(again)
}

function isMail(data: JobData[keyof JobData]): data is Message {
  return 'to' in data
}

/** What is stored of a failure: no value of a row, and so nobody's name. */
function readableOutput(_id: string, error: unknown): object {
  return { message: describeError(error).message }
}

async function work<Q extends keyof JobData>(
  boss: PgBoss,
  queue: Q,
  { handle, outputOf }: { handle: Handle<Q>; outputOf: (id: string, error: unknown) => object },
): Promise<string> {
  const batchSize = AT_ONCE[queue] ?? MOST_AT_ONCE
  const options = {
    batchSize,
    burstWhenBatchFull: true,
    perJobResults: true,
    pollingIntervalSeconds: LOOK_EVERY_SECONDS[queue],
  } as const
  // The first job may come before this is known; the next look is then a second later.
  let worker = ''
  worker = await boss.work<JobData[Q]>(queue, options, (jobs) => {
    // pg-boss looks again at once after a full batch, but not after a batch of one.
    if (batchSize === 1 && worker !== '') boss.notifyWorker(worker)
    return Promise.all(
      jobs.map(({ id, data }) =>
        handle(data, id).then(
          (): JobResult => ({ id, status: 'completed' }),
          (error: unknown): JobResult => {
            return { id, status: statusAfter(error), output: outputOf(id, error) }
          },
        ),
      ),
    )
  })
  return worker
}

/**
 * A mail server that says 5xx of this reader or of what he is to read will say so again: the job then
 * ends, and stays visible as failed. Said of us, who sign in or send, it ends when the office has seen
 * to it, and loses no mail until then.
 */
function statusAfter(error: unknown): JobResult['status'] {
  const isFinal = isRefusal(error) && error.responseCode >= 500 && ABOUT_HIM.includes(error.command)
  return isFinal ? 'deadletter' : 'failed'
}

/** Commands of SMTP whose refusal is about one reader or one mail. */
const ABOUT_HIM = ['RCPT TO', 'DATA']

/** Whether it is what nodemailer makes of an answer of the mail server, with the command it was to. */
function isRefusal(error: unknown): error is Error & { responseCode: number; command: string } {
  if (!(error instanceof Error && 'responseCode' in error && 'command' in error)) return false
  return typeof error.responseCode === 'number' && typeof error.command === 'string'
}

// One that has just begun is about to look: a site that says that it is up must not be called unready.
function isAtWork(look: {
  createdOn: number
  lastFetchedOn: number | null
  count: number
}): boolean {
  return look.count > 0 || Date.now() - (look.lastFetchedOn ?? look.createdOn) < STALE_MS
}
