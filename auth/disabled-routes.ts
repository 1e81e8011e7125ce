import type { FastifyInstance, FastifyRequest } from 'fastify'
import { whoCalls } from './bearer.ts'
import { queryParameter } from './body.ts'
import type { Core } from './core.ts'
import { PROVIDERS } from './providers.ts'
import { AuthRefused, validationFailed } from './refused.ts'

/**
 * The ways of the protocol that are switched off here, answered as a service answers that has them
 * switched off: providers, single sign-on, linking.
 */
export function disabledRoutes(app: FastifyInstance, core: Core): void {
  for (const url of ['/sso', '/sso/saml/acs'])
    app.post(url, async () => {
      throw new AuthRefused(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
    })
  app.get('/authorize', async (request) => {
    const name = queryParameter(request, 'provider')
    const why = PROVIDERS.includes(name)
      ? 'provider is not enabled'
      : `Provider ${name} could not be found`
    throw validationFailed(`Unsupported provider: ${why}`)
  })
  app.route({
    method: ['GET', 'POST'],
    url: '/callback',
    handler: async () => {
      throw new AuthRefused(400, 'bad_oauth_state', 'OAuth state not found or expired')
    },
  })

  const refuseLinking = async (request: FastifyRequest) => {
    await whoCalls(core, request)
    throw new AuthRefused(404, 'manual_linking_disabled', 'Manual linking is disabled')
  }
  app.get('/user/identities/authorize', refuseLinking)
  app.delete('/user/identities/:identityId', refuseLinking)
}
