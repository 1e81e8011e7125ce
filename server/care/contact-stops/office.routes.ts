import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { readStops } from './read-stops.ts'
import { previewStop, recordStop } from './record-stop.ts'
import { revokeStop } from './revoke-stop.ts'

/** That a member has died, or wants less contact: for the office and for clinicians. */
export function contactStopsOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/office/members/:id/contact-stops', (request) =>
    readStops(deps, { memberId: publicId(request.params.id), staff: staffOf(request) }),
  )

  serve(app, 'GET /api/office/members/:id/contact-stops/preview', (request) =>
    previewStop(deps, {
      memberId: publicId(request.params.id),
      kind: request.query.kind,
      staff: staffOf(request),
    }),
  )

  serve(app, 'POST /api/office/members/:id/contact-stops', async (request) => {
    const params = { memberId: publicId(request.params.id), staff: staffOf(request) }
    await recordStop(deps, { ...params, ...request.body })
    return readStops(deps, params)
  })

  serve(app, 'POST /api/office/members/:id/contact-stops/:stop/revocation', async (request) => {
    const params = { memberId: publicId(request.params.id), staff: staffOf(request) }
    const stopId = publicId(request.params.stop)
    await revokeStop(deps, { ...params, ...request.body, stopId })
    return readStops(deps, params)
  })
}
