import type pg from 'pg'
import type { Deps } from '../deps.ts'
import { emailExists, validationFailed } from '../errors.ts'
import { checkNewPassword, passwordRule } from '../passwords/password-rules.ts'
import type { TokenKind } from '../queries/tokens.queries.ts'
import { findAccount, insertUser, withDetails } from '../queries/users.queries.ts'
import type { Admin } from '../requests/authenticate-admin.ts'
import { type IssuedToken, issueToken } from '../tokens/one-time-tokens.ts'
import type { Account, Metadata, User } from '../user.ts'
import { newUser } from '../users/new-user.ts'
import { auditAdmin } from './admin-users.ts'

export type IssuedLink = { user: User; issued: IssuedToken & { tokenHash: string } }
export type LinkRequest = {
  email: string
  data: Metadata
  target: string
  known: Account | null
  newEmail: string
  passwordHash: string | null
}
export async function createAccount(
  deps: Deps,
  q: pg.PoolClient,
  admin: Admin,
  { email, data, passwordHash }: LinkRequest,
): Promise<Account> {
  const now = deps.now()
  const user = newUser({ email, passwordHash, data, isByAdmin: true, confirmed: false, now })
  if (!(await insertUser(q, user))) throw emailExists()
  await auditAdmin(deps, q, admin, { action: 'user_signedup', userId: user.id })
  return user
}

export async function issueLink(
  deps: Deps,
  q: pg.PoolClient,
  { id: userId }: Account,
  { kind, type, request }: { kind: TokenKind; type: string; request: LinkRequest },
): Promise<IssuedLink> {
  const { email, target } = request
  const issued = await issueToken(deps, q, { userId, sentTo: email, kind, target, type })
  const account = await findAccount(q, userId)
  if (!account) throw new Error('the account of a link is gone')
  return { user: await withDetails(q, account), issued }
}

/** In the reference server's format; our mails link to the page (auth-protocol 1.3). */
export function actionLink(
  { externalUrl }: Deps,
  { token, type, target }: { token: string; type: string; target: string },
): string {
  const link = new URL(`${externalUrl}/verify`)
  const name = type.startsWith('email_change') ? 'email_change' : type
  link.search = new URLSearchParams({ token, type: name, redirect_to: target }).toString()
  return link.href
}

export async function hashChosenPassword(
  deps: Deps,
  { email, password, data }: { email: string; password: string; data: Metadata },
): Promise<string> {
  if (!password) throw validationFailed('Signup requires a valid password')
  const owner = { email, phone: null, userMetadata: data, appMetadata: {} }
  checkNewPassword(password, passwordRule(deps.settings, owner))
  return await deps.hashing.run(() => deps.passwords.hash(password))
}
