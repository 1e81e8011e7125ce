import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEVICE_CODE_MINUTES } from '../../../domain/new-device.ts'
import type { Deps } from '../../deps.ts'
import { isSecure } from '../../platform/http/cookies.ts'

type CodeDeps = Pick<Deps, 'fieldKeys' | 'settings' | 'now'>

/** `nonce` is random and in a cookie of the browser; the code follows from it by a key of the site. */
type DeviceChallenge = { nonce: string; userId: string; endsAt: Date }

/** Makes a challenge for this browser, which replaces an earlier one. Nothing of it is stored. */
export function startChallenge(reply: FastifyReply, deps: CodeDeps, userId: string) {
  const endsAt = new Date(deps.now().getTime() + DEVICE_CODE_MINUTES * 60_000)
  const challenge = { nonce: randomBytes(16).toString('base64url'), userId, endsAt }
  const { publicUrl } = deps.settings
  reply.setCookie(codeCookieName(publicUrl), `${challenge.nonce}.${endsAt.getTime()}`, {
    ...cookieOptions(publicUrl),
    maxAge: DEVICE_CODE_MINUTES * 60,
  })
  return challenge
}

/** The challenge of this browser for this account; null without one or after its end. */
export function challengeOf(
  request: FastifyRequest,
  { settings, now }: CodeDeps,
  userId: string,
): DeviceChallenge | null {
  const value = request.cookies[codeCookieName(settings.publicUrl)] ?? ''
  const [nonce, end] = /^([\w-]{22})\.(\d{13})$/.exec(value)?.slice(1) ?? []
  if (!nonce || !end) return null
  const endsAt = new Date(Number(end))
  return endsAt.getTime() > now().getTime() ? { nonce, userId, endsAt } : null
}

export function endChallenge(reply: FastifyReply, { settings }: CodeDeps): void {
  reply.clearCookie(codeCookieName(settings.publicUrl), cookieOptions(settings.publicUrl))
}

/** Six digits. Another account, browser or end makes another code. */
export function codeOf({ fieldKeys }: CodeDeps, challenge: DeviceChallenge): string {
  const { nonce, userId, endsAt } = challenge
  const digest = fieldKeys.blindIndex(`${nonce} ${userId} ${endsAt.getTime()}`, 'new device code')
  return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0')
}

export function isCodeOf(deps: CodeDeps, challenge: DeviceChallenge, typed: string): boolean {
  const given = Buffer.from(typed.replace(/\s/g, ''))
  const expected = Buffer.from(codeOf(deps, challenge))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export function codeCookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-device-code' : 'device-code'
}

function cookieOptions(publicUrl: string) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(publicUrl) } as const
}
