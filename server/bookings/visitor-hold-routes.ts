import {
  ErrorSchema,
  HoldRequestSchema,
  HoldSchema,
  SlotTakenSchema,
} from '../../domain/contract.ts'
import type { App, Deps } from '../deps.ts'
import { ensureVisitor, visitorHashOf } from '../events/visitor.ts'
import { needsSession, sessionOf } from '../platform/http/session.ts'
import { IdInPath, publicId } from '../platform/public-id.ts'
import { claimHold } from './claim-hold.ts'
import { placeVisitorHold } from './place-visitor-hold.ts'
import { renewVisitorHold } from './renew-visitor-hold.ts'

/** Holds of visitors who choose a time before they sign in. */
export function visitorHoldRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/events/:id/visitor-holds',
    {
      schema: {
        params: IdInPath,
        body: HoldRequestSchema,
        response: { 201: HoldSchema, 409: SlotTakenSchema, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const eventId = publicId(request.params.id)
      const visitorHash = ensureVisitor(request, reply, deps)
      const asked = { eventId, visitorHash, time: request.body.slot, address: request.ip }
      return reply.code(201).send(await placeVisitorHold(deps, asked))
    },
  )

  app.post(
    '/api/events/:id/visitor-holds/keep',
    {
      schema: {
        params: IdInPath,
        body: HoldRequestSchema,
        response: { 200: HoldSchema, 409: SlotTakenSchema, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const eventId = publicId(request.params.id)
      const visitorHash = visitorHashOf(request, deps)
      return reply.send(
        await renewVisitorHold(deps, { eventId, visitorHash, time: request.body.slot }),
      )
    },
  )

  app.post(
    '/api/events/:id/holds/claim',
    {
      onRequest: needsSession(deps),
      schema: {
        params: IdInPath,
        body: HoldRequestSchema,
        response: { 200: HoldSchema, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request)
      const eventId = publicId(request.params.id)
      const visitorHash = visitorHashOf(request, deps)
      const asked = { userId, eventId, visitorHash, time: request.body.slot, address: request.ip }
      return reply.send(await claimHold(deps, asked))
    },
  )
}
