import { followSeenAddress, type SeenAddress } from '../../members/follow-address.ts'
import type { AuthService } from '../../platform/auth-service.ts'
import type { Env } from '../../platform/config/env.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { type EmbeddedAuthDeps, openEmbeddedAuth, type SendMail } from './embedded-auth.ts'
import { openHostedAuth } from './hosted-auth.ts'

type OpenAuth = AuthService & { close?(): Promise<void>; cleanUp?(): Promise<void> }

/** The hosted service at AUTH_URL, otherwise the embedded one. */
export async function openAuth(
  env: Env,
  deps: {
    database: Database
    fieldKeys: string
    now: () => Date
    mail: SendMail
    charity: EmbeddedAuthDeps['charity']
    signUpConfirmed: (userId: string, q: Queryable) => Promise<void>
    addressChanged?: (account: SeenAddress, q: Queryable) => Promise<void>
    /** Of an account of a hosted service, whose changes are seen later. */
    addressSeen?: (account: SeenAddress) => Promise<void>
  },
): Promise<OpenAuth> {
  const { database, now, addressSeen: alsoSeen, ...embedded } = deps
  const { url, key, signingKeys, confirmEmail, passwordMinLength, identities, phone } = env.auth
  const addressSeen = async (account: SeenAddress) => {
    await alsoSeen?.(account)
    await followSeenAddress({ database, now }, account)
  }
  if (url && key) return openHostedAuth({ url, key, confirmEmail, addressSeen })
  if (!signingKeys) throw new Error('AUTH_SIGNING_KEYS is needed')
  return openEmbeddedAuth({
    ...embedded,
    pool: database.pool,
    now,
    publicUrl: env.publicUrl,
    confirmEmail,
    signingKeys,
    requestScale: env.rateLimitScale,
    passwordMinLength,
    identities,
    phone,
  })
}
