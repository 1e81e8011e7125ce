import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Settings } from '../../deps.ts'
import { Refused } from './refused.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Other callers with an unsafe method; 'form' is a plain HTML form of ours, 'upload' our pages
     * with a CSV file as the body, which no plain form can send.
     */
    calledBy?: 'webhook' | 'mail' | 'provider' | 'browser' | 'form' | 'upload'
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const WITHOUT_SESSION = ['webhook', 'mail', 'provider', 'browser']

/** Allows unsafe methods only from our own pages and only as JSON (CSRF, rules §7.3). */
export function needsSameOrigin(
  settings: Pick<Settings, 'publicUrl' | 'production'>,
): onRequestHookHandler {
  return (request, _reply, done) => {
    const { calledBy } = request.routeOptions.config
    if (SAFE_METHODS.has(request.method)) return done()
    if (calledBy && WITHOUT_SESSION.includes(calledBy)) return done()
    if (!isFromOurPages(request, settings)) return done(new Refused('not_same_origin'))
    const wanted = calledBy === 'upload' ? JSON_OR_CSV : JSON_TYPE
    const isRightType = calledBy === 'form' || isType(request, wanted)
    if (!isRightType) return done(new Refused('invalid_request'))
    done()
  }
}

export function isFromOurPages(
  request: FastifyRequest,
  settings: Pick<Settings, 'publicUrl' | 'production'>,
): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, authorization, cookie, host } = request.headers
  if (origin === undefined) return cookie === undefined && /^Bearer /i.test(authorization ?? '')
  // Origin may be 'null' or otherwise not a URL.
  if (origin === originOf(settings.publicUrl)) return true
  // In development the server is reached as localhost, 127.0.0.1 and from a phone.
  return !settings.production && (origin === `http://${host}` || origin === `https://${host}`)
}

const JSON_TYPE = /^application\/json\s*(;|$)/i
const JSON_OR_CSV = /^(application\/json|text\/csv)\s*(;|$)/i

function isType(request: FastifyRequest, wanted: RegExp): boolean {
  const { 'content-type': type, 'content-length': length } = request.headers
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(length ?? 0) > 0
  return !hasBody || wanted.test(type ?? '')
}

function originOf(publicUrl: string): string {
  return new URL(publicUrl).origin
}
