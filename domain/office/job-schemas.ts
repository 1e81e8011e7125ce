// The queues of jobs as an admin sees them.
import * as z from 'zod/mini'

export const JobQueueSchema = z.object({
  queue: z.string(),
  /** Seconds between its rounds; null for jobs that something causes. */
  every_seconds: z.nullable(z.int()),
  waiting: z.int(),
  running: z.int(),
  failed: z.int(),
  last_done_at: z.nullable(z.string()),
  running_since: z.nullable(z.string()),
  is_late: z.boolean(),
  /** Without the values of rows; null also for mails, whose reasons are sealed. */
  last_problem: z.nullable(z.object({ at: z.string(), message: z.string() })),
})
export type JobQueue = z.infer<typeof JobQueueSchema>

const GRACE_SECONDS = 120

/** A round is late when three in a row have neither ended nor begun, and two minutes more. */
export function isLate(
  { everySeconds, lastSignAt }: { everySeconds: number | null; lastSignAt: Date | null },
  now: Date,
): boolean {
  if (everySeconds === null || lastSignAt === null) return false
  return now.getTime() - lastSignAt.getTime() > (3 * everySeconds + GRACE_SECONDS) * 1_000
}
