import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { StartedActionSchema } from '../../domain/office/bulk-actions.ts'
import type { App, Deps } from '../deps.ts'
import { serve } from '../platform/http/serve.ts'
import { type SaveResponse, withIdempotencyKey } from '../platform/idempotency/idempotency-key.ts'
import { publicId } from '../platform/public-id.ts'
import { staffOf } from '../staff/guard.ts'
import { actOnTicked, previewTicked } from './act-on-ticked.ts'
import { changeTime, previewTimeChange } from './change-time.ts'
import { previewMessage, sendMessage } from './send-message.ts'

/** Changes of time, messages, moves and cancellations: what is done to many members of an event. */
export function eventNewsOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/office/events/:id/time-change', async (request, reply) => {
    const eventId = publicId(request.params.id)
    const { body } = request
    if (body.dry_run) return reply.send(await previewTimeChange(deps, { ...body, eventId }))
    const staff = staffOf(request)
    const message = body.message || null
    const started = await once(request, (saveResponse) =>
      changeTime(deps, { ...body, eventId, message, saveResponse }, staff),
    )
    return reply.code(202).send(started)
  })

  serve(app, 'POST /api/office/events/:id/messages', async (request, reply) => {
    const eventId = publicId(request.params.id)
    const { body } = request
    if (body.dry_run) return reply.send(await previewMessage(deps, { ...body, eventId }))
    const staff = staffOf(request)
    const started = await once(request, (saveResponse) =>
      sendMessage(deps, { ...body, eventId, saveResponse }, staff),
    )
    return reply.code(202).send(started)
  })

  serve(app, 'POST /api/office/events/:id/appointment-moves', async (request, reply) => {
    const { body } = request
    const eventId = publicId(request.params.id)
    const staff = staffOf(request)
    const asked = { ...body, kind: 'appointment moves', eventId } as const
    if (asked.dry_run) return reply.send(await previewTicked(deps, asked, staff))
    const started = await once(request, (saveResponse) =>
      actOnTicked(deps, { ...asked, saveResponse }, staff),
    )
    return reply.code(202).send(started)
  })

  serve(app, 'POST /api/office/events/:id/appointment-cancellations', async (request, reply) => {
    const { body } = request
    const eventId = publicId(request.params.id)
    const staff = staffOf(request)
    const asked = { ...body, kind: 'appointment cancellations', eventId } as const
    if (asked.dry_run) return reply.send(await previewTicked(deps, asked, staff))
    const started = await once(request, (saveResponse) =>
      actOnTicked(deps, { ...asked, saveResponse }, staff),
    )
    return reply.code(202).send(started)
  })

  /** A repeat of the request starts nothing a second time. */
  function once(
    request: FastifyRequest,
    start: (saveResponse: SaveResponse<Started>) => Promise<Started>,
  ): Promise<Started> {
    const call = { request, caller: staffOf(request).userId, shape: StartedActionSchema }
    return withIdempotencyKey(deps, call, start)
  }
}

type Started = z.infer<typeof StartedActionSchema>
