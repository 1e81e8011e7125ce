import type pg from 'pg'
import type { ClientInfo } from '../client-info.ts'
import { retryOnConflict } from '../db/retry-on-conflict.ts'
import type { Deps } from '../deps.ts'
import { AuthError, userBanned, validationFailed } from '../errors.ts'
import type { ProviderUser } from '../providers/provider-claims.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import { findIdentity, refreshIdentity } from '../queries/identities.queries.ts'
import { consumeToken, findToken } from '../queries/tokens.queries.ts'
import { findAccount, lockAccount } from '../queries/users.queries.ts'
import { lookupLinkToken } from '../tokens/one-time-tokens.ts'
import { type Account, isBanned } from '../user.ts'
import { mergedIfSmall } from '../users/user-metadata.ts'
import { alreadyLinked } from './identities.ts'
import { addIdentity, confirmByProvider } from './provider-sign-in.ts'

/** The invitation's id (auth-protocol 2.7). Throws 404 user_not_found. */
export async function findInvitation(deps: Deps, token: string): Promise<string> {
  const found = await lookupLinkToken(deps, token, ['confirmation'])
  const account = found && (await findAccount(deps.pool, found.userId))
  if (found && account?.invitedAt) return found.id
  throw new AuthError(404, 'user_not_found', 'User identified by token not found')
}

/** Throws 404 invite_not_found, 400, 422 identity_already_exists, 403 user_banned. */
export async function acceptInvitation<T>(
  deps: Deps,
  user: ProviderUser,
  { invitation, clientInfo }: { invitation: string; clientInfo: ClientInfo },
  finish: (q: pg.PoolClient, account: Account) => Promise<T>,
): Promise<T> {
  return await retryOnConflict(deps, async (client) => {
    const now = deps.now()
    const token = await findToken(client, { id: invitation, now })
    const account = token && (await lockAccount(client, token.userId))
    if (!account || !(await consumeToken(client, token.id)))
      throw new AuthError(404, 'invite_not_found', 'Invite not found')
    if (isBanned(account, now)) throw userBanned()
    if (!user.email || user.email !== account.email)
      throw validationFailed('Invited email does not match emails from external provider')

    const known = await findIdentity(client, user)
    if (known && known.userId !== account.id) throw alreadyLinked(false)
    if (known) await refreshIdentity(client, known.id, { ...user, now })
    const identityId = known?.id ?? (await addIdentity(deps, client, { account, user, clientInfo }))
    const data = mergedIfSmall(account.userMetadata, user.data)
    await confirmByProvider(deps, client, { account, email: user.email, data, identityId })
    await insertAuditEntry(client, {
      action: 'invite_accepted',
      userId: account.id,
      ip: clientInfo.ip,
      now,
      payload: { provider: user.provider },
    })
    return await finish(client, (await findAccount(client, account.id)) ?? account)
  })
}
