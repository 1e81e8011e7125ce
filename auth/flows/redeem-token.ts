import type pg from 'pg'
import type { ClientInfo, Core } from '../core.ts'
import { inTransaction } from '../db/database.ts'
import { phoneExists, userBanned } from '../errors.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import { applyPendingPhone, confirmPhone } from '../queries/contacts.queries.ts'
import { resetToEmailIdentity } from '../queries/identities.queries.ts'
import {
  consumeToken,
  deleteTokensOf,
  type OneTimeToken,
  type TokenKind,
} from '../queries/tokens.queries.ts'
import { confirmEmail, findAccount, lockAccount } from '../queries/users.queries.ts'
import { type Account, isBanned, isUnconfirmedSignUp } from '../user.ts'
import { isWithoutPassword, resetSignUp } from './discard-sign-up.ts'
import { confirmEmailChange } from './email-change.ts'

/** `halfWay` when the other side of an e-mail change has yet to confirm. */
export type Redeemed<T> = { outcome: T; halfWay?: false } | { halfWay: true }

// The sign-up's own tokens; another kind that proves an address first clears the sign-up (`prove`).
const OF_SIGN_UP: TokenKind[] = ['confirmation', 'sms_confirmation']

/**
 * Runs `finish` in the same transaction; null when another request used the token first. Throws 403
 * user_banned, and as confirmEmailChange does.
 */
export async function redeemToken<T>(
  core: Core,
  { token, clientInfo }: { token: OneTimeToken; clientInfo: ClientInfo },
  finish: (client: pg.PoolClient, account: Account) => Promise<T>,
): Promise<Redeemed<T> | null> {
  return await inTransaction(core.pool, async (client) => {
    const account = await lockAccount(client, token.userId)
    if (!account || !(await consumeToken(client, token.id))) return null
    if (isBanned(account, core.now())) throw userBanned()

    const isDone = await confirm(core, client, { account, token, clientInfo })
    if (!isDone) return { halfWay: true as const }
    const fresh = (await findAccount(client, account.id)) ?? account
    return { outcome: await finish(client, fresh) }
  })
}

async function confirm(
  core: Core,
  q: pg.PoolClient,
  found: { account: Account; token: OneTimeToken; clientInfo: ClientInfo },
): Promise<boolean> {
  const { account, token, clientInfo } = found
  if (token.kind === 'email_change_new' || token.kind === 'email_change_current')
    return await confirmEmailChange(core, q, found)
  await deleteTokensOf(q, account.id)
  const entry = { userId: account.id, ip: clientInfo.ip, now: core.now() }
  if (token.kind === 'phone_change') await changePhone(core, q, account)
  else if (!(await prove(core, q, found))) return true
  const action = token.kind === 'phone_change' ? 'user_updated_phone' : 'user_confirmed'
  await insertAuditEntry(q, { ...entry, action })
  return true
}

/**
 * Returns false when already confirmed. A token other than the sign-up's clears what the sign-up
 * left, which may be a stranger's; a sign-up by link or code keeps its metadata.
 */
async function prove(
  core: Core,
  q: pg.PoolClient,
  { account, token }: { account: Account; token: OneTimeToken },
): Promise<boolean> {
  const how = { keepPassword: OF_SIGN_UP.includes(token.kind), now: core.now() }
  const isByPhone = token.kind === 'sms' || token.kind === 'sms_confirmation'
  if (isByPhone ? account.phoneConfirmedAt : account.emailConfirmedAt) return false
  const isOfSignUp = how.keepPassword && isUnconfirmedSignUp(account, how.now)
  if (isOfSignUp) await core.signUpConfirmed?.(account.id, q)
  if (!how.keepPassword) {
    const isOwn = token.kind !== 'recovery' && (await isWithoutPassword(q, account))
    await resetSignUp(core, q, { account, ...(isOwn && { data: account.userMetadata }) })
  }
  if (isByPhone) await confirmPhone(q, account, how)
  else await confirmEmail(q, account.id, how)
  if (!isByPhone && !how.keepPassword) await resetToEmailIdentity(q, account, how.now)
  return true
}

async function changePhone(core: Core, q: pg.PoolClient, account: Account): Promise<void> {
  const { newPhone: phone } = account
  if (phone && (await applyPendingPhone(q, account, { phone, now: core.now() }))) return
  throw phoneExists()
}
