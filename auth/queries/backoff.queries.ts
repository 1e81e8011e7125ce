import type { Queryable } from '../db/database.ts'

export type Failures = { failures: number; lastFailedAt: Date }

/** The failures counted under each key; keys without any are missing. */
export async function findFailures(q: Queryable, keys: string[]): Promise<Map<string, Failures>> {
  const { rows } = await q.query<Failures & { key: string }>(
    `select key, failures, last_failed_at as "lastFailedAt" from auth.failed_attempts where key = any($1)`,
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
    `insert into auth.failed_attempts (key, failures, last_failed_at) values ($1, 1, $2)
     on conflict (key) do update set last_failed_at = $2,
       failures = case when failed_attempts.last_failed_at < $3 then 1 else failed_attempts.failures + 1 end`,
    [key, now, forgetBefore],
  )
}

export async function forgetFailures(q: Queryable, key: string): Promise<void> {
  await q.query('delete from auth.failed_attempts where key = $1', [key])
}
