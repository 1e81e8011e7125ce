import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { ErrorSchema } from '../../../domain/contract.ts'
import { type Wait, WaitingListSchema, WaitSchema } from '../../../domain/waiting-list-shapes.ts'
import type { App, Deps } from '../../deps.ts'
import { visitorHashOf } from '../../events/visitor.ts'
import { signedInMember } from '../../members/signed-in-member.ts'
import { needsSession, sessionOf } from '../../platform/http/session.ts'
import { IdInPath, publicId } from '../../platform/public-id.ts'
import { joinList, type ListRequest, readList } from './join-list.ts'
import { leaveList } from './leave-list.ts'
import { listWaitedFor } from './waiting-list.queries.ts'

export function waitingListRoutes(app: App, deps: Deps): void {
  const { db } = deps.database
  app.register(async (own: App) => {
    own.addHook('onRequest', needsSession(deps))

    own.get(
      '/api/waiting-list',
      {
        schema: { response: { 200: z.object({ waits: z.array(WaitSchema) }), '4xx': ErrorSchema } },
      },
      async (request) => {
        const member = await signedInMember(deps, request)
        const now = deps.now()
        const waits: Wait[] = []
        for (const eventId of await listWaitedFor(db, { memberId: member.id, now })) {
          const { wait } = await readList(db, { userId: sessionOf(request).userId, eventId }, now)
          if (wait) waits.push(wait)
        }
        return { waits }
      },
    )

    const url = '/api/events/:id/waiting-list'
    const schema = {
      params: IdInPath,
      response: { 200: WaitingListSchema, '4xx': ErrorSchema },
    }
    own.get(url, { schema }, async (request) => readList(db, toRequest(request), deps.now()))
    own.post(url, { schema }, async (request) => joinList(deps, toRequest(request)))
    own.delete(url, { schema }, async (request) => leaveList(deps, toRequest(request)))

    function toRequest(request: FastifyRequest<{ Params: { id: string } }>): ListRequest {
      const { userId } = sessionOf(request)
      const eventId = publicId(request.params.id)
      return { userId, eventId, visitorHash: visitorHashOf(request, deps) }
    }
  })
}
