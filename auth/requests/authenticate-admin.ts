import type { FastifyRequest } from 'fastify'
import { type ClientInfo, clientInfoOf } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { AuthError } from '../errors.ts'
import { authenticate, bearerTokenOf } from './authenticate.ts'

const ROLES = ['service_role', 'supabase_admin']

/** `userId` is null for a service key; `actor` is its operator, or ''. */
export type Admin = { role: string; actor: string; userId: string | null; clientInfo: ClientInfo }

/** Throws 401 no_authorization, 403 bad_jwt, 403 not_admin (auth-protocol 2.1). */
export async function authenticateAdmin(deps: Deps, request: FastifyRequest): Promise<Admin> {
  const { role, sessionId, actor } = await deps.accessTokens.readSigned(bearerTokenOf(request))
  if (!ROLES.includes(role)) throw new AuthError(403, 'not_admin', 'User not allowed')
  const bearer = sessionId ? await authenticate(deps, request) : null
  return { role, actor, userId: bearer?.account.id ?? null, clientInfo: clientInfoOf(request) }
}
