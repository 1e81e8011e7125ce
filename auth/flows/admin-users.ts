import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inTransaction, type Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { emailExists, validationFailed } from '../errors.ts'
import { emailChangedMail, passwordChangedMail } from '../mail/mails.ts'
import { notifyOwner } from '../mail/notify-owner.ts'
import {
  checkNewPassword,
  isSecondFactorNewlyRequired,
  passwordRule,
} from '../passwords/password-rules.ts'
import {
  type AccountChanges,
  deleteAccount,
  mergeAppMetadata,
  softDeleteAccount,
  updateAccount,
  updateIdentity,
} from '../queries/admin.queries.ts'
import { type AuditAction, insertAuditEntry } from '../queries/audit.queries.ts'
import { deleteSessionsOf } from '../queries/sessions.queries.ts'
import { deleteTokensOf } from '../queries/tokens.queries.ts'
import {
  confirmEmail,
  findAccount,
  findAccountByEmail,
  insertIdentity,
  insertUser,
  setPassword,
  withDetails,
} from '../queries/users.queries.ts'
import type { Admin } from '../requests/authenticate-admin.ts'
import { type Account, isUnconfirmedSignUp, type Metadata, type User } from '../user.ts'
import {
  type AdminUserFields,
  buildAdminUser,
  confirmedPhone,
  fieldNames,
  parseBan,
  parseEmail,
  parsePhone,
  phoneTaken,
  resolvePasswordHash,
  updatedOwner,
} from './admin-user-fields.ts'
import { changeUserMetadata } from './change-user-metadata.ts'

/** Accepts weak passwords and imported hashes (auth-protocol 2.10). Throws 400, 422. */
export async function adminCreateUser(
  deps: Deps,
  admin: Admin,
  fields: AdminUserFields,
): Promise<User> {
  const email = fields.email && parseEmail(fields.email)
  const phone = fields.phone && parsePhone(fields.phone)
  if (!email && !phone)
    throw validationFailed('Cannot create a user without either an email or phone')
  if (email && (await findAccountByEmail(deps.pool, email))) throw emailExists()
  const passwordHash = await resolvePasswordHash(deps, fields)
  const now = deps.now()
  const bannedUntil = parseBan(fields.banDuration, now)

  return await inTransaction(deps.pool, async (client) => {
    const user = buildAdminUser({ ...fields, email, phone }, { passwordHash, now })
    if (!(await insertUser(client, user))) throw email ? emailExists() : phoneTaken()
    const changes = { aud: user.aud, phone: phone || null, bannedUntil: bannedUntil ?? null }
    await updateOrThrow(
      client,
      user,
      { ...changes, ...(phone && confirmedPhone(fields, now)) },
      now,
    )
    await auditAdmin(deps, client, admin, { action: 'user_signedup', userId: user.id })
    return await loadUser(client, user)
  })
}

/** A new password or newly required second factor ends every session. Throws 400, 404, 422. */
export async function adminUpdateUser(
  deps: Deps,
  admin: Admin,
  { account, fields }: { account: Account; fields: AdminUserFields },
): Promise<User> {
  const email = fields.email && parseEmail(fields.email)
  const phone = fields.phone && parsePhone(fields.phone)
  const now = deps.now()
  const bannedUntil = parseBan(fields.banDuration, now)
  const changed = updatedOwner(account, { fields, email, phone })
  if (fields.password) checkNewPassword(fields.password, passwordRule(deps.settings, changed))
  const passwordHash = await resolvePasswordHash(deps, fields)

  return await inTransaction(deps.pool, async (client) => {
    const changes: AccountChanges = {
      ...(fields.role && { role: fields.role }),
      ...(email && { email }),
      ...(phone && { phone }),
      ...(bannedUntil !== undefined && { bannedUntil }),
      ...confirmedPhone(fields, now),
    }
    await updateOrThrow(client, account, changes, now)
    if (email && email !== account.email) {
      await upsertContactIdentity(client, account, { provider: 'email', value: email, now })
      await deleteTokensOf(client, account.id)
      const { id: userId, email: before } = account
      await deps.emailChanged?.({ userId, before, email }, client)
      await notifyOwner(deps, client, { to: before, by: null }, emailChangedMail)
      await auditAdmin(deps, client, admin, { action: 'user_updated_email', userId: account.id })
    }
    if (phone && phone !== account.phone)
      await auditAdmin(deps, client, admin, { action: 'user_updated_phone', userId: account.id })
    if (phone)
      await upsertContactIdentity(client, account, { provider: 'phone', value: phone, now })
    if (fields.confirmEmail) {
      if (isUnconfirmedSignUp(account, now)) await deps.signUpConfirmed?.(account.id, client)
      await confirmEmail(client, account.id, { keepPassword: true, now })
    }
    const { appMetadata, userMetadata } = fields
    await mergeAppMetadata(client, account.id, { changes: appMetadata, now })
    if (isSecondFactorNewlyRequired(deps.settings, account, changed))
      await deleteSessionsOf(client, account.id)
    await changeUserMetadata(client, account.id, { changes: userMetadata, now })
    if (passwordHash) {
      await replacePassword(deps, client, { account, passwordHash })
      await auditAdmin(deps, client, admin, { action: 'user_updated_password', userId: account.id })
    }
    const payload = { changed: fieldNames(fields) }
    await auditAdmin(deps, client, admin, { action: 'user_modified', userId: account.id, payload })
    return await loadUser(client, account)
  })
}

/** `soft` keeps an empty row, so that references to its id stay valid. */
export async function adminDeleteUser(
  deps: Deps,
  admin: Admin,
  { account, soft }: { account: Account; soft: boolean },
): Promise<void> {
  await inTransaction(deps.pool, async (client) => {
    if (soft) await softDeleteAccount(client, account.id, deps.now())
    else await deleteAccount(client, account.id)
    const entry = { action: 'user_deleted', userId: account.id, payload: { soft } } as const
    await auditAdmin(deps, client, admin, entry)
  })
}

export async function auditAdmin(
  deps: Deps,
  q: Queryable,
  { role, actor, userId: adminUserId, clientInfo }: Admin,
  entry: { action: AuditAction; userId: string; payload?: Metadata },
): Promise<void> {
  const by = {
    by: role,
    ...(adminUserId && { by_user: adminUserId }),
    ...(actor && { by_operator: actor }),
  }
  const payload = { ...by, ...entry.payload }
  await insertAuditEntry(q, { ...entry, payload, ip: clientInfo.ip, now: deps.now() })
}

async function updateOrThrow(
  q: Queryable,
  { id }: Account,
  changes: AccountChanges,
  now: Date,
): Promise<void> {
  if (await updateAccount(q, id, { changes, now })) return
  throw changes.email ? emailExists() : phoneTaken()
}

async function upsertContactIdentity(
  q: Queryable,
  { id: userId }: Account,
  { provider, value, now }: { provider: 'email' | 'phone'; value: string; now: Date },
): Promise<void> {
  if (await updateIdentity(q, userId, { provider, value, now })) return
  await insertIdentity(q, {
    id: randomUUID(),
    provider,
    providerId: userId,
    userId,
    lastSignInAt: null,
    data: { sub: userId, [provider]: value, email_verified: false, phone_verified: false },
    email: provider === 'email' ? value : null,
    createdAt: now,
    updatedAt: now,
  })
}

async function replacePassword(
  deps: Deps,
  client: pg.PoolClient,
  { account, passwordHash }: { account: Account; passwordHash: string },
): Promise<void> {
  await setPassword(client, account.id, { passwordHash, now: deps.now() })
  await deleteSessionsOf(client, account.id)
  await deleteTokensOf(client, account.id)
  await notifyOwner(deps, client, { to: account.email, by: null }, passwordChangedMail)
}

async function loadUser(q: Queryable, account: Account): Promise<User> {
  return await withDetails(q, (await findAccount(q, account.id)) ?? account)
}
