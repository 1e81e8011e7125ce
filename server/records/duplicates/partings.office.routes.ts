import { ErrorSchema } from '../../../domain/contract.ts'
import {
  PartedSchema,
  PartingPreviewSchema,
  PartingRequestSchema,
} from '../../../domain/office/partings.ts'
import type { App, Deps } from '../../deps.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { IdInPath, publicId } from '../../platform/public-id.ts'
import { permitted, staffOf } from '../../staff/guard.ts'
import { partRecords, previewParting } from './part-records.ts'

/** Two records that were merged, although they are of two people; `id` is of the merge. */
export function partingsOfficeRoutes(app: App, deps: Deps): void {
  const options = permitted(deps, 'members.merge')

  app.get(
    '/api/office/merges/:id/part',
    { ...options, schema: { params: IdInPath, response: { 200: PartingPreviewSchema } } },
    (request) =>
      previewParting(deps, { mergeId: publicId(request.params.id), staff: staffOf(request) }),
  )

  app.post(
    '/api/office/merges/:id/part',
    {
      ...options,
      schema: {
        params: IdInPath,
        body: PartingRequestSchema,
        response: { 200: PartedSchema, '4xx': ErrorSchema },
      },
    },
    (request) => {
      const staff = staffOf(request)
      const mergeId = publicId(request.params.id)
      return withIdempotencyKey(
        deps,
        { request, caller: staff.userId, shape: PartedSchema },
        (saveResponse) => partRecords(deps, { ...request.body, mergeId, staff, saveResponse }),
      )
    },
  )
}
