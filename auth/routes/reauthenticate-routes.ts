import type { FastifyInstance } from 'fastify'
import { type Core, clientInfoOf } from '../core.ts'
import { requireSecondFactor } from '../flows/factors.ts'
import { sendNonce } from '../flows/reauthenticate.ts'
import { authenticate } from './authenticate.ts'

/** auth-protocol 2.5. */
export function reauthenticateRoutes(app: FastifyInstance, core: Core): void {
  app.get('/reauthenticate', { exposeHeadRoute: false }, async (request) => {
    const bearer = await authenticate(core, request)
    requireSecondFactor(bearer)
    await sendNonce(core, bearer.account, clientInfoOf(request))
    return {}
  })
}
