import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type CookieNames = { access: string; refresh: string; signedIn: string }

/**
 * Names of the three session cookies (design §5). Over https the secret ones carry the prefixes that
 * make a browser refuse them from a subdomain or without TLS; the readable one keeps its plain name,
 * because prerendered pages look for `signed_in=1` without knowing how the site is served.
 */
export function cookieNames(publicUrl: string): CookieNames {
  const secure = isSecure(publicUrl)
  return {
    access: secure ? '__Host-at' : 'at',
    refresh: secure ? '__Secure-rt' : 'rt',
    signedIn: 'signed_in',
  }
}

/** What the refresh cookie holds: the real token, and the session that its handles belong to. */
export type RefreshCookie = { sessionId: string; refreshToken: string }

/** The refresh cookie of a request; null when it is missing or not of our making. */
export function readRefreshCookie(
  request: FastifyRequest,
  publicUrl: string,
): RefreshCookie | null {
  const kept = request.cookies[cookieNames(publicUrl).refresh] ?? ''
  const dot = kept.indexOf('.')
  if (dot < 1 || dot === kept.length - 1) return null
  return { sessionId: kept.slice(0, dot), refreshToken: kept.slice(dot + 1) }
}

/**
 * Sets all three cookies together. They last as long as the browser stays open: on a shared family
 * computer medical results must not outlive the evening. Inside that, the service ends sessions.
 */
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

/** Clears all three cookies together, so that none can say something that the others deny. */
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
    // Not deeper than /auth: GET /auth/session needs it beside /auth/v1/token.
    refresh: { httpOnly: true, sameSite: 'strict', path: '/auth', secure },
    signedIn: { httpOnly: false, sameSite: 'lax', path: '/', secure },
  } as const satisfies Record<keyof CookieNames, CookieSerializeOptions>
}

/** Whether cookies of this site travel over https alone. */
export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}
