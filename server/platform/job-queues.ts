import type pg from 'pg'
import { PgBoss, type QueueOptions } from 'pg-boss'
import { withMigrationLock } from './db/migrate.ts'
import type { Message } from './mail.ts'
import type { Sms } from './sms.ts'

export type JobData = {
  mail: Message
  sms: Sms
  sweep: Record<string, never>
  settle: { paymentId: string; notificationId: string; refundId?: string }
  reconcilePayments: Record<string, never>
  advanceWaitingLists: Record<string, never>
  sendNotices: Record<string, never>
  remindOfTests: Record<string, never>
  chaseLoops: Record<string, never>
  bulkActions: Record<string, never>
  alertNear: { eventId: number }
  newsletters: Record<string, never>
  carryOutErasures: Record<string, never>
  applyRetention: Record<string, never>
  findDoubles: Record<string, never>
  sealRows: Record<string, never>
  checkChains: Record<string, never>
}

// Retries for three days. expireInSeconds is above the five minutes after which sending is
// aborted (mail.ts), so that no message is sent by two processes.
const MESSAGES = {
  retryLimit: 300,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 900,
  expireInSeconds: 360,
  heartbeatSeconds: 60,
  deleteAfterSeconds: 86_400,
}

/** `everySeconds`: of the runs by the clock, for all processes together. `pollSeconds`: of an idle worker. */
type Queue = { pollSeconds: number; everySeconds?: number; options: QueueOptions }

const QUEUES: Record<keyof JobData, Queue> = {
  mail: { pollSeconds: 1, options: MESSAGES },
  sms: { pollSeconds: 1, options: MESSAGES },
  sweep: {
    pollSeconds: 10,
    everySeconds: 3_600,
    options: { retryLimit: 2, retryDelay: 60, expireInSeconds: 600, deleteAfterSeconds: 86_400 },
  },
  // A webhook may be the only report of money that moved, so its job must outlast days of outage.
  settle: {
    pollSeconds: 1,
    options: {
      retryLimit: 400,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 900,
      expireInSeconds: 120,
      deleteAfterSeconds: 86_400,
    },
  },
  reconcilePayments: {
    pollSeconds: 2,
    everySeconds: 15,
    options: { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 600 },
  },
  advanceWaitingLists: {
    pollSeconds: 2,
    everySeconds: 15,
    options: { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 600 },
  },
  sendNotices: {
    pollSeconds: 5,
    everySeconds: 60,
    options: { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 600 },
  },
  remindOfTests: {
    pollSeconds: 10,
    everySeconds: 3_600,
    options: { retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 86_400 },
  },
  chaseLoops: {
    pollSeconds: 10,
    everySeconds: 900,
    options: { retryLimit: 0, expireInSeconds: 900, deleteAfterSeconds: 86_400 },
  },
  bulkActions: {
    pollSeconds: 1,
    everySeconds: 15,
    options: { retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 600 },
  },
  alertNear: {
    pollSeconds: 2,
    options: {
      retryLimit: 100,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 900,
      expireInSeconds: 600,
      deleteAfterSeconds: 86_400,
    },
  },
  newsletters: {
    pollSeconds: 2,
    everySeconds: 15,
    options: { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 600 },
  },
  carryOutErasures: {
    pollSeconds: 1,
    everySeconds: 60,
    options: { retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 600 },
  },
  applyRetention: {
    pollSeconds: 10,
    everySeconds: 86_400,
    options: { retryLimit: 0, expireInSeconds: 3_600, deleteAfterSeconds: 259_200 },
  },
  findDoubles: {
    pollSeconds: 10,
    everySeconds: 86_400,
    options: { retryLimit: 0, expireInSeconds: 3_600, deleteAfterSeconds: 259_200 },
  },
  sealRows: {
    pollSeconds: 10,
    everySeconds: 60,
    options: { retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 600 },
  },
  checkChains: {
    pollSeconds: 10,
    everySeconds: 86_400,
    options: { retryLimit: 0, expireInSeconds: 14_400, deleteAfterSeconds: 259_200 },
  },
}

export const QUEUE_NAMES = Object.keys(QUEUES) as (keyof JobData)[]

/** Seconds between polls of an idle worker. */
export function pollSecondsOf(queue: keyof JobData): number {
  return QUEUES[queue].pollSeconds
}

/** Seconds between runs, for all processes together; null for a queue without a schedule. */
export function everySecondsOf(queue: keyof JobData): number | null {
  return QUEUES[queue].everySeconds ?? null
}

export type Supervision = { superviseIntervalSeconds: number; monitorIntervalSeconds: number }

/** Of unsent messages; those to one address are found by it (messages/mail-jobs/mail-jobs.queries.ts). */
const RECIPIENT_INDEX = `create index if not exists job_recipients
  on jobs.job ((coalesce(data->>'recipient', ''))) where name in ('mail', 'sms') and state <> 'completed'`

export async function prepareJobs(
  pool: pg.Pool,
  { mail = {} }: { mail?: Partial<typeof MESSAGES> } = {},
): Promise<void> {
  const boss = new PgBoss({ ...optionsFor(pool), supervise: false })
  // The failure rejects as well; without a listener, 'error' would end the process.
  boss.on('error', () => undefined)
  await withMigrationLock(pool, async () => {
    await boss.start()
    for (const queue of QUEUE_NAMES) {
      const options = { ...QUEUES[queue].options, ...(queue === 'mail' && mail) }
      await boss.createQueue(queue, options)
      await boss.updateQueue(queue, options)
    }
    await pool.query(RECIPIENT_INDEX)
    await boss.stop({ graceful: false })
  })
}

export async function isJobsPrepared(pool: pg.Pool): Promise<boolean> {
  const boss = new PgBoss({ ...optionsFor(pool), supervise: false, migrate: false })
  boss.on('error', () => undefined)
  try {
    await boss.start()
    const queues = (await boss.getQueues()).map(({ name }) => name)
    return QUEUE_NAMES.every((name) => queues.includes(name))
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('pg-boss ')) return false
    throw error
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** No advisory locks, no partitions (rules §6.5). */
export function optionsFor(pool: pg.Pool) {
  return {
    db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    schema: 'jobs',
    backend: 'yugabytedb',
    schedule: false,
  } as const
}
