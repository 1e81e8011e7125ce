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
  | 'user_invited'
  | 'user_deleted'
  | 'user_recovery_requested'
  | 'user_confirmation_requested'
  | 'user_confirmed'
  | 'sign_in_link_requested'
  | 'sms_requested'
  | 'reauthentication_requested'
  | 'email_change_requested'
  | 'email_change_confirmed'
  | 'user_updated_email'
  | 'phone_change_requested'
  | 'user_updated_phone'
  | 'user_modified'
  | 'user_updated_password'
  | 'token_refreshed'
  | 'token_revoked'
  | 'verification_failed'
  | 'factor_in_progress'
  | 'challenge_created'
  | 'verification_attempted'
  | 'factor_verified'
  | 'factor_unenrolled'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'identity_linked'
  | 'identity_unlinked'

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

const BATCH = 1_000

// Each with its primary key, and with the moment that its age is counted from.
const STALE: [table: string, key: string, from: string, more?: string][] = [
  ['one_time_tokens', 'id', 'link_expires_at'],
  ['flow_state', 'id', 'created_at'],
  ['oauth_client_states', 'id', 'created_at'],
  ['mfa_challenges', 'id', 'created_at'],
  ['guesses', 'key', 'last_failed_at'],
  ['request_counts', 'key, window_starts_at', 'window_starts_at'],
  ['mfa_factors', 'id', 'created_at', `and status = 'unverified'`],
]

/**
 * Deletes what can no longer be of use: everything transient that is older than a day. A batch at a
 * time, leaving what is being written, so that it holds nobody up and may run twice at once.
 */
export async function deleteStale(q: Queryable, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000)
  for (const [table, key, from, more = ''] of STALE) {
    let deleted: number
    do {
      const { rowCount } = await q.query(
        `delete from auth.${table} where (${key}) in (select ${key} from auth.${table}
           where ${from} < $1 ${more} order by ${key} limit $2 for update skip locked)`,
        [dayAgo, BATCH],
      )
      deleted = rowCount ?? 0
    } while (deleted === BATCH)
  }
}
