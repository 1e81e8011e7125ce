import { randomBytes } from 'node:crypto'
import type { JWK } from 'jose'
import type pg from 'pg'
import { inTransaction } from '../db/database.ts'
import { addSecret, lockSecrets } from '../queries/secrets.queries.ts'
import { createSecrets } from '../tokens/secrets.ts'

const CONTEXT = 'service secret'

/** Sealed under each signing key; old and new keys may overlap. Throws when none of them opens it. */
export async function loadStoredSecret(
  pool: pg.Pool,
  { keys }: { keys: JWK[] },
): Promise<Uint8Array> {
  const keySecrets = keys.flatMap(({ kid, d }) =>
    kid && d ? [{ kid, secrets: createSecrets(Buffer.from(d, 'base64url')) }] : [],
  )
  return await inTransaction(pool, async (client) => {
    const rows = await lockSecrets(client)
    const opened = rows.flatMap(({ kid, sealed }) =>
      keySecrets
        .filter((key) => key.kid === kid)
        .map(({ secrets }) => secrets.open(sealed, CONTEXT)),
    )
    if (rows.length > 0 && opened.length === 0)
      throw new Error(
        'None of the keys of GOTRUE_JWT_KEYS opens what this database has sealed: give the former key beside the new one',
      )
    const secret = opened[0] ?? randomBytes(32)
    for (const { kid, secrets } of keySecrets)
      await addSecret(client, { kid, sealed: secrets.seal(secret, CONTEXT) })
    return secret
  })
}
