import { sql } from 'drizzle-orm'
import { fromDrizzle, type JobResult, PgBoss } from 'pg-boss'
import type { Database, Queryable } from './db/database.ts'
import { type JobData, optionsFor } from './job-queues.ts'

type Handle<Q extends keyof JobData> = (data: JobData[Q], id: string) => Promise<void>

/**
 * What does the work of each queue; a rejection means: try again later. `id` stays the same then. A
 * process without the handler of a queue leaves its work to others.
 */
export type Handlers = { mail: Handle<'mail'> } & { [Q in keyof JobData]?: Handle<Q> }

/** Work that must happen once a transaction has been committed, and never when it was not. */
export type Jobs = {
  /** Adds a job in the caller's transaction `tx`. */
  enqueue<Q extends keyof JobData>(tx: Queryable, queue: Q, data: JobData[Q]): Promise<void>
  /** Called after the commit, lets this process look for work at once instead of in a second. */
  kick(): void
  /** Whether this process has looked for work lately, or is at work. */
  ready(): boolean
  /** Finishes what has begun, 10 s at most. */
  stop(): Promise<void>
}

const LOOK_EVERY_SECONDS = {
  mail: 1,
  sweep: 10,
  settle: 1,
  lookAfterPayments: 2,
} satisfies Record<keyof JobData, number>
/** Work that comes round by itself, once in so many seconds for all processes together. */
const EVERY_SECONDS = { sweep: 3_600, lookAfterPayments: 15 } as const
const STALE_MS = 20_000

/**
 * Starts working on the queues that prepareJobs made, in the database's own pool. `onError` is told
 * of faults of the queue itself; a job's own fault is kept with the job and tried again.
 */
export async function startJobs(
  database: Database,
  handlers: Handlers,
  { onError }: { onError: (error: Error) => void },
): Promise<Jobs> {
  const boss = new PgBoss(optionsFor(database.pool))
  boss.on('error', onError)
  await boss.start()
  const { mail, sweep, settle, lookAfterPayments: lookAfter } = handlers
  const workers = [await work(boss, 'mail', mail)]
  const rounds: (() => void)[] = []
  if (settle) workers.push(await work(boss, 'settle', settle))
  if (sweep) {
    workers.push(await work(boss, 'sweep', sweep))
    rounds.push(askForRounds(boss, 'sweep', onError))
  }
  if (lookAfter) {
    workers.push(await work(boss, 'lookAfterPayments', lookAfter))
    rounds.push(askForRounds(boss, 'lookAfterPayments', onError))
  }

  return {
    async enqueue(tx, queue, data) {
      const id = await boss.send(queue, data, { db: fromDrizzle(tx, sql) })
      if (id === null) throw new Error(`The queue ${queue} took no job`)
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
}

/**
 * Sees to it that the queue is given one job in each of its rounds: every process asks, now and six
 * times a round, and the database takes the first. So none is missed because the processes start
 * anew at the wrong moment, which a timetable would be.
 */
function askForRounds(
  boss: PgBoss,
  queue: keyof typeof EVERY_SECONDS,
  onError: (error: Error) => void,
): () => void {
  const singletonSeconds = EVERY_SECONDS[queue]
  const ask = () => {
    boss.send(queue, {}, { singletonSeconds }).catch(onError)
  }
  ask()
  const again = setInterval(ask, (singletonSeconds * 1_000) / 6)
  return () => clearInterval(again)
}

async function work<Q extends keyof JobData>(
  boss: PgBoss,
  queue: Q,
  handle: Handle<Q>,
): Promise<string> {
  const options = {
    batchSize: 10,
    burstWhenBatchFull: true,
    perJobResults: true,
    pollingIntervalSeconds: LOOK_EVERY_SECONDS[queue],
  } as const
  return boss.work<JobData[Q]>(queue, options, (jobs) =>
    Promise.all(
      jobs.map(({ id, data }) =>
        handle(data, id).then(
          (): JobResult => ({ id, status: 'completed' }),
          (error: unknown): JobResult => ({ id, ...failureOf(error) }),
        ),
      ),
    ),
  )
}

// A mail server that says 5xx will say so again; the job then ends, and stays visible as failed.
function failureOf(error: unknown): Pick<JobResult, 'status' | 'output'> {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const output = { message: error instanceof Error ? error.message : String(error) }
  return { status: code >= 500 ? 'deadletter' : 'failed', output }
}

// One that has just begun is about to look: a site that says that it is up must not be called unready.
function isAtWork(look: {
  createdOn: number
  lastFetchedOn: number | null
  count: number
}): boolean {
  return look.count > 0 || Date.now() - (look.lastFetchedOn ?? look.createdOn) < STALE_MS
}
