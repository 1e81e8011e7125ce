import type { FastifyRequest } from 'fastify'
import type { Core } from '../core.ts'
import { AuthError, userBanned } from '../errors.ts'
import { isSessionExpired } from '../flows/session-expiry.ts'
import { findSession, type Session } from '../queries/sessions.queries.ts'
import { findAccount } from '../queries/users.queries.ts'
import { type Account, isBanned } from '../user.ts'

export type Bearer = { account: Account; session: Session }

/** Throws as in auth-protocol 2.1. */
export async function authenticate(
  { pool, now, accessTokens }: Core,
  request: FastifyRequest,
): Promise<Bearer> {
  const { userId, sessionId } = await accessTokens.verify(bearerTokenOf(request))
  const account = await findAccount(pool, userId)
  if (!account)
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (isBanned(account, now())) throw userBanned()

  const session = sessionId ? await findSession(pool, sessionId) : null
  if (!session || session.userId !== account.id || isSessionExpired(session, now()))
    throw sessionNotFound()
  return { account, session }
}

export function sessionNotFound(): AuthError {
  return new AuthError(
    403,
    'session_not_found',
    'Session from session_id claim in JWT does not exist',
  )
}

export function bearerTokenOf({ headers }: FastifyRequest): string {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token) return token
  throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
}
