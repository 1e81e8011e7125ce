import type { Queryable } from '../db/database.ts'
import type { Account, Metadata } from '../user.ts'
import { ACCOUNT } from './users.queries.ts'

export async function lockAccountOf(
  q: Queryable,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<Account | null> {
  const { rows } = await q.query<Account>(
    `select ${ACCOUNT} from auth.users
     where ${email ? 'email = $1 and is_sso_user = false' : 'phone = $1'} and deleted_at is null
     for update`,
    [email ?? phone],
  )
  return rows[0] ?? null
}

export async function findUnconfirmedSignUps(q: Queryable, before: Date): Promise<string[]> {
  const { rows } = await q.query<{ id: string }>(
    `select id from auth.users where signed_up_at <= $1 and email_confirmed_at is null
       and phone_confirmed_at is null and last_sign_in_at is null order by signed_up_at`,
    [before],
  )
  return rows.map(({ id }) => id)
}

export async function clearUnconfirmedSignUp(
  q: Queryable,
  userId: string,
  { claims, data, now }: { claims: Metadata; data: Metadata; now: Date },
): Promise<void> {
  for (const table of ['mfa_factors', 'mfa_recovery_codes', 'sessions'])
    await q.query(`delete from auth.${table} where user_id = $1`, [userId])
  await q.query(
    `update auth.identities set identity_data = $2, updated_at = $3
     where user_id = $1 and provider in ('email', 'phone')`,
    [userId, claims, now],
  )
  await q.query(
    `update auth.users set encrypted_password = null, email_change = null, phone_change = null,
       raw_user_meta_data = $2, updated_at = $3
     where id = $1`,
    [userId, data, now],
  )
}
