import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { AuthError, userBanned } from '../errors.ts'
import { findSessionAndAccount, type Session } from '../queries/sessions.queries.ts'
import { isSessionExpired } from '../tokens/session-expiry.ts'
import { type Account, isBanned } from '../user.ts'

/** `hasSecondFactor`: the account has a verified one, whether or not this session used it. */
export type Bearer = { account: Account; session: Session; hasSecondFactor: boolean }

/** Throws as in auth-protocol 2.1. */
export async function authenticate(
  { pool, now, accessTokens }: Deps,
  request: FastifyRequest,
): Promise<Bearer> {
  const { userId, sessionId } = await accessTokens.verify(bearerTokenOf(request))
  const found = await findSessionAndAccount(pool, { sessionId, userId })
  const { account, session, hasSecondFactor } = found
  if (!account)
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (isBanned(account, now())) throw userBanned()

  if (!session || isSessionExpired(session, now())) throw sessionNotFound()
  return { account, session, hasSecondFactor }
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
