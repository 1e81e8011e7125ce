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

/** auth-protocol 2.11 and our own. */
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

/** Call it in the transaction of the action. */
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
