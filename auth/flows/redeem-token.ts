import type pg from 'pg'
import type { ClientInfo } from '../client-info.ts'
import { inTransaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { phoneExists, userBanned } from '../errors.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import { applyPendingPhone, confirmPhone } from '../queries/contacts.queries.ts'
import { resetToEmailIdentity } from '../queries/identities.queries.ts'
import {
  consumeToken,
  consumeTokenAndOthers,
  type OneTimeToken,
  type TokenKind,
} from '../queries/tokens.queries.ts'
import { confirmEmail, findAccount, lockAccount } from '../queries/users.queries.ts'
import { type Account, isBanned, isUnconfirmedSignUp } from '../user.ts'
import { isWithoutPassword, resetSignUp } from './discard-sign-up.ts'
import { confirmEmailChange } from './email-change.ts'

/** `isPending` while the other side of an e-mail change has not confirmed. */
type Redeemed<T> = { outcome: T; isPending?: false } | { isPending: true }

// Other tokens that prove an address first reset the sign-up.
const SIGN_UP_KINDS: TokenKind[] = ['confirmation', 'sms_confirmation']

/** Null when a concurrent request used the token. Throws 403, and as confirmEmailChange. */
export async function redeemToken<T>(
  deps: Deps,
  { token, clientInfo }: { token: OneTimeToken; clientInfo: ClientInfo },
  finish: (client: pg.PoolClient, account: Account) => Promise<T>,
): Promise<Redeemed<T> | null> {
  return await inTransaction(deps.pool, async (client) => {
    const account = await lockAccount(client, token.userId)
    const consume = isEmailChange(token) ? consumeToken : consumeTokenAndOthers
    if (!account || !(await consume(client, token.id))) return null
    if (isBanned(account, deps.now())) throw userBanned()

    const isDone = await applyToken(deps, client, { account, token, clientInfo })
    if (!isDone) return { isPending: true as const }
    const fresh = (await findAccount(client, account.id)) ?? account
    return { outcome: await finish(client, fresh) }
  })
}

async function applyToken(
  deps: Deps,
  q: pg.PoolClient,
  params: { account: Account; token: OneTimeToken; clientInfo: ClientInfo },
): Promise<boolean> {
  const { account, token, clientInfo } = params
  if (isEmailChange(token)) return await confirmEmailChange(deps, q, params)
  const entry = { userId: account.id, ip: clientInfo.ip, now: deps.now() }
  if (token.kind === 'phone_change') await changePhone(deps, q, account)
  else if (!(await confirmContact(deps, q, params))) return true
  const action = token.kind === 'phone_change' ? 'user_updated_phone' : 'user_confirmed'
  await insertAuditEntry(q, { ...entry, action })
  return true
}

function isEmailChange({ kind }: OneTimeToken): boolean {
  return kind === 'email_change_new' || kind === 'email_change_current'
}

/** False when already confirmed. Unless its own token proves it, the sign-up may be another person's. */
async function confirmContact(
  deps: Deps,
  q: pg.PoolClient,
  { account, token }: { account: Account; token: OneTimeToken },
): Promise<boolean> {
  const options = { keepPassword: SIGN_UP_KINDS.includes(token.kind), now: deps.now() }
  const isByPhone = token.kind === 'sms' || token.kind === 'sms_confirmation'
  if (isByPhone ? account.phoneConfirmedAt : account.emailConfirmedAt) return false
  const isOfSignUp = options.keepPassword && isUnconfirmedSignUp(account, options.now)
  if (isOfSignUp) await deps.signUpConfirmed?.(account.id, q)
  if (!options.keepPassword) {
    const isOwn = token.kind !== 'recovery' && (await isWithoutPassword(q, account))
    await resetSignUp(deps, q, { account, ...(isOwn && { data: account.userMetadata }) })
  }
  if (isByPhone) await confirmPhone(q, account, options)
  else await confirmEmail(q, account.id, options)
  if (!isByPhone && !options.keepPassword) await resetToEmailIdentity(q, account, options.now)
  return true
}

async function changePhone(deps: Deps, q: pg.PoolClient, account: Account): Promise<void> {
  const { newPhone: phone } = account
  if (phone && (await applyPendingPhone(q, account, { phone, now: deps.now() }))) return
  throw phoneExists()
}
