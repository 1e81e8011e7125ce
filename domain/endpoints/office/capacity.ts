import { CapacitySchema, NewCapacityDecisionSchema, NewDoubtSchema } from '../../office/capacity.ts'
import { endpoints } from '../endpoint.ts'

export const capacityOfficeEndpoints = endpoints({
  'GET /api/office/members/:id/capacity': {
    permission: 'capacity.doubt',
    response: { 200: CapacitySchema },
  },
  'POST /api/office/members/:id/capacity/doubts': {
    permission: 'capacity.doubt',
    body: NewDoubtSchema,
    response: { 200: CapacitySchema },
  },
  'POST /api/office/members/:id/capacity/decisions': {
    permission: 'capacity.decide',
    body: NewCapacityDecisionSchema,
    response: { 200: CapacitySchema },
  },
})
