import type { FastifyInstance } from 'fastify'
import { type Core, clientInfoOf } from '../core.ts'
import { inTransaction, type Queryable } from '../db/database.ts'
import { validationFailed } from '../errors.ts'
import { lacksSecondFactor, requireSecondFactor } from '../flows/factors.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessionsOf,
} from '../queries/sessions.queries.ts'
import { authenticate, type Bearer } from './authenticate.ts'
import { queryParameter } from './body.ts'

const SCOPES = new Map<string, (q: Queryable, bearer: Bearer) => Promise<void>>([
  ['global', (q, { account }) => deleteSessionsOf(q, account.id)],
  ['local', (q, { session }) => deleteSession(q, session.id)],
  [
    'others',
    (q, { account, session }) => deleteOtherSessions(q, { userId: account.id, keep: session.id }),
  ],
])

/** A session without the account's second factor can end only itself (auth-protocol 2.6). */
export function logoutRoutes(app: FastifyInstance, core: Core): void {
  app.post('/logout', async (request, reply) => {
    const bearer = await authenticate(core, request)
    const requested = queryParameter(request, 'scope') || 'global'
    if (!SCOPES.has(requested)) throw validationFailed(`Unsupported logout scope "${requested}"`)
    if (requested === 'others') await requireSecondFactor(core, bearer)
    const isLocalOnly = requested === 'global' && (await lacksSecondFactor(core, bearer))
    const scope = isLocalOnly ? 'local' : requested

    await inTransaction(core.pool, async (client) => {
      await SCOPES.get(scope)?.(client, bearer)
      await insertAuditEntry(client, {
        action: 'logout',
        userId: bearer.account.id,
        sessionId: bearer.session.id,
        ip: clientInfoOf(request).ip,
        payload: { scope },
        now: core.now(),
      })
    })
    return reply.code(204).send()
  })
}
