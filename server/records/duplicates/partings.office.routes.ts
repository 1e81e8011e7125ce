import { PartedSchema } from '../../../domain/office/partings.ts'
import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { partRecords, previewParting } from './part-records.ts'

/** Two records that were merged, although they are of two people; `id` is of the merge. */
export function partingsOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/office/merges/:id/part', (request) =>
    previewParting(deps, { mergeId: publicId(request.params.id), staff: staffOf(request) }),
  )

  serve(app, 'POST /api/office/merges/:id/part', (request) => {
    const staff = staffOf(request)
    const mergeId = publicId(request.params.id)
    return withIdempotencyKey(
      deps,
      { request, caller: staff.userId, shape: PartedSchema },
      (saveResponse) => partRecords(deps, { ...request.body, mergeId, staff, saveResponse }),
    )
  })
}
