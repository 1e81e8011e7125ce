import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { clientInfoOf } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { AuthError } from '../errors.ts'
import { authenticateForLinking, unlinkIdentity } from '../flows/identities.ts'
import { queryParameter } from '../requests/body.ts'
import { providerAuthorizationUrl } from './provider-routes.ts'

/** auth-protocol 2.7. */
export function identityRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/user/identities/authorize', async (request, reply) => {
    const { account } = await authenticateForLinking(deps, request)
    const url = await providerAuthorizationUrl(deps, request, { linkingTargetId: account.id })
    if (queryParameter(request, 'skip_http_redirect') === 'true') return { url }
    return reply.redirect(url)
  })

  app.delete<{ Params: { identityId: string } }>(
    '/user/identities/:identityId',
    async (request) => {
      const bearer = await authenticateForLinking(deps, request)
      const { identityId } = request.params
      if (!z.guid().safeParse(identityId).success)
        throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID')
      await unlinkIdentity(deps, bearer, { identityId, clientInfo: clientInfoOf(request) })
      return {}
    },
  )
}
