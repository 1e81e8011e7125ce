import type { App, Deps } from '../../deps.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { staffOf } from '../../staff/guard.ts'
import { isUnhandledStill, listUnhandled, markWebhookHandled } from './webhooks.queries.ts'

/** What the provider reported and what had no effect: of no payment here, or failing. */
export function notificationsOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database
  const read = async () => ({
    data: (await listUnhandled(db, deps.now())).map(({ id, type, body, receivedAt }) => ({
      id,
      type,
      about: aboutText(body),
      received_at: receivedAt.toISOString(),
    })),
  })

  serve(app, 'GET /api/office/notifications', read)

  serve(app, 'POST /api/office/notifications/:id/seen', async (request) => {
    const { id } = request.params
    const now = deps.now()
    const actorUserId = staffOf(request).userId
    await commit(deps, async (tx) => {
      if (!(await isUnhandledStill(tx, id))) throw new Refused('not_found')
      await markWebhookHandled(tx, { id, now })
      await insertAudit(
        tx,
        { by: actorUserId, subject: `notification ${id}`, at: now },
        'notification seen',
        { reason: request.body.note },
      )
    })
    return read()
  })
}

/** The provider's numbers in it. */
function aboutText(body: unknown): string {
  const named = Object.entries(Object(body)).filter(([, value]) => typeof value === 'string')
  return named.map(([name, value]) => `${name.replace('_', ' ')} ${value}`).join(', ')
}
