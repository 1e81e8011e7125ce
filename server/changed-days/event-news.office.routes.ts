import * as z from 'zod/mini'
import { ErrorSchema } from '../../domain/contract.ts'
import {
  AttendeeMessageSchema,
  MessagePreviewSchema,
} from '../../domain/office/attendee-messages.ts'
import {
  TimeChangePreviewSchema,
  TimeChangeSchema,
} from '../../domain/office/time-change-shapes.ts'
import type { App, Deps } from '../deps.ts'
import { withIdempotencyKey } from '../platform/idempotency/idempotency-key.ts'
import { IdInPath, publicId } from '../platform/public-id.ts'
import { permitted, staffOf } from '../staff/guard.ts'
import { changeTime, previewTimeChange } from './change-time.ts'
import { previewMessage, sendMessage } from './send-message.ts'

const Started = z.object({ bulk_action_id: z.int() })

/** Changes of time and messages: what is sent to many members of an event. */
export function eventNewsOfficeRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/office/events/:id/time-change',
    {
      ...permitted(deps, 'events.write'),
      schema: {
        params: IdInPath,
        body: TimeChangeSchema,
        response: { 200: TimeChangePreviewSchema, 202: Started, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const eventId = publicId(request.params.id)
      const { body } = request
      if (body.dry_run) return reply.send(await previewTimeChange(deps, { ...body, eventId }))
      const staff = staffOf(request)
      const message = body.message || null
      const started = await withIdempotencyKey(
        deps,
        { request, caller: staff.userId, shape: Started },
        (saveResponse) => changeTime(deps, { ...body, eventId, message, saveResponse }, staff),
      )
      return reply.code(202).send(started)
    },
  )

  app.post(
    '/api/office/events/:id/messages',
    {
      ...permitted(deps, 'messages.write'),
      schema: {
        params: IdInPath,
        body: AttendeeMessageSchema,
        response: { 200: MessagePreviewSchema, 202: Started, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const eventId = publicId(request.params.id)
      const { body } = request
      if (body.dry_run) return reply.send(await previewMessage(deps, { ...body, eventId }))
      const staff = staffOf(request)
      const started = await withIdempotencyKey(
        deps,
        { request, caller: staff.userId, shape: Started },
        (saveResponse) => sendMessage(deps, { ...body, eventId, saveResponse }, staff),
      )
      return reply.code(202).send(started)
    },
  )
}
