import type pg from 'pg'
import type { Core } from '../core.ts'
import { inTransaction } from '../db/database.ts'
import { deleteAccount } from '../queries/admin.queries.ts'
import { deleteFlowsOf } from '../queries/flows.queries.ts'
import { findIdentitiesOf } from '../queries/identities.queries.ts'
import { clearUnprovenSignUp, findUnprovenSignUps } from '../queries/sign-ups.queries.ts'
import { deleteTokensOf } from '../queries/tokens.queries.ts'
import { insertAuditEntry } from '../queries/upkeep.queries.ts'
import { lockAccount } from '../queries/users.queries.ts'
import { type Account, isUnprovenSignUp, type Metadata } from '../user.ts'
import { checkUserMetadata } from './user-metadata.ts'

// A sign-up that nobody has proven to be theirs (isUnprovenSignUp) may be a stranger's. It never becomes
// part of an account that its owner uses: it is deleted, or what it left is.

type Emptying = { account: Account; data?: Metadata; isByAdmin?: boolean }
type DiscardDeps = Pick<Core, 'pool' | 'now' | 'signUpDiscarded'>

/** Deletes such a sign-up, which the caller has locked, with all that hangs on it here and on the site. */
export async function discardSignUp(
  { signUpDiscarded }: Pick<Core, 'signUpDiscarded'>,
  q: pg.PoolClient,
  { id }: Account,
): Promise<void> {
  await signUpDiscarded?.(id, q)
  await deleteAccount(q, id)
}

/**
 * Leaves of such a sign-up, which the caller has locked, nothing but its id and its address or number:
 * for an account that is proven by other means than the sign-up's own mail. `data` is its new
 * user_metadata, with what its identity says unless an administrator gives it. Does nothing for any other
 * account.
 */
export async function emptySignUp(
  core: Pick<Core, 'now' | 'signUpDiscarded'>,
  q: pg.PoolClient,
  { account, data = {}, isByAdmin = false }: Emptying,
): Promise<void> {
  const now = core.now()
  if (!isUnprovenSignUp(account, now)) return
  const { id, email, phone } = account
  await core.signUpDiscarded?.(id, q)
  await deleteTokensOf(q, id)
  await deleteFlowsOf(q, id)
  const unverified = { email_verified: false, phone_verified: false }
  const claims = { sub: id, ...(email && { email }), ...(phone && { phone }), ...unverified }
  const userMetadata = isByAdmin ? data : { ...data, ...claims }
  checkUserMetadata(userMetadata)
  await clearUnprovenSignUp(q, id, { claims, data: userMetadata, now })
}

/** Whether a sign-up has neither password nor provider: made by a link or code to sign in with. */
export async function isWithoutPassword(
  q: pg.PoolClient,
  { id, passwordHash }: Account,
): Promise<boolean> {
  const identities = await findIdentitiesOf(q, id)
  return !passwordHash && identities.every(({ provider }) => /^(email|phone)$/.test(provider))
}

/**
 * Deletes the sign-ups that nobody has proven within `seconds`, each in its own transaction, leaving one
 * that somebody is proving at that moment. Throws the first failure after it has tried them all.
 */
export async function discardOldSignUps(deps: DiscardDeps, seconds: number): Promise<void> {
  const before = new Date(deps.now().getTime() - seconds * 1000)
  const failures: unknown[] = []
  for (const userId of await findUnprovenSignUps(deps.pool, before)) {
    try {
      await inTransaction(deps.pool, (client) => discardOld(deps, client, userId))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function discardOld(deps: DiscardDeps, q: pg.PoolClient, userId: string): Promise<void> {
  const now = deps.now()
  const account = await lockAccount(q, userId)
  if (!account || !isUnprovenSignUp(account, now)) return
  await discardSignUp(deps, q, account)
  const payload = { by: 'clean-up' }
  await insertAuditEntry(q, { action: 'user_deleted', userId, ip: '', payload, now })
}
