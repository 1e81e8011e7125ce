import { asyncCommit, type Queryable } from '../db/database.ts'

/**
 * Counts an attempt in the window that the first attempt began; false, and not counted, at the
 * limit. One statement, so that concurrent attempts cannot exceed the limit.
 */
export async function countWithin(
  q: Queryable,
  { key, limit, seconds, now }: { key: string; limit: number; seconds: number; now: Date },
): Promise<boolean> {
  const { rowCount } = await q.query(
    `insert into auth.rate_limits as r (key, window_starts_at, count)
     select key, $2::timestamptz, 1 from cast($1 as text) as key${asyncCommit(q)}
     on conflict (key) do update set
       count = case when r.window_starts_at <= $3 then 1 else r.count + 1 end,
       window_starts_at = case when r.window_starts_at <= $3 then $2 else r.window_starts_at end
     where r.window_starts_at <= $3 or r.count < $4`,
    [key, now, new Date(now.getTime() - seconds * 1000), limit],
  )
  return rowCount === 1
}

/** Starts of the windows in which no attempt is left. */
export async function findFullWindows(
  q: Queryable,
  counters: { key: string; limit: number }[],
): Promise<Date[]> {
  const { rows } = await q.query<{ start: Date }>(
    `select r.window_starts_at as start from auth.rate_limits r
     join unnest($1::text[], $2::int[]) as asked (key, most) using (key) where r.count >= asked.most`,
    [counters.map(({ key }) => key), counters.map(({ limit }) => limit)],
  )
  return rows.map(({ start }) => start)
}

export async function deleteCounter(q: Queryable, key: string): Promise<void> {
  await q.query('delete from auth.rate_limits where key = $1', [key])
}
