import { setTimeout as wait } from 'node:timers/promises'
import type { ClientInfo, Core } from '../core.ts'
import { inTransaction, type Queryable } from '../db/database.ts'
import { AuthError, OAuthError, validationFailed } from '../errors.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import {
  deleteSession,
  findSession,
  lockSession,
  type Session,
  updateRefreshed,
} from '../queries/sessions.queries.ts'
import { findAccount } from '../queries/users.queries.ts'
import { type RefreshToken, readRefreshToken } from '../tokens/refresh-token.ts'
import { type Account, isBanned } from '../user.ts'
import { expiryMessage, isSessionExpired, sessionExpiry } from './session-expiry.ts'
import { buildSessionResponse, type SessionResponse, sessionKeyContext } from './sessions.ts'

const LOCK_TIMEOUT_MS = 5_000

/** One count behind, or within the reuse interval, returns the current token (auth-protocol 2.4). */
export async function refreshSession(
  core: Core,
  refreshToken: string,
  clientInfo: ClientInfo,
): Promise<SessionResponse> {
  if (!refreshToken) throw new OAuthError('invalid_request', 'refresh_token required')
  const token = readRefreshToken(refreshToken)
  if (!token) throw validationFailed('Refresh token is not valid')

  // Waiting in the database would hold a connection.
  const deadline = performance.now() + LOCK_TIMEOUT_MS
  do {
    const { account, key } = await checkToken(core, token)
    const respond = await inTransaction(core.pool, async (client) => {
      const session = await lockSession(client, token.sessionId)
      return session && renew(core, client, { session, token, account, key, clientInfo })
    })
    if (respond) return await respond()
    await wait(10 + Math.random() * 20)
  } while (performance.now() < deadline)
  throw new AuthError(
    409,
    'conflict',
    'Too many concurrent token refresh requests on the same session or refresh token',
  )
}

async function checkToken({ pool, secrets, settings, now }: Core, token: RefreshToken) {
  const session = await findSession(pool, token.sessionId)
  const key = session && secrets.open(session.sealedKey, sessionKeyContext(session.id))
  if (!session || !key || !token.isSignedWith(key))
    throw refreshError('refresh_token_not_found', 'Refresh Token Not Found')
  const account = await findAccount(pool, session.userId)
  if (!account) throw refreshError('session_not_found', 'No Valid Session Found')
  if (isBanned(account, now())) throw refreshError('user_banned', 'User Banned')
  if (isSessionExpired(session, now()))
    throw refreshError('session_expired', expiryMessage(settings, session))
  return { account, key }
}

type Renewal = {
  session: Session
  token: RefreshToken
  account: Account
  key: Buffer
  clientInfo: ClientInfo
}

/** The session is locked; the returned function builds the response after the commit. */
async function renew(
  core: Core,
  q: Queryable,
  { session, token, account, key, clientInfo }: Renewal,
): Promise<() => Promise<SessionResponse>> {
  const now = core.now()
  const { id, aal } = session
  const behind = session.counter - token.counter
  const entry = { userId: account.id, sessionId: id, ip: clientInfo.ip, now }

  if (behind < 0) throw refreshError('validation_failed', 'Not Issued By This Server')
  if (behind > 1 && !isWithinReuse(core, session, now)) {
    await deleteSession(q, id)
    await insertAuditEntry(q, { ...entry, action: 'token_revoked', payload: { behind } })
    return () => Promise.reject(refreshError('refresh_token_already_used', 'Already Used'))
  }

  const counter = behind === 0 ? session.counter + 1 : session.counter
  const notAfter = sessionExpiry(core.settings, { createdAt: session.createdAt, now })
  await updateRefreshed(q, { id, counter, notAfter, ...clientInfo, now })
  await insertAuditEntry(q, { ...entry, action: 'token_refreshed', payload: { behind } })
  return () => buildSessionResponse(core, core.pool, { account, sessionId: id, aal, counter, key })
}

function isWithinReuse({ settings }: Core, { refreshedAt }: Session, now: Date): boolean {
  if (!refreshedAt) return false
  return Math.abs(now.getTime() - refreshedAt.getTime()) < settings.refreshReuseSeconds * 1000
}

function refreshError(code: string, detail: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${detail}`)
}
