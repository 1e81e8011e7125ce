import type { FastifyInstance } from 'fastify'
import { type GatewayDeps, MOUNTED_AT } from './gateway-deps.ts'
import { passOn } from './responses.ts'
import { callUpstream } from './upstream.ts'

/**
 * POST /callback: a provider's response in OAuth 2.0 Form Post Response Mode. The only call
 * allowed from another origin and as a form. Only the form is forwarded, without a session, and
 * the response is a redirect.
 */
export function providerAnswer(gateway: FastifyInstance, deps: GatewayDeps): void {
  gateway.register(async (plugin) => {
    plugin.removeAllContentTypeParsers()
    plugin.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )
    const config = { calledBy: 'provider' } as const
    plugin.post(`${MOUNTED_AT}/callback`, { config }, async (request, reply) => {
      const form = typeof request.body === 'string' && request.body ? { body: request.body } : {}
      const call = { method: 'POST', path: '/callback', ...form }
      return passOn(reply, await callUpstream(deps.auth, request, call), deps)
    })
  })
}
