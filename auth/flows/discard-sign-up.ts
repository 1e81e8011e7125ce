import type pg from 'pg'
import { inTransaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { deleteAccount } from '../queries/admin.queries.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import { deleteFlowsOf } from '../queries/flows.queries.ts'
import { findIdentitiesOf } from '../queries/identities.queries.ts'
import { clearUnconfirmedSignUp, findUnconfirmedSignUps } from '../queries/sign-ups.queries.ts'
import { deleteTokensOf } from '../queries/tokens.queries.ts'
import { lockAccount } from '../queries/users.queries.ts'
import { type Account, isUnconfirmedSignUp, type Metadata } from '../user.ts'
import { checkUserMetadata } from '../users/user-metadata.ts'

// An unconfirmed sign-up may be another person's; nothing of it may reach the owner's account.

type ResetParams = { account: Account; data?: Metadata; isByAdmin?: boolean }
type DiscardDeps = Pick<Deps, 'pool' | 'now' | 'signUpDiscarded'>

/** `account` is locked and unconfirmed. */
export async function discardSignUp(
  { signUpDiscarded }: Pick<Deps, 'signUpDiscarded'>,
  q: pg.PoolClient,
  { id }: Account,
): Promise<void> {
  await signUpDiscarded?.(id, q)
  await deleteAccount(q, id)
}

/** Removes all but id, address and number of an unconfirmed sign-up, proven by other means. */
export async function resetSignUp(
  deps: Pick<Deps, 'now' | 'signUpDiscarded'>,
  q: pg.PoolClient,
  { account, data = {}, isByAdmin = false }: ResetParams,
): Promise<void> {
  const now = deps.now()
  if (!isUnconfirmedSignUp(account, now)) return
  const { id, email, phone } = account
  await deps.signUpDiscarded?.(id, q)
  await deleteTokensOf(q, id)
  await deleteFlowsOf(q, id)
  const unverified = { email_verified: false, phone_verified: false }
  const claims = { sub: id, ...(email && { email }), ...(phone && { phone }), ...unverified }
  const userMetadata = isByAdmin ? data : { ...data, ...claims }
  checkUserMetadata(userMetadata)
  await clearUnconfirmedSignUp(q, id, { claims, data: userMetadata, now })
}

export async function isWithoutPassword(
  q: pg.PoolClient,
  { id, passwordHash }: Account,
): Promise<boolean> {
  const identities = await findIdentitiesOf(q, id)
  return !passwordHash && identities.every(({ provider }) => /^(email|phone)$/.test(provider))
}

/** Throws the first failure after trying all of them. */
export async function discardOldSignUps(deps: DiscardDeps, seconds: number): Promise<void> {
  const before = new Date(deps.now().getTime() - seconds * 1000)
  const failures: unknown[] = []
  for (const userId of await findUnconfirmedSignUps(deps.pool, before)) {
    try {
      await inTransaction(deps.pool, (client) => discardIfUnconfirmed(deps, client, userId))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function discardIfUnconfirmed(
  deps: DiscardDeps,
  q: pg.PoolClient,
  userId: string,
): Promise<void> {
  const now = deps.now()
  const account = await lockAccount(q, userId)
  if (!account || !isUnconfirmedSignUp(account, now)) return
  await discardSignUp(deps, q, account)
  const payload = { by: 'clean-up' }
  await insertAuditEntry(q, { action: 'user_deleted', userId, ip: '', payload, now })
}
