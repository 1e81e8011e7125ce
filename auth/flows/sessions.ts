import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { ClientInfo } from '../client-info.ts'
import { inTransaction, type Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { insertSession, toAuthMethod } from '../queries/sessions.queries.ts'
import type { Grant } from '../tokens/access-tokens.ts'
import { writeRefreshToken } from '../tokens/refresh-token.ts'
import { sessionExpiry } from '../tokens/session-expiry.ts'
import { type Account, toUserResponse, type User, type UserResponse } from '../user.ts'
import { isNewSignIn, notifyOfNewSignIn } from './new-sign-in.ts'

/** auth-protocol 2.2. */
export type SessionResponse = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: UserResponse
}

type SignInMethod = 'password' | 'otp' | 'oauth' | 'anonymous'

type NewSession = {
  account: Account
  method: SignInMethod
  provider?: string
  clientInfo: ClientInfo
}

/** Mails the owner if it is from a new device or network. */
export async function startSession(
  deps: Deps,
  client: pg.PoolClient,
  session: NewSession,
): Promise<SessionResponse> {
  await notifyOfNewSignIn(deps, client, session)
  return await storeSession(deps, client, session)
}

/** As startSession, in one statement where `lastSignIns` show that nothing is new. */
export async function startOftenKnownSession(
  deps: Deps,
  session: NewSession,
  lastSignIns: readonly ClientInfo[],
): Promise<SessionResponse> {
  if (!isNewSignIn(session, lastSignIns)) return await storeSession(deps, deps.pool, session)
  return await inTransaction(deps.pool, (client) => startSession(deps, client, session))
}

async function storeSession(
  deps: Deps,
  q: Queryable,
  { account, method, provider, clientInfo }: NewSession,
): Promise<SessionResponse> {
  const now = deps.now()
  const id = randomUUID()
  const key = randomBytes(32)
  const sealedKey = deps.secrets.seal(key, sessionKeyContext(id))
  const by = { method, provider: provider ?? null }
  const notAfter = sessionExpiry(deps.settings, { createdAt: now, now })
  const session = { id, userId: account.id, sealedKey, ...by, ...clientInfo, notAfter, now }
  const details = await insertSession(q, session)
  return buildSessionResponse(deps, {
    user: { ...account, ...details, lastSignInAt: now },
    sessionId: id,
    aal: 'aal1',
    amr: [toAuthMethod({ ...by, updatedAt: now })],
    counter: 0,
    key,
  })
}

export async function buildSessionResponse(
  deps: Deps,
  {
    user,
    sessionId,
    aal,
    amr,
    counter,
    key,
  }: Omit<Grant, 'account'> & { user: User; counter: number; key: Buffer },
): Promise<SessionResponse> {
  const { token, expiresAt } = await deps.accessTokens.sign({ account: user, sessionId, aal, amr })
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: deps.settings.jwtSeconds,
    expires_at: expiresAt,
    refresh_token: writeRefreshToken(sessionId, counter, key),
    user: toUserResponse(user),
  }
}

export function sessionKeyContext(sessionId: string): string {
  return `session|${sessionId}`
}
