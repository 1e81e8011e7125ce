import { randomUUID } from 'node:crypto'
import type { Queryable } from '../db/database.ts'

export type AuditEntry = {
  action: AuditAction
  userId?: string
  sessionId?: string
  ip: string
  payload?: Record<string, unknown>
  now: Date
}

/** All audit actions: those of auth-protocol 2.11 and our own. */
export const AUDIT_ACTIONS = [
  'login',
  'login_failed',
  'logout',
  'user_signedup',
  'user_repeated_signup',
  'user_invited',
  'invite_accepted',
  'user_deleted',
  'user_recovery_requested',
  'user_confirmation_requested',
  'user_confirmed',
  'sign_in_link_requested',
  'sms_requested',
  'reauthentication_requested',
  'user_reauthenticated',
  'email_change_requested',
  'email_change_confirmed',
  'user_updated_email',
  'phone_change_requested',
  'user_updated_phone',
  'user_modified',
  'user_updated_password',
  'token_refreshed',
  'token_revoked',
  'verification_failed',
  'factor_in_progress',
  'challenge_created',
  'verification_attempted',
  'factor_verified',
  'factor_unenrolled',
  'recovery_codes_made',
  'recovery_code_used',
  'identity_linked',
  'identity_unlinked',
] as const

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Appends to the audit log; call it in the transaction of the action. */
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
const DAY_MS = 86_400_000
/** Decision 16. */
const AUDIT_DAYS = 365

type Stale = { table: string; key: string; from: string; days: number; more?: string }

const STALE: Stale[] = [
  { table: 'one_time_tokens', key: 'id', from: 'link_expires_at', days: 1 },
  // Keep the flow of a mail as long as the mail's link lives.
  {
    ...{ table: 'flow_state', key: 'id', from: 'updated_at', days: 1 },
    more: `and not exists (select 1 from auth.one_time_tokens o
      where o.user_id = flow_state.user_id and o.link_expires_at >= $1)`,
  },
  { table: 'oauth_client_states', key: 'id', from: 'created_at', days: 1 },
  { table: 'used_id_tokens', key: 'mark', from: 'expires_at', days: 1 },
  { table: 'mfa_challenges', key: 'id', from: 'created_at', days: 1 },
  { table: 'guesses', key: 'key', from: 'last_failed_at', days: 1 },
  { table: 'request_counts', key: 'key, window_starts_at', from: 'window_starts_at', days: 1 },
  {
    ...{ table: 'mfa_factors', key: 'id', from: 'created_at', days: 1 },
    more: `and status = 'unverified'`,
  },
  { table: 'sessions', key: 'id', from: 'not_after', days: 1 },
  { table: 'audit_log_entries', key: 'id', from: 'created_at', days: AUDIT_DAYS },
]

/**
 * Deletes transient rows a day after their end and the audit log after a year. Works in batches and
 * skips locked rows, so it blocks nobody and may run concurrently.
 */
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
