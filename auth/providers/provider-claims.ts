import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isEmail, normaliseEmail } from '../email-address.ts'
import type { Identity, Metadata, User } from '../user.ts'
import { newUser } from '../users/new-user.ts'

export type ProviderUser = {
  provider: string
  providerId: string
  email: string
  emailVerified: boolean
  data: Metadata
}

const MAX_BYTES = 1_000
// Claims that are not text or too long are dropped.
const ShortText = z
  .string()
  .refine((text) => Buffer.byteLength(JSON.stringify(text)) <= MAX_BYTES)
  .optional()
  .catch(undefined)
const STORED_CLAIMS = [
  'iss',
  'name',
  'given_name',
  'family_name',
  'nickname',
  'preferred_username',
].concat(['picture', 'profile', 'website', 'locale'])

const ClaimsShape = z.looseObject({
  // OpenID Connect Core 1.0, 2.
  sub: z.string().max(255).catch(''),
  email: ShortText,
  name: ShortText,
  picture: ShortText,
  // Some providers send it as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).catch(false).default(false),
})

/** OpenID Connect Core 1.0, 5.1. */
export function providerUser(provider: string, raw: Metadata): ProviderUser {
  const claims = ClaimsShape.parse(raw)
  const { sub, name, picture } = claims
  const email = parseEmail(claims.email ?? '')
  const emailVerified = email !== '' && claims.email_verified
  const stored = Object.fromEntries(
    STORED_CLAIMS.flatMap((key) => {
      const value = ShortText.parse(claims[key])
      return value ? [[key, value]] : []
    }),
  )
  return {
    provider,
    providerId: sub,
    email,
    emailVerified,
    data: {
      ...stored,
      ...(name && { full_name: name }),
      ...(picture && { avatar_url: picture }),
      ...(email && { email }),
      sub,
      provider_id: sub,
      email_verified: emailVerified,
      phone_verified: false,
    },
  }
}

export function providerIdentity(
  user: ProviderUser,
  { userId, now }: { userId: string; now: Date },
): Identity {
  const { provider, providerId, data, email } = user
  return {
    id: randomUUID(),
    userId,
    provider,
    providerId,
    data,
    email: email || null,
    lastSignInAt: now,
    createdAt: now,
    updatedAt: now,
  }
}

export function newProviderUser(
  user: ProviderUser,
  { confirmed, now }: { confirmed: boolean; now: Date },
): User {
  const { provider, email, data } = user
  const created = newUser({ email, passwordHash: null, data: {}, confirmed, now })
  return {
    ...created,
    confirmationSentAt: null,
    signedUpAt: now,
    appMetadata: { provider, providers: [provider] },
    userMetadata: data,
    identities: [providerIdentity(user, { userId: created.id, now })],
  }
}

// Lower-casing some non-ASCII letters would give another user's address.
function parseEmail(raw: string): string {
  if (!/^[\x20-\x7e]+$/.test(raw)) return ''
  const email = normaliseEmail(raw)
  return isEmail(email) ? email : ''
}
