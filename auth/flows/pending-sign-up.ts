import type pg from 'pg'
import { inTransaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import { findAccount, lockAccount } from '../queries/users.queries.ts'
import { lookupLinkToken } from '../tokens/one-time-tokens.ts'
import { type Account, isUnconfirmedSignUp } from '../user.ts'
import { discardSignUp } from './discard-sign-up.ts'

// Before confirming; nothing here uses the link.

/** Null when the link is invalid. Throws 429. */
export async function checkSignUpPassword(
  deps: Deps,
  { tokenHash, password, address }: { tokenHash: string; password: string; address: string },
): Promise<boolean | null> {
  const { backoff, passwords } = deps
  return await deps.hashing.run(async () => {
    const account = await findUnconfirmedAccount(deps, tokenHash)
    if (!account?.email) return null
    const tried = { email: account.email, address, isKnown: false }
    await backoff.checkPassword(tried)
    const isRight = await passwords.matches(account.passwordHash, password)
    if (isRight) await backoff.rightPassword(tried)
    else await backoff.wrongPassword(tried)
    return isRight
  })
}

/** False when the link is invalid. Resets the address's mail count for a new sign-up. */
export async function discardPendingSignUp(
  deps: Deps,
  { tokenHash, address: ip }: { tokenHash: string; address: string },
): Promise<boolean> {
  const found = await findUnconfirmedAccount(deps, tokenHash)
  if (!found) return false
  return await inTransaction(deps.pool, async (client) => {
    const account = await lockAccount(client, found.id)
    if (!account || !isUnconfirmedSignUp(account, deps.now())) return false
    await discardSignUp(deps, client, account)
    if (account.email) await deps.messageLimits.resetMails(client, account.email)
    const entry = { userId: account.id, ip, payload: { by: 'mailbox' }, now: deps.now() }
    await insertAuditEntry(client, { ...entry, action: 'user_deleted' })
    return true
  })
}

/** Null when no sign-up is pending. */
export async function lockPendingSignUp<T>(
  deps: Deps,
  userId: string,
  work: (account: Account | null, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return await inTransaction(deps.pool, async (client) => {
    const account = await lockAccount(client, userId)
    return await work(account && isUnconfirmedSignUp(account, deps.now()) ? account : null, client)
  })
}

async function findUnconfirmedAccount(deps: Deps, tokenHash: string): Promise<Account | null> {
  const token = await lookupLinkToken(deps, tokenHash, ['confirmation'])
  const account = token && (await findAccount(deps.pool, token.userId))
  return account && isUnconfirmedSignUp(account, deps.now()) ? account : null
}
