import type { ClientInfo } from '../client-info.ts'
import { inTransaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AuthError } from '../errors.ts'
import { weakPasswordMail } from '../mail/mails.ts'
import { notifyOwner } from '../mail/notify-owner.ts'
import { checkLengthAtSignIn, isTooWeak, passwordRule } from '../passwords/password-rules.ts'
import { findAccountAndFailures } from '../queries/backoff.queries.ts'
import { replaceHash } from '../queries/users.queries.ts'
import { type Account, isBanned } from '../user.ts'
import { auditFailureOf, hashIdentifier } from './audit.ts'
import { knownSince } from './new-sign-in.ts'
import { mailLinkInsteadOfPassword } from './otp.ts'
import { type SessionResponse, startOftenKnownSession } from './sessions.ts'

const LINK_SENT = 'We sent you a link. Please use it to sign in.'

/** `knownTo`: users that it signed in as before; `linkTarget`: where a mailed link leads. */
type Browser = ClientInfo & { knownTo: string[]; linkTarget: string }

/**
 * The rate limit is checked inside the hash queue, so that no two attempts pass it at once. Throws
 * 403 sign_in_link_sent, whether the password is right or wrong and the account known or not, where
 * a password counts from a known device only; the owner gets a link.
 */
export async function signIn(
  deps: Deps,
  { email, phone, password }: { email: string; phone: string; password: string },
  { knownTo, linkTarget, ...clientInfo }: Browser,
): Promise<SessionResponse> {
  const { pool, backoff, passwords } = deps
  const identifier = phone || email
  const keys = backoff.passwordKeys(identifier, clientInfo.ip)
  const tried = await deps.hashing.run(async () => {
    const wanted = { email, phone, keys, since: knownSince(deps) }
    const { account, lastSignIns, failures } = await findAccountAndFailures(pool, wanted)
    const isKnown = account !== null && knownTo.includes(account.id)
    const from = { email: identifier, address: clientInfo.ip, isKnown }
    const storedHash = account?.passwordHash ?? null
    const found = { account, lastSignIns, failures, from, storedHash }
    if (email && backoff.needsKnownDevice(from, failures))
      return { ...found, needsLink: true, isCorrect: false, newHash: null }
    await backoff.checkPassword(from, failures)
    const isCorrect = await passwords.matches(storedHash, password)
    if (!isCorrect) await backoff.wrongPassword(from)
    const newHash =
      isCorrect && storedHash && passwords.needsRehash(storedHash)
        ? await passwords.hash(password)
        : null
    return { ...found, needsLink: false, isCorrect, newHash }
  })
  const { account, lastSignIns, failures, from, storedHash, needsLink, isCorrect, newHash } = tried
  const attempt = {
    ...({ action: 'login_failed', userId: account?.id, clientInfo } as const),
    payload: { method: 'password', address: hashIdentifier(deps, identifier) },
  }
  return await auditFailureOf(deps, attempt, async () => {
    if (needsLink) {
      const link = { email, target: linkTarget, clientInfo }
      deps.background.run('Link to sign in', () => mailLinkInsteadOfPassword(deps, link))
      throw new AuthError(403, 'sign_in_link_sent', LINK_SENT)
    }
    if (!account || !isCorrect)
      throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
    await backoff.rightPassword(from, failures)
    return await startPasswordSession(
      deps,
      { account, lastSignIns, password, storedHash, newHash, isByPhone: phone !== '' },
      clientInfo,
    )
  })
}

async function startPasswordSession(
  deps: Deps,
  verified: {
    account: Account
    lastSignIns: ClientInfo[]
    password: string
    storedHash: string | null
    newHash: string | null
    isByPhone: boolean
  },
  clientInfo: ClientInfo,
): Promise<SessionResponse> {
  const { pool } = deps
  const { account, storedHash, newHash, isByPhone } = verified
  if (storedHash && newHash) await replaceHash(pool, { userId: account.id, storedHash, newHash })
  if (isBanned(account, deps.now())) throw new AuthError(400, 'user_banned', 'User is banned')
  if (isByPhone && !account.phoneConfirmedAt)
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
  if (!isByPhone && !account.emailConfirmedAt)
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  checkLengthAtSignIn(deps.settings, { owner: account, password: verified.password })
  const session = { account, method: 'password', clientInfo } as const
  const started = await startOftenKnownSession(deps, session, verified.lastSignIns)
  if (isTooWeak(verified.password, passwordRule(deps.settings, account)))
    await askForBetterPassword(deps, { account, clientInfo })
  return started
}

/** Nobody is locked out by a rule that came after their password: a mail asks for another. */
async function askForBetterPassword(
  deps: Deps,
  { account, clientInfo }: { account: Account; clientInfo: ClientInfo },
): Promise<void> {
  await inTransaction(deps.pool, async (client) => {
    if (!(await deps.rateLimits.consume(client, 'weak password mails of', account.id))) return
    await notifyOwner(deps, client, { to: account.email, by: clientInfo }, weakPasswordMail)
  })
}
