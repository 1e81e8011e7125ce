import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import { isFromOurPages } from '../http/same-origin.ts'
import { isAllowedCall } from './allowed-calls.ts'
import { answerNeedsSecondFactor, answerUnknownToken, passOn } from './answer.ts'
import { clearSessionCookies, cookieNames, readRefreshCookie } from './cookies.ts'
import { type GatewayDeps, MOUNTED_AT } from './gateway-deps.ts'
import { isHandleOf } from './handle.ts'
import { providerAnswer } from './provider-answer.ts'
import { restoreSession } from './restore-session.ts'
import { mayEndOthers } from './sign-out-scope.ts'
import { readObject } from './swap.ts'
import { callUpstream, createRefresher, isRefusal } from './upstream.ts'

/**
 * The same-origin way to the authentication service (design §5). Mounts the protocol under /auth/v1,
 * as the unmodified official client speaks it, but keeps the real refresh token in an HttpOnly cookie
 * and gives the browser an opaque handle; a refresh needs both. GET /auth/session hands a page that
 * loads its session: 200 with it, 204 only when nobody is signed in, 5xx when nobody can tell.
 * The app around it asks every unsafe call for its origin (needsSameOrigin).
 */
export function authGateway(app: App, deps: GatewayDeps): void {
  const { auth, fieldKeys, settings } = deps
  const refresher = createRefresher(auth)

  app.register(async (gateway) => {
    // Bodies go on as they came: the client signs out with a JSON content type and no body at all.
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
        return passOn(reply, await forward(request, path, bearerOf(request)), deps)
      },
    })
  })

  async function renew(request: FastifyRequest, reply: FastifyReply) {
    const kept = readRefreshCookie(request, settings.publicUrl)
    const { refresh_token: handle } = readObject(bodyOf(request))
    if (!kept || typeof handle !== 'string' || !isHandleOf(fieldKeys, kept.sessionId, handle)) {
      return answerUnknownToken(request, reply)
    }
    const renewed = await refresher.refresh(request, kept.refreshToken)
    if (isRefusal(renewed.status)) clearSessionCookies(reply, settings.publicUrl)
    return passOn(reply, renewed, deps)
  }

  /** Ends the session here whatever the service says: who pressed Logout must not stay signed in. */
  async function signOut(request: FastifyRequest, reply: FastifyReply, path: string) {
    clearSessionCookies(reply, settings.publicUrl)
    // Only what the browser stored: everything of a member's is no-store, so no cache needs clearing.
    reply.header('clear-site-data', '"storage"')
    const held = bearerOf(request) ?? request.cookies[cookieNames(settings.publicUrl).access]
    const kept = readRefreshCookie(request, settings.publicUrl)
    if (kept) refresher.forget(kept.refreshToken)
    const answer = await end(held)
    if (!isRefusal(answer.status) || !kept) return passOn(reply, answer, deps)

    // The access token was over, the session perhaps not: end it with a fresh one.
    const renewed = await refresher.refresh(request, kept.refreshToken)
    refresher.forget(kept.refreshToken)
    const { access_token: fresh } = readObject(renewed.body)
    if (typeof fresh !== 'string') return passOn(reply, answer, deps)
    return passOn(reply, await end(fresh), deps)

    /** The call takes no body; a faulty one would be refused, and taken for a token that is over. */
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
      ...(bearer ? { bearer } : {}),
      ...(body ? { body } : {}),
    })
  }
}

/** By the protocol's scopes; any other is for the service to refuse, and the session goes on. */
function endsOwnSession(asked: URLSearchParams): boolean {
  const [scope = 'global'] = asked.getAll('scope')
  return ['', 'global', 'local'].includes(scope)
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function bodyOf(request: FastifyRequest): string {
  return typeof request.body === 'string' ? request.body : ''
}
