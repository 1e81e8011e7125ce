import type { Queryable } from '../db/database.ts'

const MAX_CODE_ATTEMPTS = 5

type PhoneFactor = { id: string; friendlyName: string; status: string; phone: string | null }

export async function findFactorsOf(q: Queryable, userId: string): Promise<PhoneFactor[]> {
  const { rows } = await q.query<PhoneFactor>(
    `select id, friendly_name as "friendlyName", status, phone from auth.mfa_factors
     where user_id = $1`,
    [userId],
  )
  return rows
}

export async function findLastChallenge(q: Queryable, factorId: string): Promise<Date | null> {
  const { rows } = await q.query<{ at: Date | null }>(
    'select last_challenged_at as at from auth.mfa_factors where id = $1',
    [factorId],
  )
  return rows[0]?.at ?? null
}

export async function setChallengeCode(
  q: Queryable,
  { challengeId, codeHash }: { challengeId: string; codeHash: Buffer },
): Promise<void> {
  await q.query('update auth.mfa_challenges set otp_code = $2 where id = $1', [
    challengeId,
    codeHash,
  ])
}

/** Null when no attempt is left. */
export async function countChallengeAttempt(
  q: Queryable,
  challengeId: string,
): Promise<Buffer | null> {
  const { rows } = await q.query<{ codeHash: Buffer | null }>(
    `update auth.mfa_challenges set attempts = attempts + 1
     where id = $1 and attempts < $2 returning otp_code as "codeHash"`,
    [challengeId, MAX_CODE_ATTEMPTS],
  )
  return rows[0]?.codeHash ?? null
}

export async function markVerified(
  q: Queryable,
  { factorId, now }: { factorId: string; now: Date },
): Promise<void> {
  await q.query(`update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1`, [
    factorId,
    now,
  ])
}
