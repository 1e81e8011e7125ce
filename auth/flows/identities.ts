import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { ClientInfo } from '../client-info.ts'
import { inTransaction, type Queryable, sqlState } from '../db/database.ts'
import { retryOnConflict } from '../db/retry-on-conflict.ts'
import type { Deps } from '../deps.ts'
import { AuthError, emailExists, userBanned } from '../errors.ts'
import { emailChangedMail } from '../mail/mails.ts'
import { notifyOwner } from '../mail/notify-owner.ts'
import type { ProviderUser } from '../providers/provider-claims.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import {
  deleteIdentity,
  findIdentitiesOf,
  findIdentity,
  removePhone,
  setEmail,
  updateProviders,
} from '../queries/identities.queries.ts'
import { deleteOtherSessions } from '../queries/sessions.queries.ts'
import { deleteTokensOf } from '../queries/tokens.queries.ts'
import { findAccount, findAccountByEmail, lockAccount } from '../queries/users.queries.ts'
import { authenticate, type Bearer } from '../requests/authenticate.ts'
import { type Account, type Identity, isBanned } from '../user.ts'
import { requireSecondFactor } from './factors.ts'
import { requireFreshSignIn } from './fresh-sign-in.ts'
import { addIdentity } from './provider-sign-in.ts'

/** Needs the second factor, since an identity is a way to sign in (auth-protocol 2.7). Throws 404. */
export async function authenticateForLinking(deps: Deps, request: FastifyRequest): Promise<Bearer> {
  const bearer = await authenticate(deps, request)
  if (!deps.settings.manualLinking)
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
  requireSecondFactor(bearer)
  await requireFreshSignIn(deps, bearer)
  return bearer
}

/** Throws as lockForLinking. */
export async function linkProvider<T>(
  deps: Deps,
  { user, userId, clientInfo }: { user: ProviderUser; userId: string; clientInfo: ClientInfo },
  finish: (q: pg.PoolClient, account: Account) => Promise<T>,
): Promise<T> {
  return await retryOnConflict(deps, async (client) => {
    const account = await lockForLinking(deps, client, { user, userId })
    await addIdentity(deps, client, { account, user, clientInfo })
    if (!account.email && !account.phone)
      await changeEmail(deps, client, account, { email: user.email, confirmed: true, clientInfo })
    return await finish(client, (await findAccount(client, userId)) ?? account)
  })
}

/** Throws 422 identity_already_exists, email_exists, email_not_confirmed; 403. */
export async function lockForLinking(
  deps: Deps,
  q: Queryable,
  { user, userId }: { user: ProviderUser; userId: string },
): Promise<Account> {
  const account = await lockAccount(q, userId)
  if (!account) throw new AuthError(403, 'user_not_found', 'User to link to does not exist')
  if (isBanned(account, deps.now())) throw userBanned()
  const known = await findIdentity(q, user)
  if (known) throw alreadyLinked(known.userId === userId)
  if (account.email || account.phone) return account
  const { email, emailVerified, provider } = user
  if (!email || !emailVerified)
    throw new AuthError(422, 'email_not_confirmed', `Unverified email with ${provider}`)
  if (await findAccountByEmail(q, email)) throw emailExists()
  return account
}

/** Throws 422, also for the last identity. */
export async function unlinkIdentity(
  deps: Deps,
  { account: { id: userId }, session }: Bearer,
  { identityId, clientInfo }: { identityId: string; clientInfo: ClientInfo },
): Promise<void> {
  const now = deps.now()
  await inTransaction(deps.pool, async (client) => {
    const account = await lockAccount(client, userId)
    const identities = await findIdentitiesOf(client, userId)
    if (identities.length <= 1)
      throw new AuthError(
        422,
        'single_identity_not_deletable',
        'User must have at least 1 identity after unlinking',
      )
    const removed = identities.find(({ id }) => id === identityId)
    if (!account || !removed)
      throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")

    await deleteIdentity(client, removed.id)
    const remaining = identities.filter(({ id }) => id !== removed.id)
    if (removed.provider === 'phone') await removePhone(client, userId, now)
    else await replaceEmail(deps, client, { account, remaining, keep: session.id, clientInfo })
    await updateProviders(client, userId, now)
    await insertAuditEntry(client, {
      action: 'identity_unlinked',
      userId,
      sessionId: session.id,
      ip: clientInfo.ip,
      now,
      payload: { provider: removed.provider, provider_id: removed.providerId },
    })
  })
}

type RemainingIdentity = Pick<Identity, 'email' | 'data'>

/** Ends every session but `keep`. */
async function replaceEmail(
  deps: Deps,
  q: pg.PoolClient,
  {
    account,
    remaining,
    keep,
    clientInfo,
  }: { account: Account; remaining: RemainingIdentity[]; keep: string; clientInfo: ClientInfo },
): Promise<void> {
  if (remaining.some(({ email }) => email === account.email)) return
  const isVerified = ({ data }: RemainingIdentity) => data.email_verified === true
  const withEmail = remaining.filter(({ email }) => email)
  const next = withEmail.find(isVerified) ?? withEmail[0]
  await deleteTokensOf(q, account.id)
  await deleteOtherSessions(q, { userId: account.id, keep })
  try {
    await changeEmail(deps, q, account, {
      email: next?.email ?? null,
      confirmed: next ? isVerified(next) : false,
      clientInfo,
    })
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    throw new AuthError(
      422,
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
    )
  }
}

async function changeEmail(
  deps: Deps,
  q: pg.PoolClient,
  { id: userId, email: before }: Account,
  {
    email,
    confirmed,
    clientInfo,
  }: { email: string | null; confirmed: boolean; clientInfo: ClientInfo },
): Promise<void> {
  const now = deps.now()
  await setEmail(q, userId, { email, confirmed, now })
  await insertAuditEntry(q, { action: 'user_updated_email', userId, ip: clientInfo.ip, now })
  if (email) await deps.emailChanged?.({ userId, before, email }, q)
  await notifyOwner(deps, q, { to: before, by: clientInfo }, emailChangedMail)
}

export function alreadyLinked(isOwn: boolean): AuthError {
  return new AuthError(
    422,
    'identity_already_exists',
    isOwn ? 'Identity is already linked' : 'Identity is already linked to another user',
  )
}
