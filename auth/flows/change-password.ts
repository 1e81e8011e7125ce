import type pg from 'pg'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { AuthError } from '../errors.ts'
import { passwordChangedMail } from '../mail/mails.ts'
import { notifyOwner } from '../mail/notify-owner.ts'
import { checkNewPassword, passwordRule } from '../passwords/password-rules.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import { deleteOtherSessions } from '../queries/sessions.queries.ts'
import { deleteTokensOf } from '../queries/tokens.queries.ts'
import { setPassword } from '../queries/users.queries.ts'
import type { Bearer } from '../requests/authenticate.ts'
import type { Account } from '../user.ts'
import { auditFailure } from './audit.ts'

/** Throws 400 and 429. Failures count towards the sign-in limit. */
export async function checkCurrentPassword(
  deps: Deps,
  { account, password, clientInfo }: { account: Account; password: string; clientInfo: ClientInfo },
): Promise<void> {
  const { backoff, hashing, passwords } = deps
  const tried = { email: identifierOf(account), address: clientInfo.ip, isKnown: true }
  const isCorrect = await hashing.run(async () => {
    await backoff.checkPassword(tried)
    const matches = await passwords.matches(account.passwordHash, password)
    if (!matches) await backoff.wrongPassword(tried)
    return matches
  })
  if (!isCorrect) {
    const wrong = new AuthError(400, 'current_password_invalid', 'Current password is not right.')
    const attempt = { action: 'verification_failed', userId: account.id, clientInfo } as const
    await auditFailure(deps, attempt, wrong.code)
    throw wrong
  }
  await backoff.rightPassword(tried)
}

/** Throws 422 when the password is weak or unchanged. */
export async function hashNewPassword(
  deps: Deps,
  account: Account,
  password: string,
): Promise<string> {
  const { passwords, hashing, settings } = deps
  checkNewPassword(password, passwordRule(settings, account))
  return await hashing.run(async () => {
    if (account.passwordHash && (await passwords.matches(account.passwordHash, password)))
      throw new AuthError(
        422,
        'same_password',
        'New password should be different from the old password.',
      )
    return await passwords.hash(password)
  })
}

/** Ends the other sessions, voids mailed tokens and notifies the owner, all in one transaction. */
export async function changePassword(
  deps: Deps,
  q: pg.PoolClient,
  {
    bearer,
    passwordHash,
    clientInfo,
  }: { bearer: Bearer; passwordHash: string; clientInfo: ClientInfo },
): Promise<void> {
  const now = deps.now()
  const { id: userId } = bearer.account
  await setPassword(q, userId, { passwordHash, now })
  await deleteOtherSessions(q, { userId, keep: bearer.session.id })
  await deleteTokensOf(q, userId)
  await insertAuditEntry(q, {
    action: 'user_updated_password',
    userId,
    sessionId: bearer.session.id,
    ip: clientInfo.ip,
    now,
  })
  await notifyOwner(deps, q, { to: bearer.account.email, by: clientInfo }, passwordChangedMail)
}

// The identifier used at sign-in, so that both share one rate limit.
function identifierOf({ email, phone, id }: Account): string {
  return email ?? phone ?? id
}
