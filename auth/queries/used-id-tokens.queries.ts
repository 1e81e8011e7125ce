import type { Queryable } from '../db/database.ts'

/** Remembers an id token by its keyed hash while it lasts; false when it was remembered before. */
export async function rememberIdToken(
  q: Queryable,
  { mark, expiresAt }: { mark: Buffer; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await q.query(
    'insert into auth.used_id_tokens (mark, expires_at) values ($1, $2) on conflict do nothing',
    [mark, expiresAt],
  )
  return rowCount === 1
}
