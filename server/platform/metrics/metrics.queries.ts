import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { HOUR_MS } from '../../../domain/durations.ts'
import type { Queryable } from '../db/database.ts'
import { readRow } from '../db/parsed.ts'
import { payments, places, refunds } from '../db/schema.ts'

const Count = z.int()
const Counts = z.record(z.string(), Count)
const QueueRow = z.object({
  queue: z.string(),
  waiting: Count,
  running: Count,
  failed: Count,
  /** Seconds since the oldest due job was added; null when none waits. */
  oldestSeconds: z.nullable(z.number()),
  /** Unix seconds of the last job that ended well; null when none is stored. */
  doneAt: z.nullable(z.number()),
  /** Unix seconds of the last one to begin among those that run. */
  runningSince: z.nullable(z.number()),
  /** Unix seconds at which the oldest waiting one was due. */
  dueAt: z.nullable(z.number()),
})
const Numbers = z.object({
  queues: z.array(QueueRow),
  holds: Count,
  /** Sent within 24 hours. */
  smsOfDay: Count,
  /** States in which money may be moving or the office must act. */
  payments: Counts,
  /** States in which payments ended within the last hour. */
  endedPayments: Counts,
  refunds: Counts,
  /** Overdue care loops by kind. */
})

export type DatabaseNumbers = z.infer<typeof Numbers>
export type QueueNumbers = z.infer<typeof QueueRow>

type Params = {
  now: Date
  livePayments: readonly string[]
  endedPayments: readonly string[]
  liveRefunds: readonly string[]
}

/** One statement; apart from the jobs, which are of a day, it reads a few rows by their index. */
export async function readDatabaseNumbers(
  q: Queryable,
  { now, livePayments, endedPayments, liveRefunds }: Params,
): Promise<DatabaseNumbers> {
  const hourAgo = new Date(now.getTime() - HOUR_MS).toISOString()
  const numbers = await readRow(
    q,
    Numbers,
    sql`
    select
      (select coalesce(json_agg(row_to_json(by_queue)), '[]') from (
        select name as queue,
          count(*) filter (where state in ('created', 'retry')) as waiting,
          count(*) filter (where state = 'active') as running,
          count(*) filter (where state = 'failed') as failed,
          extract(epoch from now() - min(created_on) filter (
            where state in ('created', 'retry') and (start_after <= now() or retry_count > 0)
          ))::float8 as "oldestSeconds",
          extract(epoch from max(completed_on) filter (
            where state = 'completed'))::float8 as "doneAt",
          extract(epoch from min(started_on) filter (
            where state = 'active'))::float8 as "runningSince",
          extract(epoch from min(start_after) filter (
            where state in ('created', 'retry')))::float8 as "dueAt"
        from jobs.job group by name) by_queue) as queues,
      (select count(*)::int from jobs.job where name = 'sms' and state = 'completed'
        and completed_on > now() - interval '24 hours') as "smsOfDay",
      (select count(*)::int from ${places}
        where ${places.holdId} is not null and ${places.heldUntil} > ${now.toISOString()}) as holds,
      ${countsOf(payments.state, sql`${payments.state} in ${livePayments}`)} as payments,
      ${countsOf(
        payments.state,
        sql`${payments.state} in ${endedPayments} and ${payments.updatedAt} > ${hourAgo}`,
      )} as "endedPayments",
      ${countsOf(refunds.state, sql`${refunds.state} in ${liveRefunds}`)} as refunds`,
  )
  if (!numbers) throw new Error('the numbers of the database are one row')
  return numbers
}

function countsOf(state: typeof payments.state | typeof refunds.state, which: SQL): SQL {
  return sql`(select coalesce(json_object_agg(state, n), '{}') from (
    select ${state} as state, count(*) as n from ${state.table} where ${which} group by 1) counted)`
}
