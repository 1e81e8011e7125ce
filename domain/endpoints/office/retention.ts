import * as z from 'zod/mini'
import { ErrorSchema } from '../../contract.ts'
import { RetentionChangeSchema, RetentionRowSchema } from '../../office/retention.ts'
import { endpoints, NOTHING, REFUSALS } from '../endpoint.ts'

export const retentionOfficeEndpoints = endpoints({
  'GET /api/office/retention': {
    permission: 'erasure.write',
    response: { 200: z.object({ data: z.array(RetentionRowSchema) }) },
    refusals: { 503: ErrorSchema, ...REFUSALS },
  },
  'PUT /api/office/retention/:kind': {
    permission: 'erasure.write',
    body: RetentionChangeSchema,
    response: NOTHING,
  },
})
