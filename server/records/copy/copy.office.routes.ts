import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { collectForOffice } from './collect-for-office.ts'

export function copyOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/office/members/:id/copy', async (request, reply) => {
    const memberId = publicId(request.params.id)
    const data = await collectForOffice(deps, { memberId, staff: staffOf(request) })
    return reply.send(data)
  })
}
