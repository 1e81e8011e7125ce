import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { readCapacity } from './read-capacity.ts'
import { decideCapacity, recordDoubt } from './record-capacity.ts'

/** Whether a member understands the test: doubts of the staff, decisions of clinicians. */
export function capacityOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/office/members/:id/capacity', (request) =>
    readCapacity(deps, { memberId: publicId(request.params.id), staff: staffOf(request) }),
  )

  serve(app, 'POST /api/office/members/:id/capacity/doubts', async (request) => {
    const about = { memberId: publicId(request.params.id), staff: staffOf(request) }
    await recordDoubt(deps, { ...about, ...request.body })
    return readCapacity(deps, about)
  })

  serve(app, 'POST /api/office/members/:id/capacity/decisions', async (request) => {
    const about = { memberId: publicId(request.params.id), staff: staffOf(request) }
    await decideCapacity(deps, { ...about, ...request.body })
    return readCapacity(deps, about)
  })
}
