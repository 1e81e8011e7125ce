import { type Core, later, type Visitor } from '../core.ts'
import type { Queryable } from '../db/database.ts'
import { authMethodsOf, setReauthenticated } from '../queries/sessions.queries.ts'
import { insertAuditEntry } from '../queries/upkeep.queries.ts'
import { AuthRefused } from '../refused.ts'
import type { Bearer } from '../routes/bearer.ts'

// A browser that was left open must not be enough to take an account from its owner. Changes of how it
// is signed in to need a sign-in, or the present password, of the last minutes.

/**
 * Throws 400 current_password_required, or reauthentication_needed for an account without a password,
 * unless the session was begun or reauthenticated within `freshSignInSeconds`. Anonymous accounts have
 * nothing to show and are let through.
 */
export async function needsFreshSignIn(
  { settings, now }: Core,
  { account, session }: Bearer,
): Promise<void> {
  const { freshSignInSeconds } = settings
  if (freshSignInSeconds === 0 || account.isAnonymous) return
  const shownAt = session.reauthenticatedAt ?? session.createdAt
  if (later(shownAt, freshSignInSeconds) > now()) return
  if (account.passwordHash) throw currentPasswordRequired()
  throw new AuthRefused(400, 'reauthentication_needed', 'This change requires reauthentication')
}

/**
 * Throws 400 current_password_required where the setting asks for it with each new password, but in a
 * session that a mailed link or code began, as of a recovery (auth-protocol 2.6).
 */
export async function needsCurrentPassword(
  core: Core,
  { account, session }: Bearer,
): Promise<void> {
  if (!core.settings.passwordNeedsCurrent || !account.passwordHash) return
  const methods = await authMethodsOf(core.pool, session.id)
  if (!methods.some(({ method }) => method === 'otp')) throw currentPasswordRequired()
}

/** Makes the session as fresh as one that was begun now. */
export async function reauthenticate(
  { now }: Core,
  q: Queryable,
  { bearer, visitor }: { bearer: Bearer; visitor: Visitor },
): Promise<void> {
  const { account, session } = bearer
  await setReauthenticated(q, session.id, now())
  await insertAuditEntry(q, {
    action: 'user_reauthenticated',
    ...{ userId: account.id, sessionId: session.id, ip: visitor.ip, now: now() },
  })
}

function currentPasswordRequired(): AuthRefused {
  const message = 'Current password required for this change.'
  return new AuthRefused(400, 'current_password_required', message)
}
