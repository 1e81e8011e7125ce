import { FollowUpAnsweredSchema, FollowUpKeySchema, FollowUpSchema } from '../follow-up-schemas.ts'
import { endpoints } from './endpoint.ts'

export const taskListEndpoints = endpoints({
  'POST /api/follow-up': {
    session: 'none',
    body: FollowUpKeySchema,
    response: { 200: FollowUpSchema },
  },
  'POST /api/follow-up/answer': {
    session: 'none',
    body: FollowUpAnsweredSchema,
    response: { 200: FollowUpSchema },
  },
})
