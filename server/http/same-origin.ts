import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Settings } from '../deps.ts'
import { Refused } from './refused.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Who may call this route with an unsafe method besides our own pages' scripts: a provider's
     * signed 'webhook', a 'mail' program with the signed link of a mail, a sign-in 'provider' whose page
     * posts its answer, the 'browser' itself that reports what a page's policy refused, or a plain 'form' of ours (contact, newsletter) that is not JSON.
     */
    calledBy?: 'webhook' | 'mail' | 'provider' | 'browser' | 'form'
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const WITHOUT_SESSION = ['webhook', 'mail', 'provider', 'browser']

/**
 * Hook for `onRequest` that lets unsafe methods through only from our own pages and only with JSON
 * (design §5): a session in cookies must not be spent by another site's form. Not asked of webhooks
 * and of links in mails, which are signed and use no session; of a provider's answer, which is known by
 * its state and uses none; of a browser's report, which is read without a session; nor of Bearer calls without cookies, which no browser sends by itself.
 */
export function needsSameOrigin(
  settings: Pick<Settings, 'publicUrl' | 'production'>,
): onRequestHookHandler {
  return (request, _reply, done) => {
    const { calledBy } = request.routeOptions.config
    if (SAFE_METHODS.has(request.method)) return done()
    if (calledBy && WITHOUT_SESSION.includes(calledBy)) return done()
    if (!isFromOurPages(request, settings)) return done(new Refused('not_same_origin'))
    if (calledBy !== 'form' && !isJson(request)) return done(new Refused('invalid_request'))
    done()
  }
}

/** Whether the browser says that one of our own pages made this request. */
export function isFromOurPages(
  request: FastifyRequest,
  settings: Pick<Settings, 'publicUrl' | 'production'>,
): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, authorization, cookie, host } = request.headers
  if (origin === undefined) return cookie === undefined && /^Bearer /i.test(authorization ?? '')
  // Compared as text: a browser may send 'null' or anything else that is no address.
  if (origin === originOf(settings.publicUrl)) return true
  // At work the same server is reached as localhost, 127.0.0.1 and from a phone on the desk.
  return !settings.production && (origin === `http://${host}` || origin === `https://${host}`)
}

function isJson(request: FastifyRequest): boolean {
  const { 'content-type': type, 'content-length': length } = request.headers
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(length ?? 0) > 0
  return !hasBody || /^application\/json\s*(;|$)/i.test(type ?? '')
}

function originOf(publicUrl: string): string {
  return new URL(publicUrl).origin
}
