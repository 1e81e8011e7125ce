import type { FastifyInstance } from 'fastify'
import { passOn } from './answer.ts'
import { type GatewayDeps, MOUNTED_AT } from './gateway-deps.ts'
import { callUpstream } from './upstream.ts'

/**
 * POST /callback: the answer of a provider that posts it (OAuth 2.0 Form Post Response Mode). A page of
 * the provider's sends it, so that it is the one call that may come from elsewhere, and a form. Nothing
 * of the caller's goes on but that form: no session is used, and what comes back is a redirect.
 */
export function providerAnswer(gateway: FastifyInstance, deps: GatewayDeps): void {
  gateway.register(async (room) => {
    room.removeAllContentTypeParsers()
    room.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )
    const config = { calledBy: 'provider' } as const
    room.post(`${MOUNTED_AT}/callback`, { config }, async (request, reply) => {
      const form = typeof request.body === 'string' && request.body ? { body: request.body } : {}
      const call = { method: 'POST', path: '/callback', ...form }
      return passOn(reply, await callUpstream(deps.auth, request, call), deps)
    })
  })
}
