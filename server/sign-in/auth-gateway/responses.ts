import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearSessionCookies } from '../../platform/http/cookies.ts'
import type { GatewayDeps } from './gateway-deps.ts'
import { swapLocation, swapSession } from './swap.ts'
import type { Upstream } from './upstream.ts'

/** Sends the service's response without its refresh token. */
export function passOn(reply: FastifyReply, answer: Upstream, deps: GatewayDeps) {
  const { location, ...headers } = answer.headers
  reply.code(answer.status).headers(headers)
  if (location !== undefined) reply.header('location', swapLocation(location))
  return reply.send(answer.status === 204 ? undefined : swapSession(answer.body, reply, deps))
}

/** 204 when nobody is signed in; a 401 would log an error in every visitor's console. */
export function answerSignedOut(reply: FastifyReply, deps: GatewayDeps) {
  clearSessionCookies(reply, deps.settings.publicUrl)
  return reply.code(204).send()
}

/** The protocol's error for an unknown refresh token. */
export function answerUnknownToken(request: FastifyRequest, reply: FastifyReply) {
  const message = 'Invalid Refresh Token: Refresh Token Not Found'
  return refuse(request, reply.code(400), { code: 'refresh_token_not_found', message })
}

/** The protocol's error for a session without its account's second factor. */
export function answerNeedsSecondFactor(request: FastifyRequest, reply: FastifyReply) {
  const message = 'AAL2 session is required to end other sessions when MFA is enabled.'
  return refuse(request, reply.code(401), { code: 'insufficient_aal', message })
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: { code: string; message: string },
) {
  const version = request.headers['x-supabase-api-version']
  if (typeof version === 'string') reply.header('x-supabase-api-version', version)
  return reply.send(refusal)
}
