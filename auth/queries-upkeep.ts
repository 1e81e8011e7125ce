import { randomUUID } from 'node:crypto'
import type { Queryable } from './db/database.ts'

export type AuditEntry = {
  action: AuditAction
  userId?: string
  sessionId?: string
  ip: string
  payload?: Record<string, unknown>
  now: Date
}

export type AuditAction =
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'user_signedup'
  | 'user_repeated_signup'
  | 'user_recovery_requested'
  | 'user_confirmation_requested'
  | 'user_confirmed'
  | 'user_modified'
  | 'user_updated_password'
  | 'token_refreshed'
  | 'token_revoked'
  | 'verification_failed'

/** Writes down what happened; in the transaction of what it tells of. */
export async function insertAuditEntry(q: Queryable, entry: AuditEntry): Promise<void> {
  await q.query(
    `insert into auth.audit_log_entries (id, action, user_id, session_id, ip_address, payload, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      randomUUID(),
      entry.action,
      entry.userId ?? null,
      entry.sessionId ?? null,
      entry.ip,
      entry.payload ?? {},
      entry.now,
    ],
  )
}

/** Deletes what can no longer be of use: everything transient that is older than a day. */
export async function deleteStale(q: Queryable, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000)
  for (const [table, column] of [
    ['one_time_tokens', 'link_expires_at'],
    ['flow_state', 'created_at'],
    ['oauth_client_states', 'created_at'],
    ['mfa_challenges', 'created_at'],
    ['guesses', 'last_failed_at'],
    ['request_counts', 'window_starts_at'],
  ])
    await q.query(`delete from auth.${table} where ${column} < $1`, [dayAgo])
  await q.query(`delete from auth.mfa_factors where status = 'unverified' and created_at < $1`, [
    dayAgo,
  ])
}
