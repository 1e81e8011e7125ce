import type pg from 'pg'
import { findAccount } from '../auth/queries-users.ts'
import { createAuthService, type EmbeddedAuth } from '../auth/service.ts'
import { deriveSecret } from './field-keys.ts'
import type { Message } from './mail.ts'
import type { AuthService } from './parts.ts'

export type EmbeddedAuthParts = {
  pool: pg.Pool
  now: () => Date
  publicUrl: string
  confirmEmail: boolean
  /** JSON Web Key set in JSON. */
  signingKeys: string
  /** The key ring; the service's own secret comes from it. */
  fieldKeys: string
  /** Multiplies what one address may ask for (RATE_LIMIT_SCALE). */
  requestScale?: number
  mail: (message: Message) => Promise<void>
}

/** The authentication service that comes with the site, as the gateway and the rooms use it. */
export async function openEmbeddedAuth(
  parts: EmbeddedAuthParts,
): Promise<AuthService & Pick<EmbeddedAuth, 'createUser' | 'idle' | 'cleanUp' | 'close'>> {
  const { pool, now, publicUrl, confirmEmail, requestScale = 1, mail } = parts
  const service = await createAuthService({
    ...{ pool, now, mail },
    issuer: `${publicUrl}/auth/v1`,
    siteUrl: publicUrl,
    redirectAllowList: [`${publicUrl}/**`],
    signingKeys: JSON.parse(parts.signingKeys),
    secret: deriveSecret(parts.fieldKeys, 'auth'),
    settings: { siteName: 'CHAPS', confirmEmail, requestScale },
  })
  if (!confirmEmail) return service
  return {
    ...service,
    async findUser(userId) {
      const account = await findAccount(pool, userId)
      if (account?.email == null) return null
      const { email, emailConfirmedAt, createdAt } = account
      return { email, confirmed: emailConfirmedAt !== null, createdAt }
    },
  }
}
