import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Queryable } from '../../platform/db/database.ts'
import { readRows } from '../../platform/db/parsed.ts'

export type QueueRow = {
  queue: string
  waiting: number
  running: number
  failed: number
  lastDoneAt: Date | null
  runningSince: Date | null
  /** When the oldest job that should have begun was due. */
  waitingSince: Date | null
  lastProblem: { at: Date; output: unknown } | null
}

const moment = z.nullable(z.string())
const Row = z.object({
  queue: z.string(),
  waiting: z.int(),
  running: z.int(),
  failed: z.int(),
  done: moment,
  since: moment,
  due: moment,
  problem_at: moment,
  problem: z.unknown(),
})

/** One row for each queue that has jobs; old ones are deleted by the queue. */
export async function listQueues(q: Queryable): Promise<QueueRow[]> {
  const rows = await readRows(
    q,
    Row,
    sql`
    select name as queue,
      count(*) filter (where state in ('created', 'retry'))::int as waiting,
      count(*) filter (where state = 'active')::int as running,
      count(*) filter (where state = 'failed')::int as failed,
      max(completed_on) filter (where state = 'completed') as done,
      min(started_on) filter (where state = 'active') as since,
      min(start_after) filter (where state in ('created', 'retry')) as due,
      max(completed_on) filter (where state = 'failed') as problem_at,
      (array_agg(output order by completed_on desc) filter (where state = 'failed'))[1] as problem
    from jobs.job group by name`,
  )
  const dateOf = (text: string | null) => (text === null ? null : new Date(text))
  return rows.map((row) => {
    const at = dateOf(row.problem_at)
    return {
      queue: row.queue,
      waiting: row.waiting,
      running: row.running,
      failed: row.failed,
      lastDoneAt: dateOf(row.done),
      runningSince: dateOf(row.since),
      waitingSince: dateOf(row.due),
      lastProblem: at && { at, output: row.problem },
    }
  })
}

/** Lets the failed jobs of a queue begin again; returns their number. */
export async function retryFailedJobs(q: Queryable, queue: string): Promise<number> {
  const { rowCount } = await q.execute(sql`
    update jobs.job set state = 'retry', retry_count = 0, completed_on = null, output = null,
        start_after = now(), keep_until = now() + interval '14 days'
      where name = ${queue} and state = 'failed'`)
  return rowCount ?? 0
}
