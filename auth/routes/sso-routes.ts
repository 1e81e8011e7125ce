import type { FastifyInstance } from 'fastify'
import { AuthError } from '../errors.ts'

/** As if single sign-on were switched off. */
export function disabledRoutes(app: FastifyInstance): void {
  for (const url of ['/sso', '/sso/saml/acs'])
    app.post(url, async () => {
      throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
    })
}
