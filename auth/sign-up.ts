import type { Core, Visitor } from './core.ts'
import { inTransaction } from './db/database.ts'
import { confirmationMail, knownAddressMail } from './mails.ts'
import { type Issued, issueToken } from './one-time-tokens.ts'
import { insertAuditEntry } from './queries-upkeep.ts'
import { findAccountByEmail, insertUser } from './queries-users.ts'
import { AuthRefused } from './refused.ts'
import { type SessionAnswer, startSession } from './sessions.ts'
import {
  type Account,
  type Metadata,
  newUser,
  type User,
  type UserAnswer,
  userAnswer,
} from './user.ts'

export type SignUp = { email: string; password: string; data: Metadata; redirectTo: string }

/**
 * Makes an account for an e-mail address and a password that may be used (auth-protocol 2.5).
 * Without confirmation the answer is a Session, and an address that is taken is refused with 422
 * user_already_exists. With confirmation it is a bare User whether the address is new or not: for a
 * known one the User is made up and the owner gets a mail. So that nobody can tell the two apart,
 * the made-up one is complete (the reference server leaves its identities out) and the password is
 * hashed in any case; it is never stored for an account that exists.
 */
export async function signUp(
  core: Core,
  { email, password, data, redirectTo }: SignUp,
  visitor: Visitor,
): Promise<UserAnswer | SessionAnswer> {
  const { confirmEmail } = core.settings
  await core.requestLimits.countSignUp(visitor.ip)
  const passwordHash = await core.hashing.run(() => core.passwords.hash(password))
  const user = newUser({ email, passwordHash, data, confirmed: !confirmEmail, now: core.now() })
  const target = core.redirectTarget(redirectTo)

  const known = await findAccountByEmail(core.pool, email)
  const made = known ? null : await makeAccount(core, { user, target, visitor })
  if (made) return made

  // Two sign-ups of one address at once: the second finds it taken only when it stores it.
  const taken = known ?? (await findAccountByEmail(core.pool, email))
  if (!confirmEmail) throw new AuthRefused(422, 'user_already_exists', 'User already registered')
  if (taken) await answerOwner(core, { account: taken, email, target, visitor })
  return userAnswer(user)
}

/** Sends the confirmation mail of an unconfirmed account again, within the limits on mail. */
export async function sendConfirmation(
  core: Core,
  {
    account,
    email,
    target,
    visitor,
  }: { account: Account; email: string; target: string; visitor: Visitor },
): Promise<void> {
  const issued = await inTransaction(core.pool, async (client) => {
    const mail = { userId: account.id, kind: 'confirmation', address: visitor.ip } as const
    return (await core.requestLimits.takeMail(client, mail))
      ? issueToken(core, client, { userId: account.id, email, kind: 'confirmation', target })
      : null
  })
  if (issued) mailConfirmation(core, email, issued)
}

async function makeAccount(
  core: Core,
  { user, target, visitor }: { user: User; target: string; visitor: Visitor },
): Promise<UserAnswer | SessionAnswer | null> {
  const { id: userId, email } = user
  const made = await inTransaction(core.pool, async (client) => {
    if (!email || !(await insertUser(client, user))) return null
    const entry = { userId, ip: visitor.ip, now: core.now() }
    await insertAuditEntry(client, { ...entry, action: 'user_signedup' })
    if (!core.settings.confirmEmail)
      return {
        answer: await startSession(core, client, { account: user, method: 'password', visitor }),
      }
    const issued = await issueToken(core, client, { userId, email, kind: 'confirmation', target })
    return { answer: userAnswer(user), mail: { to: email, issued } }
  })
  if (made?.mail) mailConfirmation(core, made.mail.to, made.mail.issued)
  return made?.answer ?? null
}

async function answerOwner(
  core: Core,
  {
    account,
    email,
    target,
    visitor,
  }: { account: Account; email: string; target: string; visitor: Visitor },
): Promise<void> {
  const entry = { userId: account.id, ip: visitor.ip, now: core.now() }
  await insertAuditEntry(core.pool, { ...entry, action: 'user_repeated_signup' })
  if (!account.emailConfirmedAt) {
    return await sendConfirmation(core, { account, email, target, visitor })
  }

  const mail = { userId: account.id, kind: 'repeated_signup', address: visitor.ip } as const
  if (!(await core.requestLimits.takeMail(core.pool, mail))) return
  const { siteName } = core.settings
  const letter = knownAddressMail({ to: email, siteName, siteUrl: core.siteUrl })
  core.background.run('Mail to the owner of a known address', () => core.mail(letter))
}

function mailConfirmation(core: Core, to: string, issued: Issued): void {
  const letter = confirmationMail({ to, siteName: core.settings.siteName, ...issued })
  core.background.run('Confirmation mail', () => core.mail(letter))
}
