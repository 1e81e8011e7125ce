import { randomUUID } from 'node:crypto'
import { type Queryable, sqlState } from '../db/database.ts'

const SECOND_METHODS = ['totp', 'mfa/phone', 'mfa/recovery_code'] as const
export type SecondMethod = (typeof SECOND_METHODS)[number]

export type StoredFactor = {
  id: string
  userId: string
  type: string
  status: 'unverified' | 'verified'
  sealedSecret: Buffer | null
  phone: string | null
}

const FACTOR = `id, user_id as "userId", factor_type as type, status, secret as "sealedSecret", phone`

type NewFactor = {
  id: string
  userId: string
  friendlyName: string
  type: 'totp' | 'phone'
  sealedSecret: Buffer | null
  phone: string | null
  now: Date
}

/** False when the user has a factor of this name. */
export async function insertFactor(q: Queryable, factor: NewFactor): Promise<boolean> {
  const { id, userId, friendlyName, type, sealedSecret, phone, now } = factor
  try {
    await q.query(
      `insert into auth.mfa_factors
         (id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at)
       values ($1, $2, $3, $4, 'unverified', $5, $6, $7, $7)`,
      [id, userId, friendlyName, type, sealedSecret, phone, now],
    )
    return true
  } catch (error) {
    if (sqlState(error) === '23505') return false
    throw error
  }
}

/** Without recovery codes; deletes unverified factors from before `since`. */
export async function countFactors(
  q: Queryable,
  { userId, since }: { userId: string; since: Date },
): Promise<{ all: number; verified: number }> {
  await q.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
       and coalesce(last_challenged_at, created_at) < $2`,
    [userId, since],
  )
  const { rows } = await q.query<{ all: number; verified: number }>(
    `select count(*)::int as all, (count(*) filter (where status = 'verified'))::int as verified
     from auth.mfa_factors where user_id = $1 and factor_type <> 'recovery_code'`,
    [userId],
  )
  return rows[0] ?? { all: 0, verified: 0 }
}

/** Without recovery codes. */
export async function hasVerifiedFactor(q: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await q.query(
    `select 1 from auth.mfa_factors
     where user_id = $1 and status = 'verified' and factor_type <> 'recovery_code' limit 1`,
    [userId],
  )
  return rowCount === 1
}

export async function findFactor(
  q: Queryable,
  { factorId, userId }: { factorId: string; userId: string },
): Promise<StoredFactor | null> {
  const { rows } = await q.query<StoredFactor>(
    `select ${FACTOR} from auth.mfa_factors where id = $1 and user_id = $2`,
    [factorId, userId],
  )
  return rows[0] ?? null
}

export async function lockFactor(q: Queryable, factorId: string): Promise<void> {
  await q.query('select 1 from auth.mfa_factors where id = $1 for update', [factorId])
}

export async function insertChallenge(
  q: Queryable,
  { id, factorId, ip, now }: { id: string; factorId: string; ip: string; now: Date },
): Promise<void> {
  await q.query(
    'insert into auth.mfa_challenges (id, factor_id, ip_address, created_at) values ($1, $2, $3, $4)',
    [id, factorId, ip, now],
  )
  await q.query('update auth.mfa_factors set last_challenged_at = $2 where id = $1', [
    factorId,
    now,
  ])
}

export type Challenge = { id: string; ip: string; verifiedAt: Date | null; createdAt: Date }

export async function findChallenge(
  q: Queryable,
  { challengeId, factorId }: { challengeId: string; factorId: string },
): Promise<Challenge | null> {
  const { rows } = await q.query<Challenge>(
    `select id, ip_address as ip, verified_at as "verifiedAt", created_at as "createdAt"
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [challengeId, factorId],
  )
  return rows[0] ?? null
}

/** False when it was already used. */
export async function consumeChallenge(
  q: Queryable,
  challengeId: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await q.query(
    'update auth.mfa_challenges set verified_at = $2 where id = $1 and verified_at is null',
    [challengeId, now],
  )
  return rowCount === 1
}

/** False when the time step was already used. */
export async function consumeTimeStep(
  q: Queryable,
  { factorId, step, now }: { factorId: string; step: number; now: Date },
): Promise<boolean> {
  const { rowCount } = await q.query(
    `update auth.mfa_factors set last_used_step = $2, status = 'verified', updated_at = $3
     where id = $1 and (last_used_step is null or last_used_step < $2)`,
    [factorId, step, now],
  )
  return rowCount === 1
}

/** The new refresh token count; two higher, so that the old token has no reuse interval. */
export async function raiseSessionToAal2(
  q: Queryable,
  {
    sessionId,
    factorId,
    method,
    now,
  }: { sessionId: string; factorId: string; method: SecondMethod; now: Date },
): Promise<number | null> {
  const { rows } = await q.query<{ counter: string }>(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3,
       refresh_token_counter = refresh_token_counter + 2
     where id = $1 returning refresh_token_counter as counter`,
    [sessionId, factorId, now],
  )
  const [raised] = rows
  if (!raised) return null
  await q.query(
    `insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
     values ($1, $2, $4, $3, $3)
     on conflict (session_id, authentication_method) do update set updated_at = $3`,
    [randomUUID(), sessionId, now, method],
  )
  return Number(raised.counter)
}

export async function deleteUnverified(q: Queryable, userId: string): Promise<void> {
  await q.query(`delete from auth.sessions where user_id = $1 and aal = 'aal1'`, [userId])
  await q.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [
    userId,
  ])
}

/** Sessions raised by it fall back to aal1. */
export async function deleteFactor(q: Queryable, factorId: string): Promise<void> {
  await q.query(
    `delete from auth.mfa_amr_claims where authentication_method = any($2)
       and session_id in (select id from auth.sessions where factor_id = $1)`,
    [factorId, SECOND_METHODS],
  )
  await q.query(`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1`, [
    factorId,
  ])
  await q.query('delete from auth.mfa_factors where id = $1', [factorId])
}
