import type { Queryable } from '../db/database.ts'

export type Failures = { failures: number; lastFailedAt: Date }

/** The failures counted under each key; keys without any are missing. */
export async function findFailures(q: Queryable, keys: string[]): Promise<Map<string, Failures>> {
  const { rows } = await q.query<Failures & { key: string }>(
    `select key, failures, last_failed_at as "lastFailedAt" from auth.guesses where key = any($1)`,
    [keys],
  )
  return new Map(rows.map(({ key, ...failures }) => [key, failures]))
}

/** Counts one failure; resets a count whose last failure is older than `forgetBefore`. */
export async function addFailure(
  q: Queryable,
  { key, forgetBefore, now }: { key: string; forgetBefore: Date; now: Date },
): Promise<void> {
  await q.query(
    `insert into auth.guesses (key, failures, last_failed_at) values ($1, 1, $2)
     on conflict (key) do update set last_failed_at = $2,
       failures = case when guesses.last_failed_at < $3 then 1 else guesses.failures + 1 end`,
    [key, now, forgetBefore],
  )
}

export async function forgetFailures(q: Queryable, key: string): Promise<void> {
  await q.query('delete from auth.guesses where key = $1', [key])
}

/** Counts one request in its window; false, and not counted, over the limit. */
export async function takeRequest(
  q: Queryable,
  { key, windowStartsAt, limit }: { key: string; windowStartsAt: Date; limit: number },
): Promise<boolean> {
  const { rowCount } = await q.query(
    `insert into auth.request_counts (key, window_starts_at, count) values ($1, $2, 1)
     on conflict (key, window_starts_at) do update set count = request_counts.count + 1
     where request_counts.count < $3`,
    [key, windowStartsAt, limit],
  )
  return rowCount === 1
}

export async function forgetRequests(q: Queryable, key: string): Promise<void> {
  await q.query('delete from auth.request_counts where key = $1', [key])
}
