import { type Queryable, sqlState } from '../db/database.ts'
import type { Account, Metadata } from '../user.ts'
import { ACCOUNT } from './users.queries.ts'

export async function listAccounts(
  q: Queryable,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ accounts: Account[]; total: number }> {
  const { rows } = await q.query<Account>(
    `select ${ACCOUNT} from auth.users where deleted_at is null
     order by created_at desc, id desc limit $1 offset $2`,
    [perPage, (page - 1) * perPage],
  )
  const counted = await q.query<{ total: number }>(
    'select count(*)::int as total from auth.users where deleted_at is null',
  )
  return { accounts: rows, total: counted.rows[0]?.total ?? 0 }
}

const COLUMNS = {
  aud: 'aud',
  role: 'role',
  email: 'email',
  phone: 'phone',
  emailConfirmedAt: 'email_confirmed_at',
  phoneConfirmedAt: 'phone_confirmed_at',
  bannedUntil: 'banned_until',
  invitedAt: 'invited_at',
  confirmationSentAt: 'confirmation_sent_at',
  recoverySentAt: 'recovery_sent_at',
  signedUpAt: 'signed_up_at',
} satisfies Partial<Record<keyof Account, string>>

export type AccountChanges = Partial<Pick<Account, keyof typeof COLUMNS>>

/** False when the address or number is taken. */
export async function updateAccount(
  q: Queryable,
  userId: string,
  { changes, now }: { changes: AccountChanges; now: Date },
): Promise<boolean> {
  const given = Object.entries(COLUMNS).flatMap(([key, column]) => {
    const value: unknown = Reflect.get(changes, key)
    return value === undefined ? [] : [{ column, value }]
  })
  const set = given.map(({ column }, n) => `, ${column} = $${n + 3}`).join('')
  try {
    await q.query(`update auth.users set updated_at = $2${set} where id = $1`, [
      userId,
      now,
      ...given.map(({ value }) => value),
    ])
    return true
  } catch (error) {
    if (sqlState(error) === '23505') return false
    throw error
  }
}

/** null removes a key. */
export async function mergeAppMetadata(
  q: Queryable,
  userId: string,
  { changes, now }: { changes: Metadata; now: Date },
): Promise<void> {
  const gone = Object.keys(changes).filter((key) => changes[key] === null)
  await q.query(
    `update auth.users set raw_app_meta_data = (raw_app_meta_data || $2::jsonb) - $3::text[],
       updated_at = $4
     where id = $1`,
    [userId, changes, gone, now],
  )
}

/** False when there is none. */
export async function updateIdentity(
  q: Queryable,
  userId: string,
  { provider, value, now }: { provider: 'email' | 'phone'; value: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await q.query(
    `update auth.identities set updated_at = $4, identity_data = identity_data || $3::jsonb,
       email = case when $2 = 'email' then $5 else email end
     where user_id = $1 and provider = $2`,
    [userId, provider, { [provider]: value }, now, value],
  )
  return (rowCount ?? 0) > 0
}

export async function clearPassword(q: Queryable, userId: string, now: Date): Promise<void> {
  await q.query('update auth.users set encrypted_password = null, updated_at = $2 where id = $1', [
    userId,
    now,
  ])
}

/** The audit log stays. */
export async function deleteAccount(q: Queryable, userId: string): Promise<void> {
  await q.query('delete from auth.users where id = $1', [userId])
}

const OWNED = [
  ...['identities', 'sessions', 'mfa_factors', 'mfa_recovery_codes'],
  ...['one_time_tokens', 'flow_state'],
]

export async function softDeleteAccount(q: Queryable, userId: string, now: Date): Promise<void> {
  for (const table of OWNED) await q.query(`delete from auth.${table} where user_id = $1`, [userId])
  await q.query(
    `update auth.users set deleted_at = $2, updated_at = $2, email = null, phone = null,
       email_change = null, phone_change = null, encrypted_password = null,
       raw_app_meta_data = '{}', raw_user_meta_data = '{}'
     where id = $1`,
    [userId, now],
  )
}
