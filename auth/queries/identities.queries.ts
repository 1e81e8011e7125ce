import type { Queryable } from '../db/database.ts'
import type { Account, Identity, Metadata } from '../user.ts'
import { newIdentity } from '../users/new-user.ts'
import { insertIdentity } from './users.queries.ts'

export async function findIdentity(
  q: Queryable,
  { provider, providerId }: { provider: string; providerId: string },
): Promise<{ id: string; userId: string } | null> {
  const { rows } = await q.query<{ id: string; userId: string }>(
    `select id, user_id as "userId" from auth.identities where provider = $1 and provider_id = $2`,
    [provider, providerId],
  )
  return rows[0] ?? null
}

export async function refreshIdentity(
  q: Queryable,
  identityId: string,
  { data, email, now }: { data: Metadata; email: string; now: Date },
): Promise<void> {
  await q.query(
    `update auth.identities set identity_data = $2, email = $3, last_sign_in_at = $4, updated_at = $4
     where id = $1`,
    [identityId, data, email || null, now],
  )
}

export async function findIdentitiesOf(
  q: Queryable,
  userId: string,
): Promise<Pick<Identity, 'id' | 'provider' | 'providerId' | 'email' | 'data'>[]> {
  const { rows } = await q.query(
    `select id, provider, provider_id as "providerId", email, identity_data as data
     from auth.identities where user_id = $1 order by created_at, id`,
    [userId],
  )
  return rows
}

export async function deleteIdentity(q: Queryable, identityId: string): Promise<void> {
  await q.query('delete from auth.identities where id = $1', [identityId])
}

export async function updateProviders(q: Queryable, userId: string, now: Date): Promise<void> {
  const providers = [...new Set((await findIdentitiesOf(q, userId)).map((one) => one.provider))]
  const changes = { providers, ...(providers[0] && { provider: providers[0] }) }
  await q.query(
    `update auth.users set raw_app_meta_data = raw_app_meta_data || $2::jsonb, updated_at = $3
     where id = $1`,
    [userId, changes, now],
  )
}

/** Throws 23505 when the address is taken. */
export async function setEmail(
  q: Queryable,
  userId: string,
  { email, confirmed, now }: { email: string | null; confirmed: boolean; now: Date },
): Promise<void> {
  await q.query(
    `update auth.users set email = $2, email_confirmed_at = case when $3 then $4::timestamptz end,
       is_anonymous = false, updated_at = $4
     where id = $1`,
    [userId, email, confirmed, now],
  )
}

export async function removePhone(q: Queryable, userId: string, now: Date): Promise<void> {
  await q.query(
    'update auth.users set phone = null, phone_confirmed_at = null, updated_at = $2 where id = $1',
    [userId, now],
  )
}

/** Everything that another person may have set, except the identity `keep`. */
export async function clearUnconfirmedAccount(
  q: Queryable,
  { id }: Account,
  { keep, data, now }: { keep: string; data: Metadata; now: Date },
): Promise<void> {
  await q.query('delete from auth.identities where user_id = $1 and id <> $2', [id, keep])
  for (const table of ['mfa_factors', 'mfa_recovery_codes', 'sessions'])
    await q.query(`delete from auth.${table} where user_id = $1`, [id])
  await q.query(
    `update auth.users set encrypted_password = null, phone = null, phone_confirmed_at = null,
       email_change = null, phone_change = null, raw_user_meta_data = $2, updated_at = $3
     where id = $1`,
    [id, data, now],
  )
}

export async function resetToEmailIdentity(
  q: Queryable,
  { id: userId, email }: Account,
  now: Date,
): Promise<void> {
  const { rowCount } = await q.query(
    `delete from auth.identities where user_id = $1 and provider not in ('email', 'phone')`,
    [userId],
  )
  if (rowCount === 0) return
  const left = await findIdentitiesOf(q, userId)
  if (!left.some(({ provider }) => provider === 'email')) {
    const data = { sub: userId, email, email_verified: true, phone_verified: false }
    await insertIdentity(q, newIdentity({ userId, provider: 'email', email, data, now }))
  }
  await updateProviders(q, userId, now)
}
