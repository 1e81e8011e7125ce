import { asyncCommit, type Queryable } from '../db/database.ts'
import type { Account, Factor, Identity, Metadata, User } from '../user.ts'

export const ACCOUNT = `
  id, aud, role, email, phone, encrypted_password as "passwordHash",
  email_confirmed_at as "emailConfirmedAt", phone_confirmed_at as "phoneConfirmedAt",
  invited_at as "invitedAt", confirmation_sent_at as "confirmationSentAt",
  recovery_sent_at as "recoverySentAt", email_change as "newEmail",
  email_change_sent_at as "emailChangeSentAt", phone_change as "newPhone",
  phone_change_sent_at as "phoneChangeSentAt", reauthentication_sent_at as "reauthenticationSentAt",
  last_sign_in_at as "lastSignInAt", signed_up_at as "signedUpAt", raw_app_meta_data as "appMetadata",
  raw_user_meta_data as "userMetadata", is_anonymous as "isAnonymous",
  banned_until as "bannedUntil", created_at as "createdAt", updated_at as "updatedAt"`

const IDENTITY = `
  id, provider, provider_id as "providerId", user_id as "userId", identity_data as data, email,
  last_sign_in_at as "lastSignInAt", created_at as "createdAt", updated_at as "updatedAt"`

const FACTOR = `
  id, friendly_name as "friendlyName", factor_type as type, status, phone,
  created_at as "createdAt", updated_at as "updatedAt", last_challenged_at as "lastChallengedAt"`

/** Without SSO accounts. */
export async function findAccountByEmail(q: Queryable, email: string): Promise<Account | null> {
  const { rows } = await q.query<Account>(
    `select ${ACCOUNT} from auth.users
     where email = $1 and is_sso_user = false and deleted_at is null`,
    [email],
  )
  return rows[0] ?? null
}

export async function findAccount(q: Queryable, userId: string): Promise<Account | null> {
  const { rows } = await q.query<Account>(
    `select ${ACCOUNT} from auth.users where id = $1 and deleted_at is null`,
    [userId],
  )
  return rows[0] ?? null
}

export async function findAccountByPhone(q: Queryable, phone: string): Promise<Account | null> {
  const { rows } = await q.query<Account>(
    `select ${ACCOUNT} from auth.users where phone = $1 and deleted_at is null`,
    [phone],
  )
  return rows[0] ?? null
}

export async function lockAccount(q: Queryable, userId: string): Promise<Account | null> {
  const { rows } = await q.query<Account>(
    `select ${ACCOUNT} from auth.users where id = $1 and deleted_at is null for update`,
    [userId],
  )
  return rows[0] ?? null
}

export async function withDetails(q: Queryable, account: Account): Promise<User> {
  const { rows } = await q.query<DetailsRow>(`select ${detailsOf('$1')}`, [account.id])
  return { ...account, ...toDetails(rows[0]) }
}

export type UserDetails = Pick<User, 'identities' | 'factors'>

/** JSON: dates are texts. */
export type DetailsRow = { identities: Identity[]; factors: Factor[] }

/** The columns of a DetailsRow, for the user whose id `userId` gives. */
export function detailsOf(userId: string): string {
  return `
    (select coalesce(json_agg(i order by "createdAt", id), '[]')
     from (select ${IDENTITY} from auth.identities where user_id = ${userId}) i) as identities,
    (select coalesce(json_agg(f order by "createdAt", id), '[]')
     from (select ${FACTOR} from auth.mfa_factors where user_id = ${userId}) f) as factors`
}

export function toDetails(row: DetailsRow | undefined): UserDetails {
  return {
    identities: (row?.identities ?? []).map((identity) => ({
      ...withDates(identity),
      lastSignInAt: identity.lastSignInAt && new Date(identity.lastSignInAt),
    })),
    factors: (row?.factors ?? []).map((factor) => ({
      ...withDates(factor),
      lastChallengedAt: factor.lastChallengedAt && new Date(factor.lastChallengedAt),
    })),
  }
}

function withDates<T extends { createdAt: Date; updatedAt: Date }>(row: T): T {
  return { ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) }
}

/** False when the address or number is taken. */
export async function insertUser(q: Queryable, user: User): Promise<boolean> {
  const { rowCount } = await q.query(
    `with stored as (insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at,
       confirmation_sent_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, phone,
       phone_confirmed_at, is_anonymous, signed_up_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12, $13, $14)
     on conflict do nothing returning id),
     identities as (
       insert into auth.identities (id, provider, provider_id, user_id, identity_data, email,
         last_sign_in_at, created_at, updated_at)
       select i.id, i.provider, i."providerId", stored.id, i.data, i.email, i."lastSignInAt",
         i."createdAt", i."createdAt"
       from stored, jsonb_to_recordset($15) as i (id uuid, provider text, "providerId" text,
         data jsonb, email text, "lastSignInAt" timestamptz, "createdAt" timestamptz))
     select 1 from stored`,
    [
      user.id,
      user.aud,
      user.role,
      user.email,
      user.passwordHash,
      user.emailConfirmedAt,
      user.confirmationSentAt,
      user.appMetadata,
      user.userMetadata,
      user.createdAt,
      user.phone,
      user.phoneConfirmedAt,
      user.isAnonymous,
      user.signedUpAt,
      JSON.stringify(user.identities),
    ],
  )
  return rowCount === 1
}

export async function insertIdentity(q: Queryable, identity: Identity): Promise<void> {
  await q.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data, email,
       last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [
      identity.id,
      identity.provider,
      identity.providerId,
      identity.userId,
      identity.data,
      identity.email,
      identity.lastSignInAt,
      identity.createdAt,
    ],
  )
}

export async function confirmEmail(
  q: Queryable,
  userId: string,
  { keepPassword, now }: { keepPassword: boolean; now: Date },
): Promise<void> {
  await q.query(
    `with account as (
       update auth.users set email_confirmed_at = $2, updated_at = $2,
         encrypted_password = case when $3 then encrypted_password end,
         raw_user_meta_data = case when raw_user_meta_data ? 'email_verified'
           then raw_user_meta_data || '{"email_verified": true}' else raw_user_meta_data end
       where id = $1)
     update auth.identities set updated_at = $2,
       identity_data = identity_data || '{"email_verified": true}'
     where user_id = $1 and provider = 'email'`,
    [userId, now, keepPassword],
  )
}

export async function setPassword(
  q: Queryable,
  userId: string,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<void> {
  await q.query('update auth.users set encrypted_password = $2, updated_at = $3 where id = $1', [
    userId,
    passwordHash,
    now,
  ])
}

/** Unless the password has changed meanwhile. */
export async function replaceHash(
  q: Queryable,
  { userId, storedHash, newHash }: { userId: string; storedHash: string; newHash: string },
): Promise<void> {
  await q.query(
    'update auth.users set encrypted_password = $3 where id = $1 and encrypted_password = $2',
    [userId, storedHash, newHash],
  )
}

/** null removes a key. Returns the merged metadata. */
export async function mergeUserMetadata(
  q: Queryable,
  userId: string,
  { changes, now }: { changes: Metadata; now: Date },
): Promise<Metadata> {
  const gone = Object.keys(changes).filter((key) => changes[key] === null)
  const { rows } = await q.query<{ merged: Metadata }>(
    `update auth.users set raw_user_meta_data = (raw_user_meta_data || $2::jsonb) - $3::text[],
       updated_at = $4
     where id = $1 returning raw_user_meta_data as merged`,
    [userId, changes, gone, now],
  )
  return rows[0]?.merged ?? {}
}

export type MailKind =
  | 'confirmation'
  | 'recovery'
  | 'repeated_signup'
  | 'magiclink'
  | 'email_change'
  | 'phone_change'
  | 'reauthentication'

/** False when one was sent after `since`; of concurrent requests one succeeds. */
export async function claimMail(
  q: Queryable,
  userId: string,
  { kind, since, now }: { kind: MailKind; since: Date; now: Date },
): Promise<boolean> {
  const { rowCount } = await q.query(
    `update auth.users set ${kind}_sent_at = $2 from cast($1 as uuid) as user_id${asyncCommit(q)}
     where id = user_id and (${kind}_sent_at is null or ${kind}_sent_at <= $3)`,
    [userId, now, since],
  )
  return rowCount === 1
}
