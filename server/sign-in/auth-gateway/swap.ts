import type { FastifyReply } from 'fastify'
import { decodeJwt } from 'jose'
import { setSessionCookies } from '../../platform/http/cookies.ts'
import { rememberDevice } from '../../platform/http/known-device.ts'
import type { GatewayDeps } from './gateway-deps.ts'
import { makeHandle } from './handle.ts'

const TOKENS = ['access_token', 'refresh_token', 'provider_token', 'provider_refresh_token']

/**
 * Returns the body for the browser: the refresh token moves into the cookie and a handle replaces
 * it, the provider's tokens are removed. Bodies without a session are unchanged.
 */
export function swapSession(body: string, reply: FastifyReply, deps: GatewayDeps): string {
  const session = sessionIn(body)
  if (!session) return body
  setSessionCookies(reply, deps.settings.publicUrl, session)
  rememberDevice(reply, deps, session.accessToken)
  const handle = makeHandle(deps.fieldKeys, session.sessionId)
  const { provider_token: _, provider_refresh_token: __, ...answer } = session.answer
  return JSON.stringify({ ...answer, refresh_token: handle })
}

/**
 * Returns the redirect for the browser. Tokens of the implicit flow would end up in history and
 * scripts, so they become the protocol's error; PKCE codes pass.
 */
export function swapLocation(location: string): string {
  // A second '#' or '?' must not hide parameters.
  const [page = '', ...rest] = location.split(/[?#]/)
  const params = new URLSearchParams(rest.join('&'))
  if (!TOKENS.some((name) => params.has(name))) return location
  const refusal = new URLSearchParams({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  })
  return `${page}#${refusal}`
}

/** Expiry of an access token in seconds since 1970; 0 when it is not one. Verifies nothing. */
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

/** {} for anything but a JSON object. */
export function readObject(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
