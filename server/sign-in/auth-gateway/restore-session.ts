import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieNames, readRefreshCookie } from '../../platform/http/cookies.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { GatewayDeps } from './gateway-deps.ts'
import { makeHandle } from './handle.ts'
import { answerSignedOut, passOn } from './responses.ts'
import { expiryOf, readObject } from './swap.ts'
import { callUpstream, isRefusal, type Refresher } from './upstream.ts'

/** auth-js refreshes when 90 s remain; a restored session must not trigger that at once. */
const ENOUGH_SECONDS = 100

/**
 * Returns the session of the cookies, refreshed when the access token has expired. 204 only when
 * nobody is signed in; throws (5xx) when the service is unavailable, so that the member is not
 * sent to sign in.
 */
export async function restoreSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { deps, refresher }: { deps: GatewayDeps; refresher: Refresher },
) {
  const { publicUrl } = deps.settings
  const stored = readRefreshCookie(request, publicUrl)
  if (!stored) return answerSignedOut(reply, deps)

  const accessToken = request.cookies[cookieNames(publicUrl).access] ?? ''
  const endsAt = expiryOf(accessToken)
  const seconds = endsAt - Math.floor(deps.now().getTime() / 1000)
  if (seconds > ENOUGH_SECONDS) {
    const call = { method: 'GET', path: '/user', bearer: accessToken }
    const user = await callUpstream(deps.auth, request, call)
    if (user.status === 200) {
      return {
        access_token: accessToken,
        token_type: 'bearer',
        expires_in: seconds,
        expires_at: endsAt,
        refresh_token: makeHandle(deps.fieldKeys, stored.sessionId),
        user: readObject(user.body),
      }
    }
    if (!isRefusal(user.status)) throw new Refused('busy')
  }

  const renewed = await refresher.refresh(request, stored.refreshToken)
  if (renewed.status === 200) return passOn(reply, renewed, deps)
  if (isRefusal(renewed.status)) return answerSignedOut(reply, deps)
  throw new Refused('busy')
}
