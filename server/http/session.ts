import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { cookieNames } from '../auth-gateway/cookies.ts'
import type { Deps } from '../deps.ts'
import { Refused } from './refused.ts'

export type Session = {
  userId: string
  sessionId: string
  email: string
  accessToken: string
  /** aal1, or aal2 with a second factor. */
  level: string
}

type SessionDeps = Pick<Deps, 'auth' | 'settings' | 'now'>

const sessions = new WeakMap<FastifyRequest, Session | null>()
const refused = new WeakMap<FastifyRequest, Session>()
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
// Unreachable keys of a hosted service are a fault of ours and must not sign anybody out.
const KEYS_UNREACHABLE = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'])

/** `onRequest` hook: throws Refused sign_in_required without a valid token of an active session. */
export function needsSession(deps: SessionDeps): onRequestAsyncHookHandler {
  return async (request) => {
    const session = await activeSession(request, deps)
    if (!session) throw new Refused('sign_in_required')
    sessions.set(request, session)
  }
}

/** `onRequest` hook for public routes that treat signed-in members differently. */
export function optionalSession(deps: SessionDeps): onRequestAsyncHookHandler {
  return async (request) => {
    sessions.set(request, await activeSession(request, deps))
  }
}

/** The session that needsSession found; throws when the hook did not run on this route. */
export function sessionOf(request: FastifyRequest): Session {
  const session = sessions.get(request)
  if (!session) throw new Error('sessionOf: this route has no needsSession hook')
  return session
}

/** The session that either hook found, or null for a visitor; throws when no hook ran. */
export function maybeSessionOf(request: FastifyRequest): Session | null {
  const session = sessions.get(request)
  if (session === undefined) throw new Error('maybeSessionOf: this route has no session hook')
  return session
}

/** The session for the audit log, also a refused one; null for a visitor or without a hook. */
export function callerOf(request: FastifyRequest): { session: Session; isRefused: boolean } | null {
  const session = sessions.get(request)
  if (session) return { session, isRefused: false }
  const ended = refused.get(request)
  return ended ? { session: ended, isRefused: true } : null
}

/** The session that a request's token names, active or not; null without a valid token. */
export async function claimedSession(
  request: FastifyRequest,
  deps: SessionDeps,
): Promise<Session | null> {
  const accessToken = accessTokenOf(request, deps.settings.publicUrl)
  const payload = accessToken ? await verify(accessToken, deps) : null
  return payload && accessToken ? sessionIn(payload, accessToken) : null
}

/** Asks the service: a token verified by signature alone would outlive sign-out (design §5). */
async function activeSession(request: FastifyRequest, deps: SessionDeps): Promise<Session | null> {
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

/** The claims of a valid token, otherwise null. Throws when the keys cannot be loaded. */
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
