import type { FastifyInstance } from 'fastify'
import { clientInfoOf } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { requireSecondFactor } from '../flows/factors.ts'
import { sendNonce } from '../flows/reauthenticate.ts'
import { authenticate } from '../requests/authenticate.ts'

/** auth-protocol 2.5. */
export function reauthenticateRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/reauthenticate', { exposeHeadRoute: false }, async (request) => {
    const bearer = await authenticate(deps, request)
    requireSecondFactor(bearer)
    await sendNonce(deps, bearer.account, clientInfoOf(request))
    return {}
  })
}
