import { type Queryable, sqlState } from '../db/database.ts'
import type { Account } from '../user.ts'
import { newIdentity } from '../users/new-user.ts'
import { insertIdentity } from './users.queries.ts'

/** Indexed by `email_change_confirm_status`. */
export type ConfirmedSide = 'none' | 'new' | 'current'
const SIDES: ConfirmedSide[] = ['none', 'new', 'current']

export async function setPendingEmail(
  q: Queryable,
  userId: string,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  await q.query(
    `update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = $3
     where id = $1`,
    [userId, email, now],
  )
}

export async function confirmedSideOf(q: Queryable, userId: string): Promise<ConfirmedSide> {
  const { rows } = await q.query<{ status: number }>(
    'select email_change_confirm_status as status from auth.users where id = $1',
    [userId],
  )
  return SIDES[rows[0]?.status ?? 0] ?? 'none'
}

export async function setConfirmedSide(
  q: Queryable,
  userId: string,
  side: ConfirmedSide,
): Promise<void> {
  await q.query('update auth.users set email_change_confirm_status = $2 where id = $1', [
    userId,
    SIDES.indexOf(side),
  ])
}

/** False when the address is taken. */
export async function applyPendingEmail(
  q: Queryable,
  account: Account,
  { email, now }: { email: string; now: Date },
): Promise<boolean> {
  const isFree = await changed(q, [
    `update auth.users set email = $2, email_confirmed_at = $3, email_change = null,
       email_change_confirm_status = 0, is_anonymous = false, updated_at = $3
     where id = $1`,
    [account.id, email, now],
  ])
  if (isFree) await upsertIdentity(q, account, { provider: 'email', contact: email, now })
  return isFree
}

export async function setPendingPhone(
  q: Queryable,
  userId: string,
  { phone, now }: { phone: string; now: Date },
): Promise<void> {
  await q.query('update auth.users set phone_change = $2, updated_at = $3 where id = $1', [
    userId,
    phone,
    now,
  ])
}

/** False when the number is taken. */
export async function applyPendingPhone(
  q: Queryable,
  account: Account,
  { phone, now }: { phone: string; now: Date },
): Promise<boolean> {
  const isFree = await changed(q, [
    `update auth.users set phone = $2, phone_confirmed_at = $3, phone_change = null,
       is_anonymous = false, updated_at = $3
     where id = $1`,
    [account.id, phone, now],
  ])
  if (isFree) await upsertIdentity(q, account, { provider: 'phone', contact: phone, now })
  return isFree
}

export async function confirmPhone(
  q: Queryable,
  account: Account,
  { keepPassword, now }: { keepPassword: boolean; now: Date },
): Promise<void> {
  await q.query(
    `update auth.users set phone_confirmed_at = $2, updated_at = $2,
       encrypted_password = case when $3 then encrypted_password end
     where id = $1`,
    [account.id, now, keepPassword],
  )
  await upsertIdentity(q, account, { provider: 'phone', contact: account.phone ?? '', now })
}

async function upsertIdentity(
  q: Queryable,
  account: Account,
  { provider, contact, now }: { provider: 'email' | 'phone'; contact: string; now: Date },
): Promise<void> {
  const claims = { [provider]: contact, [`${provider}_verified`]: true }
  const email = provider === 'email' ? contact : null
  const { rowCount } = await q.query(
    `update auth.identities set identity_data = identity_data || $3::jsonb, email = $4,
       updated_at = $5
     where user_id = $1 and provider = $2`,
    [account.id, provider, claims, email, now],
  )
  if (rowCount === 0) {
    const data = { sub: account.id, email_verified: false, phone_verified: false, ...claims }
    await insertIdentity(q, newIdentity({ userId: account.id, provider, email, data, now }))
  }
  await q.query(
    `update auth.users set raw_user_meta_data = raw_user_meta_data || $2::jsonb,
       raw_app_meta_data = raw_app_meta_data
         || jsonb_build_object('provider', coalesce(raw_app_meta_data ->> 'provider', $3::text))
         || jsonb_build_object('providers', (
              select jsonb_agg(distinct provider) from auth.identities where user_id = $1))
     where id = $1`,
    [account.id, claims, provider],
  )
}

// A unique violation must not abort the transaction.
async function changed(q: Queryable, [sql, values]: [string, unknown[]]): Promise<boolean> {
  await q.query('savepoint change')
  try {
    await q.query(sql, values)
    return true
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    await q.query('rollback to savepoint change')
    return false
  }
}
