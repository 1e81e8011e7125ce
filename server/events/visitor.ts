import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { isSecure } from '../platform/http/cookies.ts'

type VisitorDeps = Pick<Deps, 'fieldKeys'> & { settings: Pick<Deps['settings'], 'publicUrl'> }

export const GRANT_MINUTES = 30

/** Keyed hash of the visitor cookie; null without a validly signed one. */
export function visitorHashOf(request: FastifyRequest, deps: VisitorDeps): Buffer | null {
  const id = visitorIdIn(request, deps)
  return id === null ? null : hashOf(id, deps)
}

/** Also sets or renews the signed HttpOnly cookie, for 30 minutes. */
export function ensureVisitor(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: VisitorDeps,
): Buffer {
  const id = visitorIdIn(request, deps) ?? randomBytes(16).toString('base64url')
  const { publicUrl } = deps.settings
  reply.setCookie(visitorCookieName(publicUrl), `${id}.${sign(id, deps).toString('base64url')}`, {
    ...cookieOptions(publicUrl),
    maxAge: GRANT_MINUTES * 60,
  })
  return hashOf(id, deps)
}

/** On signing out: the next person at this browser is another visitor. */
export function forgetVisitor(reply: FastifyReply, publicUrl: string): void {
  reply.clearCookie(visitorCookieName(publicUrl), cookieOptions(publicUrl))
}

function cookieOptions(publicUrl: string) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(publicUrl) } as const
}

function visitorIdIn(request: FastifyRequest, deps: VisitorDeps): string | null {
  const [id, signature, ...rest] = (
    request.cookies[visitorCookieName(deps.settings.publicUrl)] ?? ''
  ).split('.')
  if (!id || !signature || rest.length > 0) return null
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(id, deps)
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

export function visitorCookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-visitor' : 'visitor'
}

function sign(id: string, { fieldKeys }: VisitorDeps): Buffer {
  return fieldKeys.blindIndex(id, 'visitor signature')
}

function hashOf(id: string, { fieldKeys }: VisitorDeps): Buffer {
  return fieldKeys.blindIndex(id, 'visitor')
}
