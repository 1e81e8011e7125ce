import type { ClientInfo } from '../client-info.ts'
import { inTransaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { sendSms } from '../mail/sms-codes.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import { findAccount, withDetails } from '../queries/users.queries.ts'
import type { Bearer } from '../requests/authenticate.ts'
import type { CodeChallenge } from '../tokens/flow-states.ts'
import type { Metadata, User } from '../user.ts'
import { changePassword, checkCurrentPassword, hashNewPassword } from './change-password.ts'
import { changeUserMetadata } from './change-user-metadata.ts'
import { requestEmailChange } from './email-change.ts'
import { requireSecondFactor } from './factors.ts'
import { reauthenticate, requireCurrentPassword, requireFreshSignIn } from './fresh-sign-in.ts'
import { requestPhoneChange } from './phone-change.ts'
import { checkNonce } from './reauthenticate.ts'

/** '' and null mean unchanged. */
export type Changes = {
  email: string | null
  phone: string | null
  password: string
  currentPassword: string
  nonce: string
  data: Metadata | null
  target: string
  challenge: CodeChallenge
}

type Caller = { bearer: Bearer; clientInfo: ClientInfo }

/** All changes or none (auth-protocol 2.6). */
export async function updateUser(deps: Deps, caller: Caller, changes: Changes): Promise<User> {
  const { bearer, clientInfo } = caller
  const { account, session } = bearer
  const { email, phone, data } = changes
  requireSecondFactor(bearer)
  if (email || phone)
    await deps.rateLimits.consumeOrThrow(deps.pool, 'address changes of', account.id)
  const passwordHash = await checkChanges(deps, caller, changes)

  const { user, messages, sms } = await inTransaction(deps.pool, async (client) => {
    const now = deps.now()
    if (changes.currentPassword || changes.nonce) await reauthenticate(deps, client, caller)
    if (passwordHash) await changePassword(deps, client, { bearer, passwordHash, clientInfo })
    if (data) {
      await changeUserMetadata(client, account.id, { changes: data, now })
      const ids = { userId: account.id, sessionId: session.id, ip: clientInfo.ip }
      await insertAuditEntry(client, { action: 'user_modified', ...ids, now })
    }
    const { target, challenge } = changes
    const mailing = { target, challenge, clientInfo }
    return {
      messages: email ? await requestEmailChange(deps, client, { bearer, email, ...mailing }) : [],
      sms: phone ? await requestPhoneChange(deps, client, { bearer, phone, clientInfo }) : null,
      user: await withDetails(client, (await findAccount(client, account.id)) ?? account),
    }
  })
  for (const message of messages)
    deps.background.run('Mail to confirm an address', () => deps.mail(message))
  sendSms(deps, sms)
  return user
}

/** Null without a new password. Throws 400, 422. */
async function checkChanges(
  deps: Deps,
  { bearer, clientInfo }: Caller,
  { email, phone, password, currentPassword, nonce }: Changes,
): Promise<string | null> {
  const { account } = bearer
  if (currentPassword)
    await checkCurrentPassword(deps, { account, password: currentPassword, clientInfo })
  else if (password) await requireCurrentPassword(deps, bearer)
  if ((password || email || phone) && !currentPassword && !nonce)
    await requireFreshSignIn(deps, bearer)
  const passwordHash = password ? await hashNewPassword(deps, account, password) : null
  if (password || nonce) await checkNonce(deps, { bearer, nonce, clientInfo })
  return passwordHash
}
