import type { FastifyRequest } from 'fastify'
import type { Wait } from '../../../domain/waiting-list-schemas.ts'
import type { App, Deps } from '../../deps.ts'
import { visitorHashOf } from '../../events/visitor.ts'
import { signedInMember } from '../../members/signed-in-member.ts'
import { serve } from '../../platform/http/serve.ts'
import { sessionOf } from '../../platform/http/session.ts'
import { publicId } from '../../platform/public-id.ts'
import { joinList, type ListRequest, readList } from './join-list.ts'
import { leaveList } from './leave-list.ts'
import { listWaitedFor } from './waiting-list.queries.ts'

export function waitingListRoutes(app: App, deps: Deps): void {
  const { db } = deps.database
  serve(app, 'GET /api/waiting-list', async (request) => {
    const member = await signedInMember(deps, request)
    const now = deps.now()
    const waits: Wait[] = []
    for (const eventId of await listWaitedFor(db, { memberId: member.id, now })) {
      const { wait } = await readList(db, { userId: sessionOf(request).userId, eventId }, now)
      if (wait) waits.push(wait)
    }
    return { waits }
  })

  serve(app, 'GET /api/events/:id/waiting-list', async (request) =>
    readList(db, toRequest(request), deps.now()),
  )
  serve(app, 'POST /api/events/:id/waiting-list', async (request) =>
    joinList(deps, toRequest(request)),
  )
  serve(app, 'DELETE /api/events/:id/waiting-list', async (request) =>
    leaveList(deps, toRequest(request)),
  )

  function toRequest(request: FastifyRequest<{ Params: { id: string } }>): ListRequest {
    const { userId } = sessionOf(request)
    const eventId = publicId(request.params.id)
    return { userId, eventId, visitorHash: visitorHashOf(request, deps) }
  }
}
