import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { clientInfoOf } from '../client-info.ts'
import { retryOnDeadlock } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { validationFailed } from '../errors.ts'
import { lacksSecondFactor, requireSecondFactor } from '../flows/factors.ts'
import { signOut } from '../queries/sessions.queries.ts'
import { authenticate } from '../requests/authenticate.ts'
import { queryParameter } from '../requests/body.ts'

const Scope = z.enum(['global', 'local', 'others'])

/** A session without the account's second factor can end only itself (auth-protocol 2.6). */
export function logoutRoutes(app: FastifyInstance, deps: Deps): void {
  app.post('/logout', async (request, reply) => {
    const bearer = await authenticate(deps, request)
    const requested = queryParameter(request, 'scope') || 'global'
    const { data: wanted } = Scope.safeParse(requested)
    if (!wanted) throw validationFailed(`Unsupported logout scope "${requested}"`)
    if (wanted === 'others') requireSecondFactor(bearer)
    const scope = wanted === 'global' && lacksSecondFactor(bearer) ? 'local' : wanted

    const ids = { userId: bearer.account.id, sessionId: bearer.session.id }
    const { ip } = clientInfoOf(request)
    await retryOnDeadlock(() => signOut(deps.pool, scope, { ...ids, ip, now: deps.now() }))
    return reply.code(204).send()
  })
}
