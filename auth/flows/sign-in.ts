import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { AuthError } from '../errors.ts'
import { checkLengthAtSignIn } from '../passwords/password-rules.ts'
import { findAccountAndFailures } from '../queries/backoff.queries.ts'
import { replaceHash } from '../queries/users.queries.ts'
import { type Account, isBanned } from '../user.ts'
import { auditFailureOf, hashIdentifier } from './audit.ts'
import { knownSince } from './new-sign-in.ts'
import { type SessionResponse, startOftenKnownSession } from './sessions.ts'

/** The rate limit is checked inside the hash queue, so that no two attempts pass it at once. */
export async function signIn(
  deps: Deps,
  { email, phone, password }: { email: string; phone: string; password: string },
  clientInfo: ClientInfo,
): Promise<SessionResponse> {
  const { pool, backoff, passwords } = deps
  const identifier = phone || email
  const keys = backoff.passwordKeys(identifier, clientInfo.ip)
  const { account, lastSignIns, failures, storedHash, isCorrect, newHash } = await deps.hashing.run(
    async () => {
      const wanted = { email, phone, keys, since: knownSince(deps) }
      const { account, lastSignIns, failures } = await findAccountAndFailures(pool, wanted)
      const storedHash = account?.passwordHash ?? null
      await backoff.checkPassword(identifier, clientInfo.ip, failures)
      const isCorrect = await passwords.matches(storedHash, password)
      if (!isCorrect) await backoff.wrongPassword(identifier, clientInfo.ip)
      const newHash =
        isCorrect && storedHash && passwords.needsRehash(storedHash)
          ? await passwords.hash(password)
          : null
      return { account, lastSignIns, failures, storedHash, isCorrect, newHash }
    },
  )
  const attempt = {
    ...({ action: 'login_failed', userId: account?.id, clientInfo } as const),
    payload: { method: 'password', address: hashIdentifier(deps, identifier) },
  }
  return await auditFailureOf(deps, attempt, async () => {
    if (!account || !isCorrect)
      throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
    if (failures.size > 0) await backoff.rightPassword(identifier, clientInfo.ip)
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
  return await startOftenKnownSession(deps, session, verified.lastSignIns)
}
