import type { Queryable } from '../db/database.ts'

const BATCH = 1_000
const DAY_MS = 86_400_000
/** Decision 16. */
const AUDIT_DAYS = 365
const IDLE_SESSION_DAYS = 400

type Stale = { table: string; key: string; from: string; days: number; more?: string }

const STALE: Stale[] = [
  { table: 'one_time_tokens', key: 'id', from: 'link_expires_at', days: 1 },
  // The flow of a mail lives as long as the mail's link.
  {
    table: 'flow_state',
    key: 'id',
    from: 'updated_at',
    days: 1,
    more: `and not exists (select 1 from auth.one_time_tokens o
      where o.user_id = flow_state.user_id and o.link_expires_at >= $1)`,
  },
  { table: 'oauth_client_states', key: 'id', from: 'created_at', days: 1 },
  { table: 'used_id_tokens', key: 'mark', from: 'expires_at', days: 1 },
  { table: 'mfa_challenges', key: 'id', from: 'created_at', days: 1 },
  { table: 'failed_attempts', key: 'key', from: 'last_failed_at', days: 1 },
  { table: 'rate_limits', key: 'key', from: 'window_starts_at', days: 1 },
  {
    table: 'mfa_factors',
    key: 'id',
    from: 'created_at',
    days: 1,
    more: `and status = 'unverified'`,
  },
  { table: 'sessions', key: 'id', from: 'not_after', days: 1 },
  // Browsers keep no cookie for longer, so nothing can refresh these.
  {
    table: 'sessions',
    key: 'id',
    from: 'created_at',
    days: IDLE_SESSION_DAYS,
    more: `and updated_at < $1`,
  },
  { table: 'audit_log_entries', key: 'id', from: 'created_at', days: AUDIT_DAYS },
]

/** In batches that skip locked rows, so that it blocks nothing and may run concurrently. */
export async function deleteStale(q: Queryable, now: Date): Promise<void> {
  for (const { table, key, from, days, more = '' } of STALE) {
    const before = new Date(now.getTime() - days * DAY_MS)
    let deleted: number
    do {
      const { rowCount } = await q.query(
        `delete from auth.${table} where (${key}) in (select ${key} from auth.${table}
           where ${from} < $1 ${more} order by ${key} limit $2 for update skip locked)`,
        [before, BATCH],
      )
      deleted = rowCount ?? 0
    } while (deleted === BATCH)
  }
}
