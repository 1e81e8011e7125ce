import type { Queryable } from '../db/database.ts'

export async function insertClientState(
  q: Queryable,
  { id, provider, sealed, now }: { id: string; provider: string; sealed: Buffer; now: Date },
): Promise<void> {
  await q.query(
    `insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
     values ($1, $2, $3, $4)`,
    [id, provider, sealed, now],
  )
}

/** Null when it was already used. */
export async function consumeClientState(q: Queryable, id: string): Promise<Buffer | null> {
  const { rows } = await q.query<{ sealed: Buffer }>(
    'delete from auth.oauth_client_states where id = $1 returning code_verifier as sealed',
    [id],
  )
  return rows[0]?.sealed ?? null
}
