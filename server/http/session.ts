import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { cookieNames } from '../auth-gateway/cookies.ts'
import type { Deps } from '../deps.ts'
import { Refused } from './refused.ts'

/** Who is asking: the account of the authentication service behind a verified access token. */
export type Session = {
  userId: string
  sessionId: string
  email: string
  accessToken: string
  /** How much he has shown: aal1, or aal2 with a second factor. */
  level: string
}

type SessionDeps = Pick<Deps, 'auth' | 'settings' | 'now'>

const sessions = new WeakMap<FastifyRequest, Session | null>()
/** Sessions of valid tokens that the authentication service no longer accepts, or not yet. */
const refused = new WeakMap<FastifyRequest, Session>()
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
// A hosted service that cannot give its keys is our trouble; nobody is signed out for it.
const KEYS_UNREACHABLE = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'])

/**
 * Hook for `onRequest`: refuses with sign_in_required unless a valid access token of a living session
 * comes along.
 */
export function needsSession(deps: SessionDeps): onRequestAsyncHookHandler {
  return async (request) => {
    const session = await livingSession(request, deps)
    if (!session) throw new Refused('sign_in_required')
    sessions.set(request, session)
  }
}

/** Hook for `onRequest` of routes that are open to visitors but know a member when they see one. */
export function optionalSession(deps: SessionDeps): onRequestAsyncHookHandler {
  return async (request) => {
    sessions.set(request, await livingSession(request, deps))
  }
}

/** The session that needsSession found; throws when it did not run on this route. */
export function sessionOf(request: FastifyRequest): Session {
  const session = sessions.get(request)
  if (!session) throw new Error('sessionOf: this route has no needsSession hook')
  return session
}

/** The session that one of the hooks found, or null for a visitor; throws when no hook ran. */
export function maybeSessionOf(request: FastifyRequest): Session | null {
  const session = sessions.get(request)
  if (session === undefined) throw new Error('maybeSessionOf: this route has no session hook')
  return session
}

/**
 * Who made a request, for the audit: the living session, or the one that was refused because it has
 * ended or lacks its second factor; null for a visitor, and where no hook asked.
 */
export function callerOf(request: FastifyRequest): { session: Session; isRefused: boolean } | null {
  const session = sessions.get(request)
  if (session) return { session, isRefused: false }
  const ended = refused.get(request)
  return ended ? { session: ended, isRefused: true } : null
}

/** The session that a request's token names, living or not; null without a token of ours. */
export async function claimedSession(
  request: FastifyRequest,
  deps: SessionDeps,
): Promise<Session | null> {
  const accessToken = accessTokenOf(request, deps.settings.publicUrl)
  const payload = accessToken ? await verify(accessToken, deps) : null
  return payload && accessToken ? sessionIn(payload, accessToken) : null
}

/**
 * The authentication service is asked each time: a token that is verified by its signature alone
 * outlives sign-out until it expires (design §5).
 */
async function livingSession(request: FastifyRequest, deps: SessionDeps): Promise<Session | null> {
  const session = await claimedSession(request, deps)
  if (!session) return null
  if (await deps.auth.isSessionAlive(session)) return session
  refused.set(request, session)
  return null
}

function accessTokenOf(request: FastifyRequest, publicUrl: string): string | undefined {
  const { authorization } = request.headers
  if (authorization === undefined) return request.cookies[cookieNames(publicUrl).access]
  return /^Bearer (\S+)$/i.exec(authorization)?.[1]
}

/** The claims of a token of ours; null for any other. Throws when the keys cannot be had at all. */
async function verify(accessToken: string, { auth, now }: SessionDeps): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(accessToken, auth.keys, {
      algorithms: ['ES256', 'RS256'],
      issuer: auth.issuer,
      audience: 'authenticated',
      requiredClaims: ['sub', 'exp', 'session_id'],
      clockTolerance: 5,
      currentDate: now(),
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError && !KEYS_UNREACHABLE.has(error.code)) return null
    throw error
  }
}

function sessionIn(payload: JWTPayload, accessToken: string): Session | null {
  const { sub, session_id: sessionId, role, email, aal } = payload
  if (role !== 'authenticated' || !sub || !UUID.test(sub)) return null
  if (typeof sessionId !== 'string' || !UUID.test(sessionId)) return null
  return {
    userId: sub,
    sessionId,
    email: typeof email === 'string' ? email : '',
    accessToken,
    level: typeof aal === 'string' ? aal : 'aal1',
  }
}
