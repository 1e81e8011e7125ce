import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import * as z from 'zod/mini'
import { DAY_MS } from '../../../domain/durations.ts'
import type { Deps } from '../../deps.ts'
import { isSecure } from './cookies.ts'

type DeviceDeps = Pick<Deps, 'fieldKeys' | 'now'> & {
  settings: Pick<Deps['settings'], 'publicUrl'>
}

/** An account that signed in at this browser; `provenAt`: when its owner proved here to be the owner. */
type KnownAccount = { userId: string; signedInAt: Date; provenAt: Date | null }

const YEAR_MS = 365 * 86_400_000
/** Of a household or an office; the one that signed in longest ago is forgotten. */
const MOST_ACCOUNTS = 5
const Uuid = z.guid()

/** The accounts of the signed device cookie, each for a year after its last sign-in. */
export function knownAccountsOf(request: FastifyRequest, deps: DeviceDeps): KnownAccount[] {
  const value = request.cookies[deviceCookieName(deps.settings.publicUrl)] ?? ''
  const end = value.lastIndexOf('.')
  const listed = value.slice(0, Math.max(0, end))
  const given = Buffer.from(value.slice(end + 1), 'base64url')
  const expected = sign(listed, deps)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return []
  const since = deps.now().getTime() - YEAR_MS
  return listed
    .split('.')
    .flatMap((entry) => accountIn(entry))
    .filter(({ signedInAt }) => signedInAt.getTime() > since)
    .map((account) => ({
      ...account,
      provenAt: account.provenAt && account.provenAt.getTime() > since ? account.provenAt : null,
    }))
}

/**
 * Remembers the browser for the account of this access token for a year. A session that began with
 * something else than a password alone, such as a mailed link, proves the owner at once.
 */
export function rememberDevice(reply: FastifyReply, deps: DeviceDeps, accessToken: string): void {
  const { sub, amr } = decodeJwt(accessToken)
  if (!sub || !Uuid.safeParse(sub).success) return
  const isMore = Array.isArray(amr) && amr.some((one) => Object(one).method !== 'password')
  const known = knownAccountsOf(reply.request, deps).find(({ userId }) => userId === sub)
  const now = deps.now()
  const isFresh = known && now.getTime() - known.signedInAt.getTime() < DAY_MS
  if (isFresh && (known.provenAt || !isMore)) return
  write(reply, deps, {
    userId: sub,
    signedInAt: now,
    provenAt: isMore ? now : (known?.provenAt ?? null),
  })
}

/** Remembers for a year that the owner of the account showed at this browser to be the owner. */
export function rememberProof(reply: FastifyReply, deps: DeviceDeps, userId: string): void {
  write(reply, deps, { userId, signedInAt: deps.now(), provenAt: deps.now() })
}

export function deviceCookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-device' : 'device'
}

function write(reply: FastifyReply, deps: DeviceDeps, account: KnownAccount): void {
  const { publicUrl } = deps.settings
  const others = knownAccountsOf(reply.request, deps).filter(
    ({ userId }) => userId !== account.userId,
  )
  const listed = [account, ...others].slice(0, MOST_ACCOUNTS).map(toEntry).join('.')
  reply.setCookie(
    deviceCookieName(publicUrl),
    `${listed}.${sign(listed, deps).toString('base64url')}`,
    {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: isSecure(publicUrl),
      maxAge: YEAR_MS / 1000,
    },
  )
}

function toEntry({ userId, signedInAt, provenAt }: KnownAccount): string {
  return [userId, secondsOf(signedInAt), provenAt ? secondsOf(provenAt) : '0'].join('_')
}

function secondsOf(moment: Date): string {
  return Math.floor(moment.getTime() / 1000).toString(36)
}

function accountIn(entry: string): KnownAccount[] {
  const [userId = '', signedIn = '', proven = ''] = entry.split('_')
  const [signedInAt, provenAt] = [signedIn, proven].map(
    (seconds) => new Date(Number.parseInt(seconds, 36) * 1000),
  )
  if (!signedInAt || !provenAt || Number.isNaN(signedInAt.getTime())) return []
  return [{ userId, signedInAt, provenAt: provenAt.getTime() > 0 ? provenAt : null }]
}

function sign(listed: string, { fieldKeys }: DeviceDeps): Buffer {
  return fieldKeys.blindIndex(listed, 'known device')
}
