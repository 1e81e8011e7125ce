import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '../auth-gateway/cookies.ts'
import type { Deps } from '../deps.ts'

type VisitorDeps = Pick<Deps, 'fieldKeys'> & { settings: Pick<Deps['settings'], 'publicUrl'> }

/** How long what a visitor was granted lasts. Minutes. */
export const GRANT_MINUTES = 30

/** How the database knows the browser of this request; null when it has no cookie of our making. */
export function visitorHashOf(request: FastifyRequest, deps: VisitorDeps): Buffer | null {
  const id = visitorIn(request, deps)
  return id === null ? null : hashOf(id, deps)
}

/**
 * The same for a browser that may have none yet: it is given a signed HttpOnly cookie with a random
 * id, which says nothing about anyone, or keeps its own for another 30 minutes.
 */
export function ensureVisitor(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: VisitorDeps,
): Buffer {
  const id = visitorIn(request, deps) ?? randomBytes(16).toString('base64url')
  const { publicUrl } = deps.settings
  reply.setCookie(visitorCookieName(publicUrl), `${id}.${sign(id, deps).toString('base64url')}`, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure(publicUrl),
    maxAge: GRANT_MINUTES * 60,
  })
  return hashOf(id, deps)
}

function visitorIn(request: FastifyRequest, deps: VisitorDeps): string | null {
  const [id, signature, ...rest] = (
    request.cookies[visitorCookieName(deps.settings.publicUrl)] ?? ''
  ).split('.')
  if (!id || !signature || rest.length > 0) return null
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(id, deps)
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

/** Name of the visitor's cookie; over https with the prefix that binds it to this host. */
export function visitorCookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-visitor' : 'visitor'
}

function sign(id: string, { fieldKeys }: VisitorDeps): Buffer {
  return fieldKeys.blindIndex(id, 'visitor signature')
}

/** What is stored is no cookie: reading the database lets nobody in. */
function hashOf(id: string, { fieldKeys }: VisitorDeps): Buffer {
  return fieldKeys.blindIndex(id, 'visitor')
}
