import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import {
  addToList,
  changePosition,
  offerToMember,
  readWait,
  removeFromList,
} from './staff-waits.ts'

export function waitingListOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/office/events/:id/waiting-list', async (request, reply) => {
    const eventId = publicId(request.params.id)
    const { member_id: memberId } = request.body
    return reply
      .code(201)
      .send(await addToList(deps, { eventId, memberId, staff: staffOf(request) }))
  })

  serve(app, 'GET /api/office/waits/:id', (request) =>
    readWait(deps, { waitId: publicId(request.params.id), staff: staffOf(request) }),
  )

  serve(app, 'POST /api/office/waits/:id/offer', (request) =>
    offerToMember(deps, { waitId: publicId(request.params.id), staff: staffOf(request) }),
  )

  serve(app, 'POST /api/office/waits/:id/removal', async (request) => {
    const { reason } = request.body
    const waitId = publicId(request.params.id)
    await removeFromList(deps, { waitId, reason, staff: staffOf(request) })
    return { status: 'success' as const }
  })

  serve(app, 'PUT /api/office/waits/:id/position', (request) => {
    const waitId = publicId(request.params.id)
    return changePosition(deps, { ...request.body, waitId, staff: staffOf(request) })
  })
}
