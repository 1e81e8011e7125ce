import { ErrorSchema } from '../../../domain/contract.ts'
import {
  CapacitySchema,
  NewCapacityDecisionSchema,
  NewDoubtSchema,
} from '../../../domain/office/capacity.ts'
import type { App, Deps } from '../../deps.ts'
import { IdInPath, publicId } from '../../platform/public-id.ts'
import { permitted, staffOf } from '../../staff/guard.ts'
import { readCapacity } from './read-capacity.ts'
import { decideCapacity, recordDoubt } from './record-capacity.ts'

/** Whether a member understands the test: doubts of the staff, decisions of clinicians. */
export function capacityOfficeRoutes(app: App, deps: Deps): void {
  const response = { 200: CapacitySchema, '4xx': ErrorSchema }
  const doubt = permitted(deps, 'capacity.doubt')

  app.get(
    '/api/office/members/:id/capacity',
    { ...doubt, schema: { params: IdInPath, response } },
    (request) =>
      readCapacity(deps, { memberId: publicId(request.params.id), staff: staffOf(request) }),
  )

  app.post(
    '/api/office/members/:id/capacity/doubts',
    { ...doubt, schema: { params: IdInPath, body: NewDoubtSchema, response } },
    async (request) => {
      const about = { memberId: publicId(request.params.id), staff: staffOf(request) }
      await recordDoubt(deps, { ...about, ...request.body })
      return readCapacity(deps, about)
    },
  )

  app.post(
    '/api/office/members/:id/capacity/decisions',
    {
      ...permitted(deps, 'capacity.decide'),
      schema: { params: IdInPath, body: NewCapacityDecisionSchema, response },
    },
    async (request) => {
      const about = { memberId: publicId(request.params.id), staff: staffOf(request) }
      await decideCapacity(deps, { ...about, ...request.body })
      return readCapacity(deps, about)
    },
  )
}
