import type { FastifyInstance } from 'fastify'
import { type Bearer, whoCalls } from './bearer.ts'
import { queryParameter } from './body.ts'
import { type Core, visitorOf } from './core.ts'
import { inTransaction, type Queryable } from './db/database.ts'
import { deleteOtherSessions, deleteSession, deleteSessionsOf } from './queries-sessions.ts'
import { insertAuditEntry } from './queries-upkeep.ts'
import { validationFailed } from './refused.ts'

const ENDS = new Map<string, (q: Queryable, bearer: Bearer) => Promise<void>>([
  ['global', (q, { account }) => deleteSessionsOf(q, account.id)],
  ['local', (q, { session }) => deleteSession(q, session.id)],
  [
    'others',
    (q, { account, session }) => deleteOtherSessions(q, { userId: account.id, keep: session.id }),
  ],
])

/** POST /logout?scope=global|local|others (auth-protocol 2.6): deletes the sessions' rows; 204. */
export function logoutRoutes(app: FastifyInstance, core: Core): void {
  app.post('/logout', async (request, reply) => {
    const bearer = await whoCalls(core, request)
    const scope = queryParameter(request, 'scope') || 'global'
    const end = ENDS.get(scope)
    if (!end) throw validationFailed(`Unsupported logout scope "${scope}"`)

    await inTransaction(core.pool, async (client) => {
      await end(client, bearer)
      await insertAuditEntry(client, {
        action: 'logout',
        userId: bearer.account.id,
        sessionId: bearer.session.id,
        ip: visitorOf(request).ip,
        payload: { scope },
        now: core.now(),
      })
    })
    return reply.code(204).send()
  })
}
