import * as z from 'zod/mini'
import { isLate, type JobQueue } from '../../../domain/office/job-schemas.ts'
import type { App, Deps } from '../../deps.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { everySecondsOf, QUEUE_NAMES } from '../../platform/job-queues.ts'
import { staffOf } from '../../staff/guard.ts'
import { listQueues, type QueueRow, retryFailedJobs } from './jobs.queries.ts'

/** Have a screen of their own, where each is sent again. */
const MESSAGES: readonly string[] = ['mail', 'sms']
const Problem = z.object({ message: z.string() })

export function jobsOfficeRoutes(app: App, deps: Deps): void {
  const { database, now } = deps

  serve(app, 'GET /api/office/jobs', async () => ({ data: await readQueues(database.db) }))

  serve(app, 'POST /api/office/jobs/:queue/run', async (request, reply) => {
    const queue = QUEUE_NAMES.find((name) => name === request.params.queue)
    if (!queue || MESSAGES.includes(queue)) throw new Refused('not_found')
    const { userId: actorUserId } = staffOf(request)
    await commit(deps, async (tx) => {
      const failed = await retryFailedJobs(tx, queue)
      // Only a job of the clock needs no data.
      if (everySecondsOf(queue) !== null && failed === 0) await deps.jobs.enqueue(tx, queue, {})
      const subject = `jobs ${queue}`
      const details = { failed }
      await insertAudit(tx, { by: actorUserId, subject, at: now() }, 'jobs run again', details)
    })
    return reply.code(204).send(null)
  })
}

/** By the clock of the database, which wrote the times. */
export async function readQueues(q: Queryable): Promise<JobQueue[]> {
  const rows = new Map((await listQueues(q)).map((row) => [row.queue, row]))
  const now = new Date()
  return QUEUE_NAMES.map((queue) =>
    toQueue(rows.get(queue) ?? emptyQueue(queue), { everySeconds: everySecondsOf(queue), now }),
  )
}

export async function countLateQueues(q: Queryable): Promise<number> {
  return (await readQueues(q)).filter(
    ({ is_late: late, failed, queue }) => late || (failed > 0 && !MESSAGES.includes(queue)),
  ).length
}

function toQueue(
  row: QueueRow,
  { everySeconds, now }: { everySeconds: number | null; now: Date },
): JobQueue {
  const { queue, lastDoneAt, runningSince, waitingSince, lastProblem } = row
  const signs = [lastDoneAt, runningSince].flatMap((at) => (at ? [at.getTime()] : []))
  const lastSignAt = signs.length > 0 ? new Date(Math.max(...signs)) : waitingSince
  // A job of the clock that has run since does the work of the one that failed.
  const hasRunSince =
    everySeconds !== null &&
    lastDoneAt !== null &&
    lastProblem !== null &&
    lastDoneAt > lastProblem.at
  const { message } = Problem.safeParse(lastProblem?.output).data ?? { message: 'Not known.' }
  return {
    queue,
    every_seconds: everySeconds,
    waiting: row.waiting,
    running: row.running,
    failed: hasRunSince ? 0 : row.failed,
    last_done_at: lastDoneAt?.toISOString() ?? null,
    running_since: runningSince?.toISOString() ?? null,
    is_late: isLate({ everySeconds, lastSignAt }, now),
    last_problem:
      lastProblem && !MESSAGES.includes(queue)
        ? { at: lastProblem.at.toISOString(), message: message.slice(0, 300) }
        : null,
  }
}

function emptyQueue(queue: string): QueueRow {
  const none = { lastDoneAt: null, runningSince: null, waitingSince: null, lastProblem: null }
  return { queue, waiting: 0, running: 0, failed: 0, ...none }
}
