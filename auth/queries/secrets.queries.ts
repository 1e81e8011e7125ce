import type { Queryable } from '../db/database.ts'

type SealedSecret = { kid: string; sealed: Buffer }

export async function lockSecrets(q: Queryable): Promise<SealedSecret[]> {
  await q.query(`select 1 from auth.migrations where name = 'lock' for update`)
  const { rows } = await q.query<SealedSecret>('select kid, sealed from auth.sealed_secrets')
  return rows
}

export async function addSecret(q: Queryable, { kid, sealed }: SealedSecret): Promise<void> {
  await q.query(
    'insert into auth.sealed_secrets (kid, sealed) values ($1, $2) on conflict do nothing',
    [kid, sealed],
  )
}
