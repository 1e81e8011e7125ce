export type Metadata = Record<string, unknown>

/** `passwordHash` is a PHC string. */
export type Account = {
  id: string
  aud: string
  role: string
  email: string | null
  phone: string | null
  passwordHash: string | null
  emailConfirmedAt: Date | null
  phoneConfirmedAt: Date | null
  invitedAt: Date | null
  confirmationSentAt: Date | null
  recoverySentAt: Date | null
  newEmail: string | null
  emailChangeSentAt: Date | null
  newPhone: string | null
  phoneChangeSentAt: Date | null
  reauthenticationSentAt: Date | null
  lastSignInAt: Date | null
  /** Null for accounts that an administrator created or invited. */
  signedUpAt: Date | null
  appMetadata: Metadata
  userMetadata: Metadata
  isAnonymous: boolean
  bannedUntil: Date | null
  createdAt: Date
  updatedAt: Date
}

export type Identity = {
  id: string
  provider: string
  providerId: string
  userId: string
  data: Metadata
  email: string | null
  lastSignInAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export type Factor = {
  id: string
  friendlyName: string
  type: string
  status: string
  phone: string | null
  createdAt: Date
  updatedAt: Date
  lastChallengedAt: Date | null
}

export type User = Account & { identities: Identity[]; factors: Factor[] }

export function isBanned({ bannedUntil }: Account, now: Date): boolean {
  return bannedUntil !== null && bannedUntil > now
}

/** Anybody may have signed up so; the next sign-up replaces it, and it expires after a day. */
export function isUnconfirmedSignUp(account: Account, now: Date): boolean {
  const { signedUpAt, emailConfirmedAt, phoneConfirmedAt, lastSignInAt } = account
  const isProven = emailConfirmedAt ?? phoneConfirmedAt ?? lastSignInAt
  return signedUpAt !== null && !isProven && !account.isAnonymous && !isBanned(account, now)
}

export type UserResponse = ReturnType<typeof toUserResponse>

/** The User object of the protocol (auth-protocol 2.2). */
export function toUserResponse(user: User) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    ...moment('email_confirmed_at', user.emailConfirmedAt),
    ...moment('invited_at', user.invitedAt),
    phone: user.phone ?? '',
    ...moment('phone_confirmed_at', user.phoneConfirmedAt),
    ...moment('confirmation_sent_at', user.confirmationSentAt),
    ...moment('confirmed_at', earlier(user.emailConfirmedAt, user.phoneConfirmedAt)),
    ...moment('recovery_sent_at', user.recoverySentAt),
    ...(user.newEmail && { new_email: user.newEmail }),
    ...moment('email_change_sent_at', user.emailChangeSentAt),
    ...(user.newPhone && { new_phone: user.newPhone }),
    ...moment('phone_change_sent_at', user.phoneChangeSentAt),
    ...moment('reauthentication_sent_at', user.reauthenticationSentAt),
    ...moment('last_sign_in_at', user.lastSignInAt),
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    ...(user.factors.length > 0 && { factors: user.factors.map(toFactorResponse) }),
    identities: user.identities.map(toIdentityResponse),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    ...moment('banned_until', user.bannedUntil),
    is_anonymous: user.isAnonymous,
  }
}

function toIdentityResponse(identity: Identity) {
  return {
    identity_id: identity.id,
    id: identity.providerId,
    user_id: identity.userId,
    identity_data: identity.data,
    provider: identity.provider,
    ...moment('last_sign_in_at', identity.lastSignInAt),
    created_at: identity.createdAt.toISOString(),
    updated_at: identity.updatedAt.toISOString(),
    ...(identity.email && { email: identity.email }),
  }
}

export function toFactorResponse(factor: Factor) {
  return {
    id: factor.id,
    friendly_name: factor.friendlyName,
    factor_type: factor.type,
    status: factor.status,
    ...(factor.phone && { phone: factor.phone }),
    created_at: factor.createdAt.toISOString(),
    updated_at: factor.updatedAt.toISOString(),
    ...moment('last_challenged_at', factor.lastChallengedAt),
  }
}

function moment(name: string, at: Date | null) {
  return at ? { [name]: at.toISOString() } : {}
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other
  return one < other ? one : other
}

/** How a session was signed in: a claim `amr` of its tokens; `timestamp` in seconds. */
export type AuthMethod = { method: string; timestamp: number; provider?: string }
