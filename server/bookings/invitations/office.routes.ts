import { GroupHeldSchema } from '../../../domain/office/invitations.ts'
import type { App, Deps } from '../../deps.ts'
import { findEventRecord } from '../../events/office.queries.ts'
import { idIn } from '../../platform/http/list.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import {
  extendInvitation,
  printInvitation,
  sendInvitationAgain,
  toInvitation,
  withDelivery,
  withdrawInvitation,
} from './change-invitation.ts'
import { countInvitations, listInvitations } from './invitations.queries.ts'
import { inviteGroup, planInvitations } from './invite-group.ts'

/** Places held for a group by name: the office's side. */
export function invitationsOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/events/:id/invitations', async (request) => {
    const eventId = publicId(request.params.id)
    if (!(await findEventRecord(db, eventId))) throw new Refused('not_found')
    return {
      name: `invitations of event ${eventId}`,
      file: `invitations-${eventId}`,
      load: async ({ after, limit }) => {
        const found = await listInvitations(db, { eventId, afterId: idIn(after) ?? 0, limit })
        const rows = await withDelivery(
          db,
          found.map((one) => toInvitation(deps, one)),
        )
        return { rows, total: await countInvitations(db, eventId) }
      },
      keyOf: ({ id }) => [id],
    }
  })

  serve(app, 'POST /api/office/events/:id/invitation-plan', (request) =>
    planInvitations(deps, { ...request.body, eventId: publicId(request.params.id) }),
  )

  serve(app, 'POST /api/office/events/:id/invitations', async (request, reply) => {
    const staff = staffOf(request)
    const eventId = publicId(request.params.id)
    const held = await withIdempotencyKey(
      deps,
      { request, caller: staff.userId, shape: GroupHeldSchema },
      (saveResponse) => inviteGroup(deps, { ...request.body, eventId, staff, saveResponse }),
    )
    return reply.code(201).send(held)
  })

  serve(app, 'POST /api/office/invitations/:id/withdrawal', (request) =>
    withdrawInvitation(deps, { id: publicId(request.params.id), staff: staffOf(request) }),
  )

  serve(app, 'POST /api/office/invitations/:id/sending', (request) =>
    sendInvitationAgain(deps, { id: publicId(request.params.id), staff: staffOf(request) }),
  )

  serve(app, 'POST /api/office/invitations/:id/card', (request) =>
    printInvitation(deps, { id: publicId(request.params.id), staff: staffOf(request) }),
  )

  serve(app, 'POST /api/office/invitations/:id/extension', (request) => {
    const id = publicId(request.params.id)
    return extendInvitation(deps, { ...request.body, id, staff: staffOf(request) })
  })
}
