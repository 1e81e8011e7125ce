import type { FastifyInstance } from 'fastify'
import { AuthRefused } from '../refused.ts'

/**
 * The ways of the protocol that this service does not have, answered as a service answers that has
 * them switched off: single sign-on.
 */
export function disabledRoutes(app: FastifyInstance): void {
  for (const url of ['/sso', '/sso/saml/acs'])
    app.post(url, async () => {
      throw new AuthRefused(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
    })
}
