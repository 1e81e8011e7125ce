import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { cookieNames } from './cookies.ts'
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
const Uuid = z.guid()

type CheckedToken = { session: Session | null; endsAt: number }
/** By service: tokens whose signature was good. A page calls the API several times with the same one. */
const checkedTokens = new WeakMap<Deps['auth'], LRUCache<string, CheckedToken>>()
const MOST_TOKENS = 2_000
const CHECKED_MS = 300_000
// A hosted service whose keys cannot be loaded must not sign anybody out.
const KEYS_UNREACHABLE = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'])

/** Throws Refused sign_in_required without a valid token of an active session. */
export function needsSession(deps: SessionDeps): onRequestAsyncHookHandler {
  return async (request) => void (await requireSession(request, deps))
}

/** Throws Refused sign_in_required without a valid token of an active session. */
export async function requireSession(request: FastifyRequest, deps: SessionDeps): Promise<Session> {
  const session = await activeSession(request, deps)
  if (!session) throw new Refused('sign_in_required')
  sessions.set(request, session)
  return session
}

export function optionalSession(deps: SessionDeps): onRequestAsyncHookHandler {
  return async (request) => {
    sessions.set(request, await activeSession(request, deps))
  }
}

/** Throws when the endpoint needs no session. */
export function sessionOf(request: FastifyRequest): Session {
  const session = sessions.get(request)
  if (!session) throw new Error('sessionOf: this route needs no session')
  return session
}

/** Null for a visitor; throws when no session hook ran on this route. */
export function maybeSessionOf(request: FastifyRequest): Session | null {
  const session = sessions.get(request)
  if (session === undefined) throw new Error('maybeSessionOf: this route has no session hook')
  return session
}

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
  if (!accessToken) return null
  const checked = checkedTokensOf(deps.auth)
  const known = checked.get(accessToken)
  if (known && known.endsAt > deps.now().getTime()) return known.session
  const payload = await verify(accessToken, deps)
  if (!payload) return null
  const session = sessionIn(payload, accessToken)
  checked.set(accessToken, { session, endsAt: 1_000 * (payload.exp ?? 0) })
  return session
}

function checkedTokensOf(auth: Deps['auth']): LRUCache<string, CheckedToken> {
  const known = checkedTokens.get(auth)
  if (known) return known
  const made = new LRUCache<string, CheckedToken>({ max: MOST_TOKENS, ttl: CHECKED_MS })
  checkedTokens.set(auth, made)
  return made
}

/** Calls the service: a token verified by signature alone would outlive sign-out (rules §7.2). */
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

/** Null for an invalid token. Throws when the keys cannot be loaded. */
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
  if (role !== 'authenticated' || !sub || !Uuid.safeParse(sub).success) return null
  if (typeof sessionId !== 'string' || !Uuid.safeParse(sessionId).success) return null
  return {
    userId: sub,
    sessionId,
    email: typeof email === 'string' ? email : '',
    accessToken,
    level: typeof aal === 'string' ? aal : 'aal1',
  }
}
