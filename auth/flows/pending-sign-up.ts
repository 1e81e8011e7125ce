import type pg from 'pg'
import type { Core } from '../core.ts'
import { inTransaction } from '../db/database.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import { findIdentitiesOf } from '../queries/identities.queries.ts'
import { findAccount, lockAccount } from '../queries/users.queries.ts'
import { lookupLinkToken } from '../tokens/one-time-tokens.ts'
import { type Account, isUnconfirmedSignUp } from '../user.ts'
import { discardSignUp } from './discard-sign-up.ts'

// Before confirming; nothing here uses the link.

/** `chosen`: the credentials that confirming would activate. Without a sign-up `signedUpAt` is null. */
export type PendingSignUp = {
  userId: string
  signedUpAt: Date | null
  chosen: 'password' | 'provider' | 'nothing'
}

/** Null when the link is invalid. */
export async function findPendingSignUp(
  core: Core,
  tokenHash: string,
): Promise<PendingSignUp | null> {
  const token = await lookupLinkToken(core, tokenHash, ['confirmation', 'magiclink'])
  const account = token && (await findAccount(core.pool, token.userId))
  if (!account) return null
  const isSignUp = token.kind === 'confirmation' && isUnconfirmedSignUp(account, core.now())
  if (!isSignUp) return { userId: account.id, signedUpAt: null, chosen: 'nothing' }
  return await toPendingSignUp(core, account)
}

/** Null when the link is invalid. Throws 429. */
export async function checkSignUpPassword(
  core: Core,
  { tokenHash, password, address }: { tokenHash: string; password: string; address: string },
): Promise<boolean | null> {
  const { backoff, passwords } = core
  return await core.hashing.run(async () => {
    const account = await findUnconfirmedAccount(core, tokenHash)
    if (!account?.email) return null
    await backoff.checkPassword(account.email, address)
    const isRight = await passwords.matches(account.passwordHash, password)
    if (isRight) await backoff.rightPassword(account.email, address)
    else await backoff.wrongPassword(account.email, address)
    return isRight
  })
}

/** False when the link is invalid. Resets the address's mail count for a new sign-up. */
export async function discardPendingSignUp(
  core: Core,
  { tokenHash, address: ip }: { tokenHash: string; address: string },
): Promise<boolean> {
  const found = await findUnconfirmedAccount(core, tokenHash)
  if (!found) return false
  return await inTransaction(core.pool, async (client) => {
    const account = await lockAccount(client, found.id)
    if (!account || !isUnconfirmedSignUp(account, core.now())) return false
    await discardSignUp(core, client, account)
    if (account.email) await core.messageLimits.resetMails(client, account.email)
    const entry = { userId: account.id, ip, payload: { by: 'mailbox' }, now: core.now() }
    await insertAuditEntry(client, { ...entry, action: 'user_deleted' })
    return true
  })
}

/** Null when no sign-up is pending. */
export async function lockPendingSignUp<T>(
  core: Core,
  userId: string,
  work: (account: Account | null, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return await inTransaction(core.pool, async (client) => {
    const account = await lockAccount(client, userId)
    return await work(account && isUnconfirmedSignUp(account, core.now()) ? account : null, client)
  })
}

async function findUnconfirmedAccount(core: Core, tokenHash: string): Promise<Account | null> {
  const token = await lookupLinkToken(core, tokenHash, ['confirmation'])
  const account = token && (await findAccount(core.pool, token.userId))
  return account && isUnconfirmedSignUp(account, core.now()) ? account : null
}

async function toPendingSignUp(core: Core, account: Account): Promise<PendingSignUp> {
  const identities = await findIdentitiesOf(core.pool, account.id)
  const isByProvider = identities.some(({ provider }) => !/^(email|phone)$/.test(provider))
  const withoutPassword = isByProvider ? 'provider' : 'nothing'
  const chosen = account.passwordHash ? 'password' : withoutPassword
  return { userId: account.id, signedUpAt: account.signedUpAt, chosen }
}
