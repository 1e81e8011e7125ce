import { StartedActionSchema } from '../../domain/office/bulk-actions.ts'
import type { App, Deps } from '../deps.ts'
import { serve } from '../platform/http/serve.ts'
import { withIdempotencyKey } from '../platform/idempotency/idempotency-key.ts'
import { staffOf } from '../staff/guard.ts'
import { ownDay } from '../venue/check-in/own-day.ts'
import { previewLate, readLate, sendLate } from './running-late.ts'

export function runningLateOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/office/days/:id/running-late', async (request) => {
    const event = await ownDay(deps, request)
    return readLate(deps.database.db, { event, by: staffOf(request), now: deps.now() })
  })

  serve(app, 'POST /api/office/days/:id/running-late', async (request, reply) => {
    const event = await ownDay(deps, request)
    const by = staffOf(request)
    const { body } = request
    const params = { event, minutes: body.minutes, by }
    if (body.dry_run) return reply.send(await previewLate(deps, params))
    const { shown } = body
    const call = { request, caller: by.userId, shape: StartedActionSchema }
    const started = await withIdempotencyKey(deps, call, (saveResponse) =>
      sendLate(deps, { ...params, shown, saveResponse }),
    )
    return reply.code(202).send(started)
  })
}
