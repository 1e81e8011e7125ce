import type { Queryable } from '../db/database.ts'

/** False when it was already used. */
export async function insertUsedIdToken(
  q: Queryable,
  { tokenHash, expiresAt }: { tokenHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await q.query(
    'insert into auth.used_id_tokens (mark, expires_at) values ($1, $2) on conflict do nothing',
    [tokenHash, expiresAt],
  )
  return rowCount === 1
}
