import type { ClientInfo, Core } from '../core.ts'
import { inTransaction } from '../db/database.ts'
import { AuthError } from '../errors.ts'
import { checkLengthAtSignIn } from '../passwords/password-rules.ts'
import { findAccountByEmail, findAccountByPhone, replaceHash } from '../queries/users.queries.ts'
import { type Account, isBanned } from '../user.ts'
import { auditFailureOf, hashIdentifier } from './audit.ts'
import { type SessionResponse, startSession } from './sessions.ts'

/** The rate limit is checked inside the hash queue, so that no two attempts pass it at once. */
export async function signIn(
  core: Core,
  { email, phone, password }: { email: string; phone: string; password: string },
  clientInfo: ClientInfo,
): Promise<SessionResponse> {
  const { pool, backoff, passwords } = core
  const name = phone || email
  const { account, old, isRight, fresh } = await core.hashing.run(async () => {
    const account = phone
      ? await findAccountByPhone(pool, phone)
      : await findAccountByEmail(pool, email)
    const old = account?.passwordHash ?? null
    await backoff.checkPassword(name, clientInfo.ip)
    const isRight = await passwords.matches(old, password)
    if (!isRight) await backoff.wrongPassword(name, clientInfo.ip)
    const fresh = isRight && old && passwords.isOld(old) ? await passwords.hash(password) : null
    return { account, old, isRight, fresh }
  })
  const attempt = {
    ...({ action: 'login_failed', userId: account?.id, clientInfo } as const),
    payload: { method: 'password', address: hashIdentifier(core, name) },
  }
  return await auditFailureOf(core, attempt, async () => {
    if (!account || !isRight)
      throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
    return await startPasswordSession(
      core,
      { account, password, old, fresh, name, isByPhone: phone !== '' },
      clientInfo,
    )
  })
}

async function startPasswordSession(
  core: Core,
  right: {
    account: Account
    password: string
    old: string | null
    fresh: string | null
    name: string
    isByPhone: boolean
  },
  clientInfo: ClientInfo,
): Promise<SessionResponse> {
  const { pool, backoff } = core
  const { account, old, fresh, name, isByPhone } = right
  await backoff.rightPassword(name, clientInfo.ip)
  if (old && fresh) await replaceHash(pool, { userId: account.id, old, fresh })
  if (isBanned(account, core.now())) throw new AuthError(400, 'user_banned', 'User is banned')
  if (isByPhone && !account.phoneConfirmedAt)
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
  if (!isByPhone && !account.emailConfirmedAt)
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  checkLengthAtSignIn(core.settings, { owner: account, password: right.password })
  return await inTransaction(pool, (client) =>
    startSession(core, client, { account, method: 'password', clientInfo }),
  )
}
