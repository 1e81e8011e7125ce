import { IdentityReviewSchema, ReviewDecisionSchema } from '../../office/identity-reviews.ts'
import { endpoints, NOTHING, officeList } from '../endpoint.ts'

export const identityOfficeEndpoints = endpoints({
  'GET /api/office/identity-reviews': officeList('identity.decide', IdentityReviewSchema),
  'POST /api/office/identity-reviews/:id/decision': {
    permission: 'identity.decide',
    body: ReviewDecisionSchema,
    response: NOTHING,
  },
})
