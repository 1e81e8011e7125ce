import { randomUUID } from 'node:crypto'
import { type Deps, later } from '../deps.ts'
import { parseDuration } from '../duration.ts'
import { checkEmail, normaliseEmail } from '../email-address.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { isUsableHash } from '../passwords/passwords.ts'
import { checkPhone, normalisePhone } from '../phone-number.ts'
import type { AccountChanges } from '../queries/admin.queries.ts'
import type { Account, Metadata, User } from '../user.ts'
import { newUser } from '../users/new-user.ts'

/** '' and undefined leave a field unchanged. */
export type AdminUserFields = {
  id: string
  aud: string
  role: string
  email: string
  phone: string
  password: string
  passwordHash: string
  confirmEmail: boolean
  confirmPhone: boolean
  userMetadata: Metadata
  appMetadata: Metadata
  banDuration: string
}

export function fieldNames(fields: AdminUserFields): string[] {
  const given = {
    role: fields.role,
    email: fields.email,
    phone: fields.phone,
    password: fields.password || fields.passwordHash,
    email_confirm: fields.confirmEmail,
    phone_confirm: fields.confirmPhone,
    ban_duration: fields.banDuration,
    user_metadata: Object.keys(fields.userMetadata).length,
    app_metadata: Object.keys(fields.appMetadata).length,
  }
  return Object.entries(given).flatMap(([name, value]) => (value ? [name] : []))
}

export function updatedOwner(
  account: Account,
  { fields, email, phone }: { fields: AdminUserFields; email: string; phone: string },
): Pick<Account, 'email' | 'phone' | 'userMetadata' | 'appMetadata'> {
  return {
    email: email || account.email,
    phone: phone || account.phone,
    userMetadata: { ...account.userMetadata, ...fields.userMetadata },
    appMetadata: { ...account.appMetadata, ...fields.appMetadata },
  }
}

export function parseEmail(typed: string): string {
  const email = normaliseEmail(typed)
  checkEmail(email)
  return email
}

export function parsePhone(typed: string): string {
  const phone = normalisePhone(typed)
  checkPhone(phone)
  return phone
}

/** Null for 'none', undefined without a duration. */
export function parseBan(duration: string, now: Date): Date | null | undefined {
  if (!duration) return undefined
  if (duration === 'none') return null
  const seconds = parseDuration(duration)
  if (seconds === null)
    throw validationFailed(`invalid format for ban duration: invalid duration "${duration}"`)
  return later(now, seconds)
}

/** Null without a password. */
export async function resolvePasswordHash(
  { passwords, hashing }: Deps,
  { password, passwordHash }: AdminUserFields,
): Promise<string | null> {
  if (password && passwordHash)
    throw validationFailed('Only a password or a password hash should be provided')
  if (passwordHash && !isUsableHash(passwordHash))
    throw validationFailed('Password hash has to be argon2 (v=19) or bcrypt, at a usual cost')
  if (Buffer.byteLength(password) > 72)
    throw validationFailed('Password cannot be longer than 72 characters')
  if (passwordHash) return passwordHash
  return password ? await hashing.run(() => passwords.hash(password)) : null
}

export function buildAdminUser(
  fields: AdminUserFields,
  { passwordHash, now }: { passwordHash: string | null; now: Date },
): User {
  const { email, phone, id, userMetadata: data, confirmEmail: confirmed } = fields
  const user = newUser({
    email,
    passwordHash: passwordHash ?? '',
    data,
    isByAdmin: true,
    confirmed,
    now,
  })
  const userId = id || user.id
  const providers = [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])]
  const identity = { userId: userId, providerId: userId, email: null, lastSignInAt: null }
  return {
    ...user,
    id: userId,
    email: email || null,
    passwordHash,
    confirmationSentAt: null,
    ...(fields.aud && { aud: fields.aud }),
    ...(fields.role && { role: fields.role }),
    appMetadata: { provider: providers[0], providers, ...fields.appMetadata },
    identities: user.identities.flatMap((one) => [
      ...(email ? [{ ...one, ...identity, email, data: { ...one.data, sub: userId } }] : []),
      ...(phone ? [phoneIdentity({ ...one, ...identity }, phone)] : []),
    ]),
  }
}

function phoneIdentity(
  template: User['identities'][number],
  phone: string,
): User['identities'][number] {
  const data = { sub: template.userId, phone, email_verified: false, phone_verified: false }
  return { ...template, id: randomUUID(), provider: 'phone', email: null, data }
}

export function confirmedPhone({ confirmPhone }: AdminUserFields, now: Date): AccountChanges {
  return confirmPhone ? { phoneConfirmedAt: now } : {}
}

export function phoneTaken(): AuthError {
  return new AuthError(422, 'phone_exists', 'Phone number already registered by another user')
}
