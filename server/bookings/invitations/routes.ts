import type { FastifyRequest } from 'fastify'
import type { App, Deps } from '../../deps.ts'
import { ensureVisitor, visitorHashOf } from '../../events/visitor.ts'
import { serve } from '../../platform/http/serve.ts'
import { consumeAlone, returnAlone } from '../../platform/rate-limits/rate-limits.ts'
import { declineInvitation, openInvitation, viewInvitation } from './open-invitation.ts'

/** The page of an invitation's link. The key is in the body, so that it is in no URL. */
export function invitationRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/invitation', (request) => {
    const visitorHash = visitorHashOf(request, deps)
    return limited(request, () => viewInvitation(deps, { ...request.body, visitorHash }))
  })

  serve(app, 'POST /api/invitation/place', (request, reply) => {
    const visitorHash = ensureVisitor(request, reply, deps)
    return limited(request, () => openInvitation(deps, { ...request.body, visitorHash }))
  })

  serve(app, 'POST /api/invitation/refusal', (request) => {
    const visitorHash = visitorHashOf(request, deps)
    return limited(request, () => declineInvitation(deps, { ...request.body, visitorHash }))
  })

  /** Throws too_many_requests after wrong keys. */
  async function limited<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const attempt = ['invitations of an address', request.ip] as const
    await consumeAlone(deps, [attempt])
    const answer = await work()
    await returnAlone(deps, attempt)
    return answer
  }
}
