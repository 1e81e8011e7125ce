import { randomBytes, randomUUID } from 'node:crypto'
import type { ClientInfo, Core } from '../core.ts'
import type { Queryable } from '../db/database.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import { authMethodsOf, insertSession } from '../queries/sessions.queries.ts'
import { withDetails } from '../queries/users.queries.ts'
import { writeRefreshToken } from '../tokens/refresh-token.ts'
import { type Account, toUserResponse, type UserResponse } from '../user.ts'
import { sessionExpiry } from './session-expiry.ts'

/** auth-protocol 2.2. */
export type SessionResponse = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: UserResponse
}

export type SignInMethod = 'password' | 'otp' | 'oauth' | 'anonymous'

export async function startSession(
  core: Core,
  q: Queryable,
  {
    account,
    method,
    provider,
    clientInfo,
  }: { account: Account; method: SignInMethod; provider?: string; clientInfo: ClientInfo },
): Promise<SessionResponse> {
  const now = core.now()
  const id = randomUUID()
  const key = randomBytes(32)
  const sealedKey = core.secrets.seal(key, sessionKeyContext(id))
  const by = { method, provider: provider ?? null }
  const notAfter = sessionExpiry(core.settings, { createdAt: now, now })
  await insertSession(q, { id, userId: account.id, sealedKey, ...by, ...clientInfo, notAfter, now })
  await insertAuditEntry(q, {
    action: 'login',
    userId: account.id,
    sessionId: id,
    ip: clientInfo.ip,
    payload: { method, ...(provider && { provider }), user_agent: clientInfo.userAgent },
    now,
  })
  const signedIn = { ...account, lastSignInAt: now }
  return buildSessionResponse(core, q, {
    account: signedIn,
    sessionId: id,
    aal: 'aal1',
    counter: 0,
    key,
  })
}

export async function buildSessionResponse(
  core: Core,
  q: Queryable,
  {
    account,
    sessionId,
    aal,
    counter,
    key,
  }: { account: Account; sessionId: string; aal: string; counter: number; key: Buffer },
): Promise<SessionResponse> {
  const user = await withDetails(q, account)
  const amr = await authMethodsOf(q, sessionId)
  const { token, expiresAt } = await core.accessTokens.sign({ account, sessionId, aal, amr })
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: core.settings.jwtSeconds,
    expires_at: expiresAt,
    refresh_token: writeRefreshToken(sessionId, counter, key),
    user: toUserResponse(user),
  }
}

export function sessionKeyContext(sessionId: string): string {
  return `session|${sessionId}`
}
