import type { FastifyRequest } from 'fastify'
import { type Core, type Visitor, visitorOf } from '../core.ts'
import { AuthRefused } from '../refused.ts'
import { tokenOf, whoCalls } from './bearer.ts'

const ROLES = ['service_role', 'supabase_admin']

/** `userId` when it is a user, and not a key of the service's own; `actor` who uses that key, or ''. */
export type Admin = { role: string; actor: string; userId: string | null; visitor: Visitor }

/**
 * Who calls as administrator (auth-protocol 2.1): a token signed by one of the keys that carries such
 * a role. It needs no user behind it; one of a session, which has a user, must be of a living one.
 * Throws 401 no_authorization, 403 bad_jwt, 403 not_admin.
 */
export async function whoAdministers(core: Core, request: FastifyRequest): Promise<Admin> {
  const { role, sessionId, actor } = await core.accessTokens.readSigned(tokenOf(request))
  if (!ROLES.includes(role)) throw new AuthRefused(403, 'not_admin', 'User not allowed')
  const somebody = sessionId ? await whoCalls(core, request) : null
  return { role, actor, userId: somebody?.account.id ?? null, visitor: visitorOf(request) }
}
