import type pg from 'pg'
import { PgBoss, type QueueOptions } from 'pg-boss'
import { withMigrationLock } from '../db/migrate.ts'
import type { Message } from './mail.ts'

/** What each queue carries. */
export type JobData = {
  mail: Message
  sweep: Record<string, never>
  /** A notification of the payment provider says that there is news of a payment, or of a refund. */
  settle: { paymentId: string; notificationId: string; refundId?: string }
  reconcilePayments: Record<string, never>
  advanceWaitingLists: Record<string, never>
  sendNotices: Record<string, never>
  remindOfTests: Record<string, never>
  sealRows: Record<string, never>
  checkChains: Record<string, never>
}

const QUEUES = {
  // Mail servers are away for hours: after 1, 2, 4 s and so on up to 15 minutes, for three days. The
  // job of a sent mail, which says only what it was about, is kept for a day. A mail must not be taken by
  // another process while this one may still get it through: a server that lets us wait at every
  // step is given up after five minutes (mail.ts). A process that is dead is told by its silence.
  mail: {
    retryLimit: 300,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 900,
    expireInSeconds: 360,
    heartbeatSeconds: 60,
    deleteAfterSeconds: 86_400,
  },
  // One an hour; what one leaves, the next one takes.
  sweep: { retryLimit: 2, retryDelay: 60, expireInSeconds: 600, deleteAfterSeconds: 86_400 },
  // What is under way is looked after in any case. News of money that came or went for a payment which
  // was over comes only so, and must outlast a provider that is away for days.
  settle: {
    retryLimit: 400,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 900,
    expireInSeconds: 120,
    deleteAfterSeconds: 86_400,
  },
  // One every 15 seconds; what one leaves, the next one takes.
  reconcilePayments: { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 600 },
  advanceWaitingLists: { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 600 },
  // One a minute, and one an hour; what one leaves, the next one takes.
  sendNotices: { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 600 },
  remindOfTests: { retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 86_400 },
  // One a minute, and one a day over all rows there are.
  sealRows: { retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 600 },
  checkChains: { retryLimit: 0, expireInSeconds: 14_400, deleteAfterSeconds: 86_400 },
} satisfies Record<keyof JobData, QueueOptions>

/** Every queue by its name. */
export const QUEUE_NAMES = [
  'mail',
  'sweep',
  'settle',
  'reconcilePayments',
  'advanceWaitingLists',
  'sendNotices',
  'remindOfTests',
  'sealRows',
  'checkChains',
] as const satisfies (keyof JobData)[]

/** How soon the work of a process that died is noticed and given to another, in seconds. */
export type Supervision = { superviseIntervalSeconds: number; monitorIntervalSeconds: number }

/**
 * Makes or updates the tables and queues; several processes may do this at the same time. `mail` may
 * shorten how long a mail waits, for a test that has not three days.
 */
export async function prepareJobs(
  pool: pg.Pool,
  { mail = {} }: { mail?: Partial<typeof QUEUES.mail> } = {},
): Promise<void> {
  const boss = new PgBoss({ ...optionsFor(pool), supervise: false })
  // What goes wrong here rejects; without a listener the event would end the process as well.
  boss.on('error', () => undefined)
  await withMigrationLock(pool, async () => {
    await boss.start()
    for (const [queue, options] of Object.entries({
      ...QUEUES,
      mail: { ...QUEUES.mail, ...mail },
    })) {
      await boss.createQueue(queue, options)
      await boss.updateQueue(queue, options)
    }
    await boss.stop({ graceful: false })
  })
}

/** Whether prepareJobs has made everything that startJobs of this version works with. */
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

/**
 * How pg-boss uses the database: in our own pool, in a schema of its own, and by a profile that needs
 * no advisory locks and no partitions (design §4).
 */
export function optionsFor(pool: pg.Pool) {
  return {
    db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    schema: 'jobs',
    backend: 'yugabytedb',
    schedule: false,
  } as const
}
