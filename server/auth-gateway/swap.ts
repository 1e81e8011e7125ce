import type { FastifyReply } from 'fastify'
import { decodeJwt } from 'jose'
import { setSessionCookies } from './cookies.ts'
import type { GatewayDeps } from './gateway-deps.ts'
import { makeHandle } from './handle.ts'

const TOKENS = ['access_token', 'refresh_token', 'provider_token', 'provider_refresh_token']

/**
 * The body that the browser may see: a session's refresh token goes into the cookie and a fresh
 * handle takes its place; a provider's own tokens, which no page of ours uses, stay behind. Bodies
 * without a session pass as they are.
 */
export function swapSession(body: string, reply: FastifyReply, deps: GatewayDeps): string {
  const session = sessionIn(body)
  if (!session) return body
  setSessionCookies(reply, deps.settings.publicUrl, session)
  const handle = makeHandle(deps.fieldKeys, session.sessionId)
  const { provider_token: _, provider_refresh_token: __, ...answer } = session.answer
  return JSON.stringify({ ...answer, refresh_token: handle })
}

/**
 * A redirect that the browser may follow. The implicit flow puts tokens into the address, where
 * history and scripts can read them; ours is PKCE, whose code passes, so that such an answer becomes
 * the protocol's error.
 */
export function swapLocation(location: string): string {
  // A second '#' or '?' would hide what stands behind it.
  const [page = '', ...told] = location.split(/[?#]/)
  const asked = new URLSearchParams(told.join('&'))
  if (!TOKENS.some((name) => asked.has(name))) return location
  const refusal = new URLSearchParams({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  })
  return `${page}#${refusal}`
}

/** Seconds since 1970 at which an access token ends; 0 for what is no token. Verifies nothing. */
export function expiryOf(accessToken: string): number {
  try {
    return decodeJwt(accessToken).exp ?? 0
  } catch {
    return 0
  }
}

function sessionIn(body: string) {
  const answer = readObject(body)
  const { access_token: accessToken, refresh_token: refreshToken } = answer
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string') return null
  const { session_id: sessionId } = decodeJwt(accessToken)
  if (typeof sessionId !== 'string') throw new Error('access token without session_id')
  return { answer, accessToken, refreshToken, sessionId }
}

/** A JSON object, or an empty one for anything else. */
export function readObject(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
