import { randomUUID } from 'node:crypto'
import { type Queryable, sqlState } from '../db/database.ts'

// All recovery codes of a user count as one factor.

export type RecoveryFactor = { id: string; friendlyName: string }

export async function findRecoveryFactor(
  q: Queryable,
  userId: string,
): Promise<RecoveryFactor | null> {
  const { rows } = await q.query<RecoveryFactor>(
    `select id, friendly_name as "friendlyName" from auth.mfa_factors
     where user_id = $1 and factor_type = 'recovery_code'`,
    [userId],
  )
  return rows[0] ?? null
}

/** False when the user has a factor of this name. */
export async function insertRecoveryFactor(
  q: Queryable,
  { id, friendlyName, userId, now }: RecoveryFactor & { userId: string; now: Date },
): Promise<boolean> {
  try {
    await q.query(
      `insert into auth.mfa_factors
         (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
       values ($1, $2, $3, 'recovery_code', 'verified', $4, $4)`,
      [id, userId, friendlyName, now],
    )
    return true
  } catch (error) {
    if (sqlState(error) === '23505') return false
    throw error
  }
}

export async function replaceRecoveryCodes(
  q: Queryable,
  { userId, hashes, now }: { userId: string; hashes: Buffer[]; now: Date },
): Promise<void> {
  await deleteRecoveryCodes(q, userId)
  await q.query(
    `insert into auth.mfa_recovery_codes (id, user_id, code_hash, created_at)
     select id, $1, code_hash, $2 from unnest($3::uuid[], $4::bytea[]) as made (id, code_hash)`,
    [userId, now, hashes.map(() => randomUUID()), hashes],
  )
}

/** False when it is unknown or already used. */
export async function consumeRecoveryCode(
  q: Queryable,
  { userId, hash, now }: { userId: string; hash: Buffer; now: Date },
): Promise<boolean> {
  const { rowCount } = await q.query(
    `update auth.mfa_recovery_codes set used_at = $3
     where user_id = $1 and code_hash = $2 and used_at is null`,
    [userId, hash, now],
  )
  return rowCount === 1
}

export async function countRecoveryCodes(q: Queryable, userId: string): Promise<number> {
  const { rows } = await q.query<{ left: number }>(
    `select count(*)::int as left from auth.mfa_recovery_codes
     where user_id = $1 and used_at is null`,
    [userId],
  )
  return rows[0]?.left ?? 0
}

export async function deleteRecoveryCodes(q: Queryable, userId: string): Promise<void> {
  await q.query('delete from auth.mfa_recovery_codes where user_id = $1', [userId])
}
