import { setTimeout as wait } from 'node:timers/promises'
import type { ClientInfo } from '../client-info.ts'
import { inTransaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AuthError, OAuthError, validationFailed } from '../errors.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import {
  deleteSession,
  findSessionAndAccount,
  lockSession,
  refreshCounter,
  type Session,
} from '../queries/sessions.queries.ts'
import { type RefreshToken, readRefreshToken } from '../tokens/refresh-token.ts'
import { expiryMessage, isSessionExpired, sessionExpiry } from '../tokens/session-expiry.ts'
import { isBanned } from '../user.ts'
import { buildSessionResponse, type SessionResponse, sessionKeyContext } from './sessions.ts'

const LOCK_TIMEOUT_MS = 5_000

/** One count behind, or within the reuse interval, returns the current token (auth-protocol 2.4). */
export async function refreshSession(
  deps: Deps,
  refreshToken: string,
  clientInfo: ClientInfo,
): Promise<SessionResponse> {
  if (!refreshToken) throw new OAuthError('invalid_request', 'refresh_token required')
  const token = readRefreshToken(refreshToken)
  if (!token) throw validationFailed('Refresh token is not valid')

  // Waiting in the database would hold a connection.
  const deadline = performance.now() + LOCK_TIMEOUT_MS
  do {
    const response = await tryRefresh(deps, token, clientInfo)
    if (response) return response
    await wait(10 + Math.random() * 20)
  } while (performance.now() < deadline)
  throw new AuthError(
    409,
    'conflict',
    'Too many concurrent token refresh requests on the same session or refresh token',
  )
}

/** Null when another request changes the session at the same time. */
async function tryRefresh(
  deps: Deps,
  token: RefreshToken,
  clientInfo: ClientInfo,
): Promise<SessionResponse | null> {
  const now = deps.now()
  const { session, account, key } = await checkToken(deps, token)
  const { id, createdAt } = session
  const behind = session.counter - token.counter

  if (behind < 0) throw refreshError('validation_failed', 'Not Issued By This Server')
  if (behind > 1 && !isWithinReuse(deps, session, now)) {
    if (!(await revoke(deps, session, { behind, clientInfo }))) return null
    throw refreshError('refresh_token_already_used', 'Already Used')
  }

  const counter = behind === 0 ? session.counter + 1 : session.counter
  const notAfter = sessionExpiry(deps.settings, { createdAt, now })
  const change = { session, counter, notAfter, ...clientInfo, payload: { behind }, now }
  const refreshed = await refreshCounter(deps.pool, change)
  if (!refreshed) return null
  const { aal, amr, ...details } = refreshed
  const user = { ...account, ...details }
  return await buildSessionResponse(deps, { user, sessionId: id, aal, amr, counter, key })
}

async function checkToken({ pool, secrets, settings, now }: Deps, token: RefreshToken) {
  const { session, account } = await findSessionAndAccount(pool, { sessionId: token.sessionId })
  const key = session && secrets.open(session.sealedKey, sessionKeyContext(session.id))
  if (!session || !key || !token.isSignedWith(key))
    throw refreshError('refresh_token_not_found', 'Refresh Token Not Found')
  if (!account) throw refreshError('session_not_found', 'No Valid Session Found')
  if (isBanned(account, now())) throw refreshError('user_banned', 'User Banned')
  if (isSessionExpired(session, now()))
    throw refreshError('session_expired', expiryMessage(settings, session))
  return { session, account, key }
}

/** False when another request has changed the session since it was read, or is changing it. */
async function revoke(
  deps: Deps,
  { id, userId, counter, refreshedAt }: Session,
  { behind, clientInfo }: { behind: number; clientInfo: ClientInfo },
): Promise<boolean> {
  return await inTransaction(deps.pool, async (client) => {
    const locked = await lockSession(client, id)
    if (locked?.counter !== counter || locked.refreshedAt?.getTime() !== refreshedAt?.getTime())
      return false
    await deleteSession(client, id)
    const entry = { userId, sessionId: id, ip: clientInfo.ip, now: deps.now() }
    await insertAuditEntry(client, { ...entry, action: 'token_revoked', payload: { behind } })
    return true
  })
}

function isWithinReuse({ settings }: Deps, { refreshedAt }: Session, now: Date): boolean {
  if (!refreshedAt) return false
  return Math.abs(now.getTime() - refreshedAt.getTime()) < settings.refreshReuseSeconds * 1000
}

function refreshError(code: string, detail: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${detail}`)
}
