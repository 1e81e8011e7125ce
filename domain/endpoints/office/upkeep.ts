import * as z from 'zod/mini'
import { JobQueueSchema } from '../../office/job-schemas.ts'
import { endpoints, NOTHING } from '../endpoint.ts'

export const upkeepOfficeEndpoints = endpoints({
  'GET /api/office/jobs': {
    permission: 'jobs.write',
    response: { 200: z.object({ data: z.array(JobQueueSchema) }) },
  },
  'POST /api/office/jobs/:queue/run': { permission: 'jobs.write', response: NOTHING },
})
