import { randomUUID } from 'node:crypto'
import type { Identity, Metadata, User } from '../user.ts'
import { checkUserMetadata } from './user-metadata.ts'

/** Without address and number it is anonymous. Throws 400 when `data` is too large. */
export function newUser({
  email,
  phone = null,
  passwordHash,
  data,
  isByAdmin = false,
  confirmed,
  now,
}: {
  email: string | null
  phone?: string | null
  passwordHash: string | null
  data: Metadata
  /** The metadata is `data` alone, without the identity's claims. */
  isByAdmin?: boolean
  confirmed: boolean
  now: Date
}): User {
  const id = randomUUID()
  const provider = email ? 'email' : phone ? 'phone' : null
  const claims = {
    ...(!isByAdmin && data),
    sub: id,
    ...(email && { email }),
    ...(phone && { phone }),
    email_verified: Boolean(email) && confirmed,
    phone_verified: Boolean(phone) && confirmed,
  }
  const userMetadata = provider && !isByAdmin ? claims : data
  checkUserMetadata(userMetadata)
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone,
    passwordHash,
    emailConfirmedAt: email && confirmed ? now : null,
    phoneConfirmedAt: phone && confirmed ? now : null,
    invitedAt: null,
    confirmationSentAt: provider && !confirmed ? now : null,
    recoverySentAt: null,
    newEmail: null,
    emailChangeSentAt: null,
    newPhone: null,
    phoneChangeSentAt: null,
    reauthenticationSentAt: null,
    lastSignInAt: null,
    signedUpAt: null,
    appMetadata: provider ? { provider, providers: [provider] } : {},
    userMetadata,
    isAnonymous: provider === null,
    bannedUntil: null,
    createdAt: now,
    updatedAt: now,
    identities: provider ? [newIdentity({ userId: id, provider, email, data: claims, now })] : [],
    factors: [],
  }
}

export function newIdentity({
  userId,
  provider,
  email,
  data,
  now,
}: {
  userId: string
  provider: string
  email: string | null
  data: Metadata
  now: Date
}): Identity {
  return {
    id: randomUUID(),
    provider,
    providerId: userId,
    userId,
    data,
    email,
    lastSignInAt: now,
    createdAt: now,
    updatedAt: now,
  }
}
