import type pg from 'pg'
import type { Core, Visitor } from '../core.ts'
import { passwordChangedMail } from '../mail/mails.ts'
import { checkNewPassword, passwordRule } from '../passwords/password-rules.ts'
import { deleteOtherSessions } from '../queries/sessions.queries.ts'
import { deleteTokensOf } from '../queries/tokens.queries.ts'
import { insertAuditEntry } from '../queries/upkeep.queries.ts'
import { setPassword } from '../queries/users.queries.ts'
import { AuthRefused } from '../refused.ts'
import type { Bearer } from '../routes/bearer.ts'
import type { Account } from '../user.ts'
import { writeRefusal } from './audit.ts'

/**
 * Refuses a change by somebody who found a signed-in browser and does not know the password (auth-
 * protocol 2.6). Guesses count as those at sign-in do. Throws 400 when it is not right, 429.
 */
export async function checkCurrentPassword(
  core: Core,
  { account, password, visitor }: { account: Account; password: string; visitor: Visitor },
): Promise<void> {
  const { guesses, hashing, passwords } = core
  const name = nameOf(account)
  const isRight = await hashing.run(async () => {
    await guesses.checkPassword(name, visitor.ip)
    const matches = await passwords.matches(account.passwordHash, password)
    if (!matches) await guesses.wrongPassword(name, visitor.ip)
    return matches
  })
  if (!isRight) {
    const wrong = new AuthRefused(400, 'current_password_invalid', 'Current password is not right.')
    const attempt = { action: 'verification_failed', userId: account.id, visitor } as const
    await writeRefusal(core, attempt, wrong.code)
    throw wrong
  }
  await guesses.rightPassword(name, visitor.ip)
}

/** The hash of an account's new password; throws 422 when it is weak or the one he has. */
export async function hashNewPassword(
  core: Core,
  account: Account,
  password: string,
): Promise<string> {
  const { passwords, hashing, settings } = core
  checkNewPassword(password, passwordRule(settings, account))
  return await hashing.run(async () => {
    if (account.passwordHash && (await passwords.matches(account.passwordHash, password)))
      throw new AuthRefused(
        422,
        'same_password',
        'New password should be different from the old password.',
      )
    return await passwords.hash(password)
  })
}

/**
 * Stores a new password, ends the user's other sessions, voids what was sent to him by mail and has
 * its owner told, in the transaction of `q`: a change that he is not told of does not happen.
 */
export async function changePassword(
  core: Core,
  q: pg.PoolClient,
  { bearer, passwordHash, visitor }: { bearer: Bearer; passwordHash: string; visitor: Visitor },
): Promise<void> {
  const now = core.now()
  const { id: userId } = bearer.account
  await setPassword(q, userId, { passwordHash, now })
  await deleteOtherSessions(q, { userId, keep: bearer.session.id })
  await deleteTokensOf(q, userId)
  await insertAuditEntry(q, {
    action: 'user_updated_password',
    userId,
    sessionId: bearer.session.id,
    ip: visitor.ip,
    now,
  })
  const { siteUrl, settings } = core
  const { email: to } = bearer.account
  if (to) await core.tell(passwordChangedMail({ to, siteName: settings.siteName, siteUrl }), q)
}

// As at sign-in, so that both count together.
function nameOf({ email, phone, id }: Account): string {
  return email ?? phone ?? id
}
