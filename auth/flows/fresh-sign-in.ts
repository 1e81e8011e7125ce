import type { ClientInfo } from '../client-info.ts'
import type { Queryable } from '../db/database.ts'
import { type Deps, later } from '../deps.ts'
import { AuthError } from '../errors.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import { authMethodsOf, setReauthenticated } from '../queries/sessions.queries.ts'
import type { Bearer } from '../requests/authenticate.ts'

/** Throws 400 current_password_required or reauthentication_needed: an open browser is not enough. */
export async function requireFreshSignIn(
  { settings, now }: Deps,
  { account, session }: Bearer,
): Promise<void> {
  const { freshSignInSeconds } = settings
  if (freshSignInSeconds === 0 || account.isAnonymous) return
  const verifiedAt = session.reauthenticatedAt ?? session.createdAt
  if (later(verifiedAt, freshSignInSeconds) > now()) return
  if (account.passwordHash) throw currentPasswordRequired()
  throw new AuthError(400, 'reauthentication_needed', 'This change requires reauthentication')
}

/** Throws 400 current_password_required, except after sign-in by mail (auth-protocol 2.6). */
export async function requireCurrentPassword(
  deps: Deps,
  { account, session }: Bearer,
): Promise<void> {
  if (!deps.settings.passwordNeedsCurrent || !account.passwordHash) return
  const methods = await authMethodsOf(deps.pool, session.id)
  if (!methods.some(({ method }) => method === 'otp')) throw currentPasswordRequired()
}

export async function reauthenticate(
  { now }: Deps,
  q: Queryable,
  { bearer, clientInfo }: { bearer: Bearer; clientInfo: ClientInfo },
): Promise<void> {
  const { account, session } = bearer
  await setReauthenticated(q, session.id, now())
  await insertAuditEntry(q, {
    action: 'user_reauthenticated',
    userId: account.id,
    sessionId: session.id,
    ip: clientInfo.ip,
    now: now(),
  })
}

function currentPasswordRequired(): AuthError {
  const message = 'Current password required for this change.'
  return new AuthError(400, 'current_password_required', message)
}
