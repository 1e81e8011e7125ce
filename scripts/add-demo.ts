import { charityAsItCame } from '../charity/chaps/facts.ts'
import { addDemoData } from '../server/demo/demo-data.ts'
import type { Env } from '../server/platform/config/env.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { openFieldKeys } from '../server/platform/keys/field-keys.ts'
import { openEmbeddedAuth } from '../server/sign-in/auth-gateway/embedded-auth.ts'

export async function addDemo(
  env: Env & { databaseUrl: string; fieldKeys: string },
): Promise<void> {
  const { databaseUrl, fieldKeys, publicUrl, links } = env
  const { signingKeys } = env.auth
  if (!signingKeys) throw new Error('The demo needs the signing keys of its own service')
  // Statements may wait for another process that adds the same.
  const database = openDatabase(databaseUrl, { max: 4, statementMs: 60_000 })
  const now = () => new Date()
  const accounts = await openEmbeddedAuth({
    pool: database.pool,
    now,
    publicUrl,
    signingKeys,
    fieldKeys,
    confirmEmail: false,
    mail: async () => undefined,
    charity: () => charityAsItCame(links),
  })
  await addDemoData(
    { database, now, fieldKeys: openFieldKeys(fieldKeys) },
    {
      createUser: ({ data, authenticator, ...account }) =>
        accounts.createUser({
          ...account,
          metadata: data,
          ...(authenticator && { authenticator, appMetadata: { staff: true } }),
        }),
    },
  )
  await accounts.close()
  await database.close()
}
