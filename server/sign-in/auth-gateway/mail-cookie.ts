import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { normaliseEmail } from '../../../domain/email-address.ts'
import type { Deps } from '../../deps.ts'
import { isSecure } from '../../platform/http/cookies.ts'
import { readObject } from './swap.ts'

type CookieDeps = Pick<Deps, 'fieldKeys' | 'now'> & {
  settings: Pick<Deps['settings'], 'publicUrl'>
}

const SECONDS = 3_600
const ASKS_FOR_MAIL = /^\/(otp|magiclink|recover|resend)$/

/**
 * Remembers in this browser, for an hour, that it asked for a mail to this address. The answer is
 * the same for an address without an account, and the cookie holds a keyed hash.
 */
export function rememberMail(
  reply: FastifyReply,
  deps: CookieDeps,
  call: { method: string; pathname: string; body: string },
): void {
  if (call.method !== 'POST' || !ASKS_FOR_MAIL.test(call.pathname)) return
  const { email } = readObject(call.body)
  if (typeof email !== 'string') return
  const until = Math.floor(deps.now().getTime() / 1_000) + SECONDS
  const { publicUrl } = deps.settings
  const value = `${until}.${hashOf(email, until, deps).toString('base64url')}`
  reply.setCookie(mailCookieName(publicUrl), value, {
    httpOnly: true,
    // Lax: the link is opened from a mail program's page.
    sameSite: 'lax',
    path: '/',
    secure: isSecure(publicUrl),
    maxAge: SECONDS,
  })
}

/** Whether this browser asked for a mail to this address within the last hour. */
export function hasAskedForMail(request: FastifyRequest, deps: CookieDeps, email: string): boolean {
  const cookie = request.cookies[mailCookieName(deps.settings.publicUrl)] ?? ''
  const [until = '', hash = '', ...rest] = cookie.split('.')
  if (rest.length > 0 || !/^\d{1,12}$/.test(until)) return false
  if (Number(until) * 1_000 < deps.now().getTime()) return false
  const given = Buffer.from(hash, 'base64url')
  const expected = hashOf(email, Number(until), deps)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export function mailCookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-mail' : 'mail'
}

function hashOf(email: string, until: number, { fieldKeys }: CookieDeps): Buffer {
  return fieldKeys.blindIndex(`${until}.${normaliseEmail(email)}`, 'mail asked for')
}
