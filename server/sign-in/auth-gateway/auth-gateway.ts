import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../deps.ts'
import { forgetVisitor } from '../../events/visitor.ts'
import { clearSessionCookies, cookieNames, readRefreshCookie } from '../../platform/http/cookies.ts'
import { knownAccountsOf } from '../../platform/http/known-device.ts'
import { Refused } from '../../platform/http/refused.ts'
import { isFromOurPages } from '../../platform/http/same-origin.ts'
import { isAllowedCall } from './allowed-calls.ts'
import { type GatewayDeps, MOUNTED_AT } from './gateway-deps.ts'
import { isHandleOf } from './handle.ts'
import { rememberMail } from './mail-cookie.ts'
import { providerAnswer } from './provider-callback.ts'
import { answerNeedsSecondFactor, answerUnknownToken, passOn } from './responses.ts'
import { restoreSession } from './restore-session.ts'
import { mayEndOthers } from './sign-out-scope.ts'
import { readObject } from './swap.ts'
import { callUpstream, createRefresher, isRefusal } from './upstream.ts'

/**
 * The same-origin proxy of the authentication service (rules §7.1). Serves the protocol under
 * /auth/v1 for the unmodified official client, but keeps the refresh token in an HttpOnly cookie
 * and gives the browser an opaque handle; a refresh needs both. GET /auth/session restores a
 * session: 200 with it, 204 only when nobody is signed in, 5xx when the service is unavailable.
 * Unsafe calls also need the site's origin (needsSameOrigin).
 */
export function authGateway(app: App, deps: GatewayDeps): void {
  const { auth, fieldKeys, settings } = deps
  const refresher = createRefresher(auth)

  app.register(async (gateway) => {
    // Bodies pass unparsed: the client signs out with a JSON content type and no body.
    gateway.removeAllContentTypeParsers()
    gateway.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )

    gateway.get('/auth/session', { exposeHeadRoute: false }, async (request, reply) => {
      if (!isFromOurPages(request, settings)) throw new Refused('not_same_origin')
      return await restoreSession(request, reply, { deps, refresher })
    })

    providerAnswer(gateway, deps)

    gateway.route({
      method: ['GET', 'POST', 'PUT', 'DELETE'],
      url: `${MOUNTED_AT}/*`,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const path = request.url.slice(MOUNTED_AT.length)
        if (!isAllowedCall(request.method, path)) throw new Refused('not_found')
        const { pathname, searchParams } = new URL(path, settings.publicUrl)
        if (pathname === '/logout') {
          if (endsOwnSession(searchParams)) return await signOut(request, reply, path)
          const bearer = bearerOf(request)
          if (bearer && !(await mayEndOthers(auth, bearer)))
            return answerNeedsSecondFactor(request, reply)
        }
        if (pathname === '/token' && searchParams.get('grant_type') === 'refresh_token') {
          return await renew(request, reply)
        }
        const answer = await forward(request, path, bearerOf(request))
        const call = { method: request.method, pathname, body: bodyOf(request) }
        if (answer.status === 200) rememberMail(reply, deps, call)
        return passOn(reply, answer, deps)
      },
    })
  })

  async function renew(request: FastifyRequest, reply: FastifyReply) {
    const stored = readRefreshCookie(request, settings.publicUrl)
    const { refresh_token: handle } = readObject(bodyOf(request))
    if (!stored || typeof handle !== 'string' || !isHandleOf(fieldKeys, stored.sessionId, handle)) {
      return answerUnknownToken(request, reply)
    }
    const renewed = await refresher.refresh(request, stored.refreshToken)
    if (isRefusal(renewed.status)) clearSessionCookies(reply, settings.publicUrl)
    return passOn(reply, renewed, deps)
  }

  /**
   * Clears the cookies even when the service fails: after Logout nobody may stay signed in, nor be
   * taken for the same visitor.
   */
  async function signOut(request: FastifyRequest, reply: FastifyReply, path: string) {
    clearSessionCookies(reply, settings.publicUrl)
    forgetVisitor(reply, settings.publicUrl)
    // Personal responses are no-store, so there is no cache to clear.
    // A tablet with a day at the venue clears its own: presses that wait to be sent must stay.
    if (request.cookies.keeps_day !== '1') reply.header('clear-site-data', '"storage"')
    const accessToken = bearerOf(request) ?? request.cookies[cookieNames(settings.publicUrl).access]
    const stored = readRefreshCookie(request, settings.publicUrl)
    if (stored) refresher.forget(stored.refreshToken)
    const answer = await end(accessToken)
    if (!isRefusal(answer.status) || !stored) return passOn(reply, answer, deps)

    // The access token has expired but the session may live: end it with a fresh token.
    const renewed = await refresher.refresh(request, stored.refreshToken)
    refresher.forget(stored.refreshToken)
    const { access_token: fresh } = readObject(renewed.body)
    if (typeof fresh !== 'string') return passOn(reply, answer, deps)
    return passOn(reply, await end(fresh), deps)

    /** Sends no body: an invalid one would be refused, which looks like an expired token. */
    async function end(bearer: string | undefined) {
      const isWhole = bearer !== undefined && (await mayEndOthers(auth, bearer))
      const scoped = isWhole ? path : '/logout?scope=local'
      const call = { method: 'POST', path: scoped, ...(bearer ? { bearer } : {}) }
      return await callUpstream(auth, request, call)
    }
  }

  async function forward(request: FastifyRequest, path: string, bearer: string | undefined) {
    const body = bodyOf(request)
    return await callUpstream(auth, request, {
      method: request.method,
      path,
      knownTo: knownAccountsOf(request, deps).map(({ userId }) => userId),
      ...(bearer ? { bearer } : {}),
      ...(body ? { body } : {}),
    })
  }
}

/** The service refuses unknown scopes. */
function endsOwnSession(query: URLSearchParams): boolean {
  const [scope = 'global'] = query.getAll('scope')
  return ['', 'global', 'local'].includes(scope)
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function bodyOf(request: FastifyRequest): string {
  return typeof request.body === 'string' ? request.body : ''
}
