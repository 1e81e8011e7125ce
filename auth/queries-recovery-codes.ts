import { randomUUID } from 'node:crypto'
import type { Queryable } from './db/database.ts'

/** Replaces the user's recovery codes, used or not, by these. */
export async function putRecoveryCodes(
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

/** Uses a code up; false when it is none of the user's or was used before. */
export async function spendRecoveryCode(
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

/** How many of the user's codes still open. */
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
