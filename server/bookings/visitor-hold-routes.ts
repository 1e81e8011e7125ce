import type { App, Deps } from '../deps.ts'
import { ensureVisitor, visitorHashOf } from '../events/visitor.ts'
import { serve } from '../platform/http/serve.ts'
import { sessionOf } from '../platform/http/session.ts'
import { publicId } from '../platform/public-id.ts'
import { claimHold } from './claim-hold.ts'
import { placeVisitorHold } from './place-visitor-hold.ts'
import { renewVisitorHold } from './renew-visitor-hold.ts'

/** Holds of visitors who choose a time before they sign in. */
export function visitorHoldRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/events/:id/visitor-holds', async (request, reply) => {
    const eventId = publicId(request.params.id)
    const visitorHash = ensureVisitor(request, reply, deps)
    const params = { eventId, visitorHash, time: request.body.slot, address: request.ip }
    return reply.code(201).send(await placeVisitorHold(deps, params))
  })

  serve(app, 'POST /api/events/:id/visitor-holds/keep', async (request, reply) => {
    const eventId = publicId(request.params.id)
    const visitorHash = visitorHashOf(request, deps)
    return reply.send(
      await renewVisitorHold(deps, { eventId, visitorHash, time: request.body.slot }),
    )
  })

  serve(app, 'POST /api/events/:id/holds/claim', async (request, reply) => {
    const { userId } = sessionOf(request)
    const eventId = publicId(request.params.id)
    const visitorHash = visitorHashOf(request, deps)
    const params = { userId, eventId, visitorHash, time: request.body.slot, address: request.ip }
    return reply.send(await claimHold(deps, params))
  })
}
