// For the user to read: no secrets or keyed hashes.
import type { Queryable } from '../db/database.ts'

type Row = Record<string, unknown>

export type AccountRecords = {
  log: Row[]
  challenges: Row[]
  recoveryCodes: Row[]
  links: Row[]
}

export async function findAccountRecords(q: Queryable, userId: string): Promise<AccountRecords> {
  const rowsOf = async (text: string) => (await q.query<Row>(text, [userId])).rows
  return {
    log: await rowsOf(
      // 'address' in the payload is a keyed hash.
      `select action, created_at as at, nullif(ip_address, '') as address, payload - 'address' as details
       from auth.audit_log_entries where user_id = $1 order by created_at desc, id`,
    ),
    challenges: await rowsOf(
      `select f.friendly_name as factor, f.factor_type as kind, c.created_at as asked_at,
         c.verified_at as shown_at, c.attempts as wrong_tries, c.ip_address as address
       from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
       where f.user_id = $1 order by c.created_at desc, c.id`,
    ),
    recoveryCodes: await rowsOf(
      `select created_at as made_at, used_at from auth.mfa_recovery_codes
       where user_id = $1 order by created_at desc, id`,
    ),
    links: await rowsOf(
      `select token_type as kind, relates_to as sent_to, created_at as sent_at,
         link_expires_at as link_ends_at, code_expires_at as code_ends_at, attempts as wrong_tries
       from auth.one_time_tokens where user_id = $1 order by created_at desc, id`,
    ),
  }
}
