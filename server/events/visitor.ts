import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '../auth-gateway/cookies.ts'
import type { Parts } from '../deps.ts'

type VisitorParts = Pick<Parts, 'fieldKeys'> & { settings: Pick<Parts['settings'], 'publicUrl'> }

/** How long what a visitor was granted lasts. Minutes. */
export const GRANT_MINUTES = 30

/** How the database knows the browser of this request; null when it has no cookie of our making. */
export function visitorHashOf(request: FastifyRequest, parts: VisitorParts): Buffer | null {
  const id = visitorIn(request, parts)
  return id === null ? null : hashOf(id, parts)
}

/**
 * The same for a browser that may have none yet: it is given a signed HttpOnly cookie with a random
 * id, which says nothing about anyone, or keeps its own for another 30 minutes.
 */
export function ensureVisitor(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: VisitorParts,
): Buffer {
  const id = visitorIn(request, parts) ?? randomBytes(16).toString('base64url')
  const { publicUrl } = parts.settings
  reply.setCookie(visitorCookieName(publicUrl), `${id}.${sign(id, parts).toString('base64url')}`, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure(publicUrl),
    maxAge: GRANT_MINUTES * 60,
  })
  return hashOf(id, parts)
}

function visitorIn(request: FastifyRequest, parts: VisitorParts): string | null {
  const [id, signature, ...rest] = (
    request.cookies[visitorCookieName(parts.settings.publicUrl)] ?? ''
  ).split('.')
  if (!id || !signature || rest.length > 0) return null
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(id, parts)
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

/** Name of the visitor's cookie; over https with the prefix that binds it to this host. */
export function visitorCookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-visitor' : 'visitor'
}

function sign(id: string, { fieldKeys }: VisitorParts): Buffer {
  return fieldKeys.blindIndex(id, 'visitor signature')
}

/** What is stored is no cookie: reading the database lets nobody in. */
function hashOf(id: string, { fieldKeys }: VisitorParts): Buffer {
  return fieldKeys.blindIndex(id, 'visitor')
}
