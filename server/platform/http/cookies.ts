import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

type CookieNames = { access: string; refresh: string; signedIn: string }

/**
 * Names of the three session cookies (rules §7.1). Over https the secret ones have the prefixes
 * that protect them from subdomains and plain HTTP. `signed_in` has a fixed name, because
 * prerendered pages read it.
 */
export function cookieNames(publicUrl: string): CookieNames {
  const secure = isSecure(publicUrl)
  return {
    access: secure ? '__Host-at' : 'at',
    refresh: secure ? '__Secure-rt' : 'rt',
    signedIn: 'signed_in',
  }
}

/** Content of the refresh cookie: the real token, and the session of its handles. */
type RefreshCookie = { sessionId: string; refreshToken: string }

/** The refresh cookie of a request; null when missing or not made by this site. */
export function readRefreshCookie(
  request: FastifyRequest,
  publicUrl: string,
): RefreshCookie | null {
  const value = request.cookies[cookieNames(publicUrl).refresh] ?? ''
  const dot = value.indexOf('.')
  if (dot < 1 || dot === value.length - 1) return null
  return { sessionId: value.slice(0, dot), refreshToken: value.slice(dot + 1) }
}

/** Session cookies: on a shared computer nobody stays signed in after closing the browser. */
export function setSessionCookies(
  reply: FastifyReply,
  publicUrl: string,
  session: RefreshCookie & { accessToken: string },
): void {
  const names = cookieNames(publicUrl)
  const options = cookieOptions(publicUrl)
  reply.setCookie(names.access, session.accessToken, options.access)
  reply.setCookie(names.refresh, `${session.sessionId}.${session.refreshToken}`, options.refresh)
  reply.setCookie(names.signedIn, '1', options.signedIn)
}

/** All three together, so that they never contradict each other. */
export function clearSessionCookies(reply: FastifyReply, publicUrl: string): void {
  const names = cookieNames(publicUrl)
  const options = cookieOptions(publicUrl)
  reply.clearCookie(names.access, options.access)
  reply.clearCookie(names.refresh, options.refresh)
  reply.clearCookie(names.signedIn, options.signedIn)
}

function cookieOptions(publicUrl: string) {
  const secure = isSecure(publicUrl)
  return {
    access: { httpOnly: true, sameSite: 'lax', path: '/', secure },
    // Not deeper than /auth: GET /auth/session needs it as well as /auth/v1/token.
    refresh: { httpOnly: true, sameSite: 'strict', path: '/auth', secure },
    signedIn: { httpOnly: false, sameSite: 'lax', path: '/', secure },
  } as const satisfies Record<keyof CookieNames, CookieSerializeOptions>
}

export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}
