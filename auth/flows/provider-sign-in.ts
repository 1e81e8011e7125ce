import type pg from 'pg'
import type { ClientInfo } from '../client-info.ts'
import type { Queryable } from '../db/database.ts'
import { Conflict, retryOnConflict } from '../db/retry-on-conflict.ts'
import type { Deps } from '../deps.ts'
import { AuthError, userBanned } from '../errors.ts'
import {
  newProviderUser,
  type ProviderUser,
  providerIdentity,
} from '../providers/provider-claims.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import {
  clearUnconfirmedAccount,
  findIdentity,
  refreshIdentity,
  setEmail,
  updateProviders,
} from '../queries/identities.queries.ts'
import { deleteTokensOf } from '../queries/tokens.queries.ts'
import {
  findAccount,
  findAccountByEmail,
  insertIdentity,
  insertUser,
  lockAccount,
  mergeUserMetadata,
} from '../queries/users.queries.ts'
import { type Account, isBanned, isUnconfirmedSignUp, type Metadata } from '../user.ts'
import { mergedIfSmall } from '../users/user-metadata.ts'
import { auditFailureOf } from './audit.ts'
import { notifyExistingOwner, sendConfirmation } from './sign-up.ts'

// By provider and subject, then by verified address, else a new account (auth-protocol 2.7).

type Caller = { clientInfo: ClientInfo; target: string }
type SignInParams = { user: ProviderUser; clientInfo: ClientInfo }
type Match = { account: Account } | { unconfirmed: Account }

/** Throws 422 signup_disabled, provider_email_needs_verification; 403 user_banned. */
export async function signInWithProvider<T>(
  deps: Deps,
  user: ProviderUser,
  caller: Caller,
  finish: (q: pg.PoolClient, account: Account) => Promise<T>,
): Promise<T> {
  const { provider, providerId: provider_id } = user
  const known = await findIdentity(deps.pool, user)
  if (!known) await deps.rateLimits.consumeOrThrow(deps.pool, 'sign-ups of', caller.clientInfo.ip)
  const payload = { method: 'oauth', provider, provider_id }
  const { clientInfo } = caller
  const attempt = { action: 'login_failed', userId: known?.userId, clientInfo, payload } as const
  return await auditFailureOf(deps, attempt, () => signInOrCreate(deps, user, caller, finish))
}

async function signInOrCreate<T>(
  deps: Deps,
  user: ProviderUser,
  { clientInfo, target }: Caller,
  finish: (q: pg.PoolClient, account: Account) => Promise<T>,
): Promise<T> {
  const found = await retryOnConflict(deps, async (client) => {
    const match = await findOrCreate(deps, client, { user, clientInfo })
    return 'account' in match ? { finished: await finish(client, match.account) } : match
  })
  if ('finished' in found) return found.finished

  const { unconfirmed: account } = found
  const { email } = account
  if (!email) throw verificationNeeded(user.provider, false)
  // The same response whether the address is taken or new.
  const sendMail = account.emailConfirmedAt ? notifyExistingOwner : sendConfirmation
  const mailing = { target: deps.mailTarget(target, 'signIn'), challenge: null, clientInfo }
  await sendMail(deps, account, mailing)
  throw verificationNeeded(user.provider, true)
}

/** Throws 23505 when the identity is taken. */
export async function addIdentity(
  deps: Deps,
  q: Queryable,
  { account, user, clientInfo }: SignInParams & { account: Account },
): Promise<string> {
  const now = deps.now()
  const identity = providerIdentity(user, { userId: account.id, now })
  await insertIdentity(q, identity)
  await updateProviders(q, account.id, now)
  await insertAuditEntry(q, {
    action: 'identity_linked',
    userId: account.id,
    ip: clientInfo.ip,
    payload: { provider: user.provider, provider_id: user.providerId },
    now,
  })
  return identity.id
}

async function findOrCreate(
  deps: Deps,
  q: pg.PoolClient,
  { user, clientInfo }: SignInParams,
): Promise<Match> {
  const known = await findIdentity(q, user)
  if (known) return await signInKnown(deps, q, { user, known, clientInfo })
  if (!user.email) throw verificationNeeded(user.provider, false)

  const owner = await findAccountByEmail(q, user.email)
  if (!owner) return await createProviderAccount(deps, q, { user, clientInfo })
  if (!user.emailVerified) return { unconfirmed: owner }
  const account = await lockAccount(q, owner.id)
  if (account?.email !== user.email) throw new Conflict()
  const identityId = await addIdentity(deps, q, { account, user, clientInfo })
  return await completeSignIn(deps, q, { account, user, identityId, clientInfo })
}

async function signInKnown(
  deps: Deps,
  q: pg.PoolClient,
  { user, known, clientInfo }: SignInParams & { known: { id: string; userId: string } },
): Promise<Match> {
  const account = await lockAccount(q, known.userId)
  if (!account) throw new AuthError(403, 'user_not_found', 'User of this identity does not exist')
  await refreshIdentity(q, known.id, { ...user, now: deps.now() })
  return await completeSignIn(deps, q, { account, user, identityId: known.id, clientInfo })
}

/** `unconfirmed` when neither this service nor the provider has verified the address. */
async function completeSignIn(
  deps: Deps,
  q: pg.PoolClient,
  {
    account,
    user,
    identityId,
    clientInfo,
  }: SignInParams & { account: Account; identityId: string },
): Promise<Match> {
  const { id, email } = account
  const now = deps.now()
  if (isBanned(account, now)) throw userBanned()
  if (email ? account.emailConfirmedAt : account.phoneConfirmedAt) {
    // Oversized claims must not prevent a sign-in.
    const changes = mergedIfSmall(account.userMetadata, user.data)
    await mergeUserMetadata(q, id, { changes, now })
  } else {
    if (!email || !user.emailVerified || email !== user.email) return { unconfirmed: account }
    await confirmByProvider(deps, q, { account, email, data: user.data, identityId })
    const entry = { userId: id, ip: clientInfo.ip, payload: { provider: user.provider }, now }
    await insertAuditEntry(q, { ...entry, action: 'user_confirmed' })
  }
  return { account: (await findAccount(q, id)) ?? account }
}

/** Another person may have set anything in an unconfirmed account. */
export async function confirmByProvider(
  deps: Deps,
  q: pg.PoolClient,
  params: { account: Account; email: string; data: Metadata; identityId: string },
): Promise<void> {
  const { account, email, data, identityId: keep } = params
  const now = deps.now()
  if (isUnconfirmedSignUp(account, now)) await deps.signUpDiscarded?.(account.id, q)
  await clearUnconfirmedAccount(q, account, { keep, data, now })
  await deleteTokensOf(q, account.id)
  await setEmail(q, account.id, { email, confirmed: true, now })
  await updateProviders(q, account.id, now)
}

async function createProviderAccount(
  deps: Deps,
  q: Queryable,
  { user, clientInfo }: SignInParams,
): Promise<Match> {
  const { disableSignup, confirmEmail } = deps.settings
  if (disableSignup)
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  const now = deps.now()
  const confirmed = user.emailVerified || !confirmEmail
  const account = newProviderUser(user, { confirmed, now })
  if (!(await insertUser(q, account))) throw new Conflict()
  await insertAuditEntry(q, {
    action: 'user_signedup',
    userId: account.id,
    ip: clientInfo.ip,
    payload: { provider: user.provider },
    now,
  })
  return confirmed ? { account } : { unconfirmed: account }
}

function verificationNeeded(provider: string, isMailSent: boolean): AuthError {
  const next = isMailSent
    ? `A confirmation email has been sent to your ${provider} email`
    : `Verify the email with ${provider} in order to sign in`
  return new AuthError(
    422,
    'provider_email_needs_verification',
    `Unverified email with ${provider}. ${next}`,
  )
}
